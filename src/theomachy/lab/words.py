"""What the lab itself says, in every language. The words of a game are in its catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.game import Game
from theomachy.kernel.language import as_fields, fill, number_words
from theomachy.kernel.setting import CHOICE
from theomachy.kernel.wording import find_name, kind_words, side_words

#: key: English, German, Russian, in the order of LANGUAGES
PHRASES: Final[dict[str, tuple[str, str, str]]] = {
    "players": (
        "{count:count player|players}",
        "{count:count Spieler|Spieler}",
        "{count:count игрок|игрока|игроков}",
    ),
    "matches-played": (
        "{count:count match|matches}",
        "{count:count Partie|Partien}",
        "{count:count партия|партии|партий}",
    ),
    "seed": ("seed {seed}", "Startwert {seed}", "зерно {seed}"),
    "bot-plays": ("bot {bot}", "Bot {bot}", "бот {bot}"),
    # --- headings of columns
    "sides": ("Side", "Seite", "Сторона"),
    "bot": ("Bot", "Bot", "Бот"),
    "opponent": ("Opponent", "Gegner", "Соперник"),
    "matches": ("Matches", "Partien", "Партии"),
    "seats": ("Seats", "Plätze", "Места"),
    "points": ("Points", "Punkte", "Очки"),
    "wins": ("Wins", "Siege", "Победы"),
    "share": ("Share", "Anteil", "Доля"),
    "interval": ("95\u00a0%", "95\u00a0%", "95\u00a0%"),
    "fair": ("fair share {share}", "fairer Anteil {share}", "доля поровну {share}"),
    "rating": ("Rating", "Wertung", "Рейтинг"),
    "per-decision": ("ms/choice", "ms/Wahl", "мс/выбор"),
    "won": ("Won", "Gewann", "Выиграл"),
    "lost": ("Lost", "Verlor", "Проиграл"),
    "neither": ("Neither", "Weder noch", "Ни один"),
    "seats-held": ("Seats of the bot", "Plätze des Bots", "Мест у бота"),
    "seat": ("Seat in turn order", "Platz in der Reihenfolge", "Место в порядке хода"),
    "first": ("{seat} (plays first)", "{seat} (beginnt)", "{seat} (ходит первым)"),
    "ending": ("Ending", "Ende", "Исход"),
    "length": ("Length", "Länge", "Длина"),
    "least": ("Least", "Kleinste", "Минимум"),
    "tenth": ("10\u00a0%", "10\u00a0%", "10\u00a0%"),
    "ninetieth": ("90\u00a0%", "90\u00a0%", "90\u00a0%"),
    "median": ("Median", "Median", "Медиана"),
    "mean": ("Mean", "Mittel", "Среднее"),
    "most": ("Most", "Größte", "Максимум"),
    "decisions": ("Decisions", "Entscheidungen", "Решения"),
    "best": ("Best of a match", "Bestes einer Partie", "Лучший в партии"),
    "every-seat": ("Every seat", "Jeder Platz", "Каждое место"),
    "none": ("none", "keine", "нет"),
    "all-lose": ("Everybody loses", "Alle verlieren", "Проигрывают все"),
    # --- titles of tables
    "sides-title": ("Sides", "Seiten", "Стороны"),
    "bots-title": ("Bots", "Bots", "Боты"),
    "pairs-title": ("Bot against bot", "Bot gegen Bot", "Бот против бота"),
    "seats-title": ("By seat", "Nach Platz", "По местам"),
    "mixtures-title": ("By seats held", "Nach Zahl der Plätze", "По числу мест"),
    "endings-title": ("Endings", "Wie Partien enden", "Чем кончаются партии"),
    "lengths-title": ("Lengths", "Wie lang Partien sind", "Длина партий"),
    "scores-title": ("Scores", "Ergebnisse", "Счёт"),
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
    # how to read it: the sentences that apply, in this order
    "read-wins": (
        "A seat wins if it is among the winners.",
        "Ein Platz siegt, wenn er unter den Siegern ist.",
        "Место побеждает, если оно среди победителей.",
    ),
    "read-shared": (
        "Several seats can win a match together.",
        "Mehrere Plätze können eine Partie gemeinsam gewinnen.",
        "Партию могут выиграть вместе несколько мест.",
    ),
    "read-all-lose": (
        "There are matches that everybody loses.",
        "Es gibt Partien, die alle verlieren.",
        "Бывают партии, в которых проигрывают все.",
    ),
    "read-intervals": (
        "The average is what a seat wins over all matches. Each interval is Wilson’s for 95\u00a0%: had the study been"
        " made again and again with other seeds, about 95 of 100 such intervals would hold the true share. An interval"
        " that does not reach the average (a diamond in the charts) is a hint; of many rows one in twenty misses it by"
        " chance.",
        "Der Durchschnitt ist, was ein Platz über alle Partien gewinnt. Jedes Intervall ist das von Wilson für"
        " 95\u00a0%: Machtest du die Untersuchung immer wieder mit anderen Startwerten, enthielten etwa 95 von 100"
        " solchen Intervallen den wahren Anteil. Ein Intervall, das den Durchschnitt nicht erreicht (eine Raute in den"
        " Diagrammen), ist ein Hinweis; von vielen Zeilen verfehlt ihn eine von zwanzig durch Zufall.",
        "Среднее — сколько выигрывает одно место по всем партиям. Каждый интервал — интервал Уилсона для 95\u00a0%:"
        " если повторять исследование с другими зёрнами, примерно 95 из 100 таких интервалов накроют истинную долю."
        " Интервал, не достающий до среднего (ромб на графиках), — намёк; из многих строк одна из двадцати"
        " промахивается случайно.",
    ),
    # --- above the table of what was chosen
    "by-choice": (
        "Chosen by the bot, not drawn: who is ahead may choose otherwise, so this shows what goes with winning, not"
        " what causes it.",
        "Vom Bot gewählt, nicht ausgelost: Wer vorn liegt, wählt vielleicht anders. Das zeigt, was mit Siegen"
        " einhergeht, nicht, was sie bewirkt.",
        "Выбрано ботом, а не жребием: ведущий может выбирать иначе. Это показывает, что сопутствует победе, а не что"
        " её вызывает.",
    ),
    "no-room": ("No room here for", "Hier kein Platz für", "Здесь не поместилось"),
    # --- numbers
    "percent": ("{share}%", "{share}\u00a0%", "{share}\u00a0%"),
    "between": ("{low}% – {high}%", "{low} – {high}\u00a0%", "{low} – {high}\u00a0%"),
    "sort-by": ("Sort by {heading}", "Nach {heading} ordnen", "Сортировать: {heading}"),
}


class Words:
    """The lab's words about a game in a language."""

    def __init__(self, game: Game[Any], lang: str = "en") -> None:
        self.game = game
        self.lang = lang

    def say(self, key: str, **fields: object) -> str:
        return fill(PHRASES[key][LANGUAGES.index(self.lang)], as_fields(fields), self.lang)

    def find_term(self, key: str) -> str | None:
        """The game's own word for something that is studied: `score`, or `scenario.title`."""
        return self.game.catalogue.find_word(f"study.{key}", self.lang)

    def term(self, key: str) -> str:
        """The word for sides, a score, a length, what varied or was picked: the game's, else ours, else its name."""
        return self.find_term(key) or (self.say(key) if key in PHRASES else key)

    def title(self, key: str) -> str:
        """The title of the table of something."""
        return self.find_term(f"{key}.title") or (
            self.say(f"{key}-title") if f"{key}-title" in PHRASES else self.term(key)
        )

    def chosen(self, setup: Mapping[str, Any]) -> list[tuple[str, str]]:
        """The settings of a set-up that chose one of several values, each with its value."""
        return [
            (setting.name, str(setup[setting.name]))
            for setting in self.game.settings()
            if setting.kind == CHOICE and setup.get(setting.name)
        ]

    @property
    def game_name(self) -> str:
        return self.game.face().title(self.lang)

    def side(self, name: str) -> str:
        return side_words(self.game, name, self.lang)

    def how(self, how: str) -> str:
        return find_name(self.game.catalogue, f"how.{how}", self.lang) or how

    def value(self, kind: str, value: str) -> str:
        """What a factor or a mark was."""
        if value == "none":
            return self.find_term(f"{kind}.none") or self.say("none")
        names = {setting.name: setting.names for setting in self.game.settings()}
        return kind_words(
            self.game, (self.game.study().mark_names.get(kind) or names.get(kind, kind),), value, self.lang
        )

    def place(self, place: int) -> str:
        """A place in turn order, counted from 1."""
        return self.say("first", seat=1) if place == 1 else str(place)

    # --- numbers ------------------------------------------------------------------------------------------------------

    def decimal(self, value: float, places: int) -> str:
        """So many places behind the point, or the comma."""
        return number_words(f"{value:.{places}f}", self.lang)

    def figure(self, value: float) -> str:
        """A count as it is, a mean with no more places than it has, two at most."""
        return self.decimal(value, next(places for places in (0, 1, 2) if places == 2 or value == round(value, places)))

    def percent(self, share: float) -> str:
        return self.say("percent", share=self.decimal(100 * share, 1))

    def between(self, low: float, high: float) -> str:
        """An interval of shares."""
        return self.say("between", low=self.decimal(100 * low, 1), high=self.decimal(100 * high, 1))
