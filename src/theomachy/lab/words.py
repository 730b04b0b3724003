"""What the lab itself says, in every language. The words of a game are in its catalogue."""

from __future__ import annotations

from typing import Any, Final

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.game import Game
from theomachy.wording import find_name, god_words

#: key: English, German, Russian, in the order of LANGUAGES
PHRASES: Final[dict[str, tuple[str, str, str]]] = {
    "players": ("{count} players", "{count} Spieler", "игроков: {count}"),
    "matches-played": ("{count} matches", "{count} Partien", "партий: {count}"),
    "seed": ("seed {seed}", "Startwert {seed}", "зерно {seed}"),
    "bot-plays": ("bot {bot}", "Bot {bot}", "бот {bot}"),
    # --- headings of columns
    "bot": ("Bot", "Bot", "Бот"),
    "opponent": ("Opponent", "Gegner", "Соперник"),
    "gods": ("God", "Gott", "Бог"),
    "houses": ("House", "Haus", "Дом"),
    "matches": ("Matches", "Partien", "Партии"),
    "seats": ("Seats", "Plätze", "Места"),
    "points": ("Points", "Punkte", "Очки"),
    "wins": ("Wins", "Siege", "Победы"),
    "share": ("Share", "Anteil", "Доля"),
    "interval": ("95 %", "95 %", "95 %"),
    "fair": ("fair share {share}", "fairer Anteil {share}", "доля поровну {share}"),
    "rating": ("Rating", "Wertung", "Рейтинг"),
    "per-decision": ("ms/choice", "ms/Wahl", "мс/выбор"),
    "won": ("Won", "Gewonnen", "Выиграно"),
    "lost": ("Lost", "Verloren", "Проиграно"),
    "neither": ("Neither", "Weder noch", "Ни то ни другое"),
    "seats-held": ("Seats of the bot", "Plätze des Bots", "Мест у бота"),
    "seat": ("Seat in turn order", "Platz in der Reihenfolge", "Место в порядке хода"),
    "first": ("{seat} (plays first)", "{seat} (beginnt)", "{seat} (ходит первым)"),
    "ending": ("Ending", "Ende", "Исход"),
    "length": ("Length", "Länge", "Длина"),
    "least": ("Least", "Kleinste", "Наименьшее"),
    "tenth": ("10 %", "10 %", "10 %"),
    "ninetieth": ("90 %", "90 %", "90 %"),
    "median": ("Median", "Median", "Медиана"),
    "mean": ("Mean", "Mittel", "Среднее"),
    "most": ("Most", "Größte", "Наибольшее"),
    "decisions": ("Decisions", "Entscheidungen", "Решения"),
    "events": ("Events", "Ereignisse", "События"),
    "turns": ("Turns", "Züge", "Ходы"),
    "devotion": ("Devotion", "Verehrung", "Поклонение"),
    "vp": ("Points", "Punkte", "Очки"),
    "scenario": ("Scenario", "Szenario", "Сценарий"),
    "pharaoh": ("Pharaoh", "Pharao", "Фараон"),
    "first_power": ("First power", "Erste Kraft", "Первое свойство"),
    "first_summoned": ("First god summoned", "Zuerst herbeigerufener Gott", "Первый призванный бог"),
    "best": ("Best of a match", "Bestes einer Partie", "Лучший в партии"),
    "every-seat": ("Every seat", "Jeder Platz", "Каждое место"),
    "none": ("none", "keine", "нет"),
    "all-lose": ("Everybody loses", "Alle verlieren", "Проигрывают все"),
    # --- titles of tables
    "bots-title": ("Bots", "Bots", "Боты"),
    "pairs-title": ("Bot against bot", "Bot gegen Bot", "Бот против бота"),
    "seats-title": ("By seat", "Nach Platz", "По местам"),
    "mixtures-title": ("By seats held", "Nach Zahl der Plätze", "По числу мест"),
    "endings-title": ("Endings", "Wie Partien enden", "Чем кончаются партии"),
    "lengths-title": ("Lengths", "Wie lang Partien sind", "Длина партий"),
    "scores-title": ("Scores", "Ergebnisse", "Счёт"),
    "gods-title": ("Gods", "Götter", "Боги"),
    "houses-title": ("Houses", "Häuser", "Дома"),
    "scenario-title": ("Scenarios", "Szenarien", "Сценарии"),
    "pharaoh-title": ("Pharaohs", "Pharaonen", "Фараоны"),
    "first_power-title": ("First powers", "Erste Kräfte", "Первые свойства"),
    "first_summoned-title": ("First gods summoned", "Zuerst herbeigerufene Götter", "Первые призванные боги"),
    # --- the report
    "report-title": ("Balance of {game}", "Balance von {game}", "Баланс: {game}"),
    "command": ("Command", "Befehl", "Команда"),
    "versions": ("Versions", "Versionen", "Версии"),
    "date": ("Date", "Datum", "Дата"),
    "setups": ("Set-ups", "Aufbauten", "Расстановки"),
    "average": ("average {share}", "Durchschnitt {share}", "в среднем {share}"),
    "win-share": ("share of wins", "Anteil der Siege", "доля побед"),
    "number-of-matches": ("matches", "Partien", "партии"),
    "number-of-seats": ("seats", "Plätze", "места"),
    "how-to-read": (
        "A seat wins if it is among the winners; two seats of a merged god win together, and there are matches that"
        " everybody loses. The average is what a seat wins over all of them. Each interval is Wilson's for 95 %: had"
        " the study been made again and again with other seeds, about 95 of 100 such intervals would hold the true"
        " share. An interval that does not reach the average (a diamond in the charts) is a hint; of many rows one in"
        " twenty misses it by chance. Within scenarios and pharaohs the average is the one there.",
        "Ein Platz siegt, wenn er unter den Siegern ist; zwei Plätze eines verschmolzenen Gottes siegen gemeinsam, und"
        " es gibt Partien, die alle verlieren. Der Durchschnitt ist, was ein Platz über alle Partien gewinnt. Jedes"
        " Intervall ist das von Wilson für 95 %: Machtest du die Untersuchung immer wieder mit anderen Startwerten,"
        " enthielten etwa 95 von 100 solchen Intervallen den wahren Anteil. Ein Intervall, das den Durchschnitt nicht"
        " erreicht (eine Raute in den Diagrammen), ist ein Hinweis; von vielen Zeilen verfehlt ihn eine von zwanzig"
        " durch Zufall. Innerhalb von Szenarien und Pharaonen gilt der Durchschnitt dort.",
        "Место побеждает, если оно среди победителей; два места единого бога побеждают вместе, и бывают партии,"
        " в которых проигрывают все. Среднее — сколько в целом выигрывает одно место. Каждый интервал — интервал"
        " Уилсона для 95 %: если повторять исследование с другими зёрнами, примерно 95 из 100 таких интервалов"
        " накроют истинную долю. Интервал, не достающий до среднего (ромб на графиках), — намёк; из многих строк одна"
        " из двадцати промахивается случайно. Внутри сценариев и фараонов среднее — тамошнее.",
    ),
    "by-choice": (
        "Chosen by the bot, not drawn: who is ahead may choose otherwise, so this shows what goes with winning, not"
        " what causes it.",
        "Vom Bot gewählt, nicht ausgelost: Wer vorn liegt, wählt vielleicht anders. Das zeigt, was mit Siegen"
        " einhergeht, nicht, was sie bewirkt.",
        "Выбрано ботом, а не жребием: ведущий может выбирать иначе. Это показывает, что сопутствует победе, а не что"
        " её вызывает.",
    ),
    "sort-by": ("Sort by {heading}", "Nach {heading} ordnen", "Сортировать: {heading}"),
}

#: where the catalogue has the names of what a factor or a mark can be
NAMES: Final = {"scenario": "scenario", "pharaoh": "king", "first_power": "power", "first_summoned": "god"}


class Words:
    """The lab's words about a game in a language."""

    def __init__(self, game: Game[Any], lang: str = "en") -> None:
        self.game = game
        self.lang = lang

    def say(self, key: str, **fields: object) -> str:
        return PHRASES[key][LANGUAGES.index(self.lang)].format(**fields)

    @property
    def game_name(self) -> str:
        return self.game.name.capitalize()

    def side(self, name: str) -> str:
        return god_words(self.game, name, self.lang)

    def how(self, how: str) -> str:
        return find_name(self.game.catalogue, f"how.{how}", self.lang) or how

    def value(self, kind: str, value: str) -> str:
        """What a factor or a mark was."""
        if value == "none":
            return self.say("none")
        return find_name(self.game.catalogue, f"{NAMES.get(kind, kind)}.{value}", self.lang) or value

    def place(self, place: int) -> str:
        """A place in turn order, counted from 1."""
        return self.say("first", seat=1) if place == 1 else str(place)
