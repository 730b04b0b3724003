"""What an analysis itself says, in every language. The words of a game are in its catalogue."""

from __future__ import annotations

from typing import Final

from theomachy.analysis.calibration import Calibration
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.language import as_fields, fill, number_words

#: key: English, German, Russian, in the order of LANGUAGES
PHRASES: Final[dict[str, tuple[str, str, str]]] = {
    "title": ("Analysis: {game}", "Analyse: {game}", "Разбор партии: {game}"),
    "percent": ("{share}%", "{share}\u00a0%", "{share}\u00a0%"),
    "chances": ("Chances to win", "Gewinnchancen", "Шансы на победу"),
    "choices": ("Choices made", "Getroffene Wahlen", "Сделанные выборы"),
    # --- the report
    "bot": ("Looked at by", "Betrachtet von", "Разбирал"),
    "decisions": ("Decisions", "Entscheidungen", "Решений"),
    "seen-closed": (
        "What each player could know at the time",
        "Was jeder damals wissen konnte",
        "По тому, что игроки знали тогда",
    ),
    "seen-open": ("With open cards", "Mit offenen Karten", "С открытыми картами"),
    "sight": ("Seen", "Gesehen", "Взгляд"),
    "winner": ("Won", "Gewonnen", "Победа"),
    "nobody": ("nobody", "niemand", "никто"),
    "unfinished": ("not over", "nicht zu Ende", "не окончена"),
    "moments": ("The moments that decided", "Die entscheidenden Momente", "Решающие моменты"),
    "no-moments": (
        "No single choice changed much: it was decided little by little.",
        "Keine einzelne Wahl hat viel geändert: Es entschied sich nach und nach.",
        "Ни один выбор не изменил многого: всё решалось понемногу.",
    ),
    "costly": ("The costliest choices", "Die teuersten Wahlen", "Самые дорогие ошибки"),
    "no-costly": (
        "Nobody chose anything much worse than the best.",
        "Niemand hat etwas viel Schlechteres als das Beste gewählt.",
        "Никто не выбрал ничего намного хуже лучшего.",
    ),
    "step": ("Choice {step}", "Wahl {step}", "Выбор {step}"),
    "cost": ("Cost", "Kosten", "Цена"),
    "who": ("Side", "Seite", "Сторона"),
    "chose": ("Chosen", "Gewählt", "Выбрано"),
    "better": ("Better", "Besser", "Лучше"),
    "because": ("Because", "Weil", "Почему"),
    "brings": ("brings more: {terms}", "bringt mehr: {terms}", "даёт больше: {terms}"),
    "gives-up": ("gives up: {terms}", "verzichtet auf: {terms}", "уступает: {terms}"),
    "deeper": (
        "it leads further: the terms of the evaluation look alike at once",
        "führt weiter: Auf den ersten Blick sieht die Bewertung gleich aus",
        "ведёт дальше: с первого взгляда оценка одинакова",
    ),
    "then": ("then: {line}", "dann: {line}", "затем: {line}"),
    "from-to": ("{before}% → {after}%", "{before}\u00a0% → {after}\u00a0%", "{before}\u00a0% → {after}\u00a0%"),
    "calibration": ("How far to trust the chances", "Wie weit den Chancen zu trauen ist", "Насколько верить шансам"),
    "calibrated": (
        "Corrected by {fitted:count match|matches}, where chances and results are {near} apart on average; measured on"
        " {held:count other|others} with {positions:count position|positions}: {distance} apart (Brier {brier}).",
        "Berichtigt nach {fitted:count Partie|Partien}, in denen Chancen und Ergebnisse im Mittel {near} auseinander"
        " liegen; gemessen an {held:count anderen|anderen} mit {positions:count Stellung|Stellungen}: {distance}"
        " auseinander (Brier {brier}).",
        "Поправка найдена по {fitted:count партии|партиям|партиям}: там шансы и исходы расходятся в среднем на {near};"
        " проверено на {held:count другой|других|других} ({positions:count позиция|позиции|позиций}): расхождение"
        " {distance} (Брайер {brier}).",
    ),
    "not-calibrated": (
        "Nobody has measured yet how often such chances come true; “theomachy calibrate {game}” does.",
        "Wie oft solche Chancen wahr werden, hat noch niemand gemessen; „theomachy calibrate {game}“ tut es.",
        "Как часто такие шансы сбываются, ещё не измерено; это делает «theomachy calibrate {game}».",
    ),
    "said": ("Said", "Gesagt", "Обещано"),
    "came": ("Came true", "Eingetreten", "Сбылось"),
    "counted": ("Times", "Fälle", "Случаев"),
    "start": ("Start", "Anfang", "Начало"),
    "end": ("End", "Ende", "Конец"),
    "made": (
        "Made by Theomachy {version}; the file needs nothing beside it.",
        "Erstellt von Theomachy {version}; die Datei braucht nichts außer sich.",
        "Создано Theomachy {version}; файлу больше ничего не нужно.",
    ),
    # --- the coach
    "coach-worse": (
        "“{choice}” looks much worse: about {after}% to win instead of {before}% with “{better}”.",
        "„{choice}“ sieht viel schlechter aus: etwa {after}\u00a0% statt {before}\u00a0% mit „{better}“.",
        "«{choice}» выглядит намного хуже: около {after}\u00a0% вместо {before}\u00a0% при «{better}».",
    ),
    "coach-brings": (
        "The better one brings more: {terms}.",
        "Die bessere Wahl bringt mehr: {terms}.",
        "Лучший выбор даёт больше: {terms}.",
    ),
}


def say(key: str, lang: str, **fields: object) -> str:
    """A phrase in a language, its fields filled in."""
    return fill(PHRASES[key][LANGUAGES.index(lang)], as_fields(fields), lang)


def percent(share: float, lang: str, places: int = 0) -> str:
    return say("percent", lang, share=number_words(f"{100 * share:.{places}f}", lang))


def trust_words(known: Calibration, game: str, lang: str) -> str:
    """How far the chances can be trusted: where they were corrected, and how well that holds elsewhere."""
    if not known.measured:
        return say("not-calibrated", lang, game=game)
    return say(
        "calibrated", lang, fitted=known.fitted.matches, near=percent(known.fitted.distance, lang, 1),
        held=known.held.matches, positions=known.held.positions, distance=percent(known.held.distance, lang, 1),
        brier=number_words(f"{known.held.brier:.3f}", lang),
    )  # fmt: skip
