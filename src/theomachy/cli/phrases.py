"""What the text interface itself says, in every language. The words of a game are in its catalogue."""

from __future__ import annotations

from typing import Final

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.errors import TheomachyError, allowed
from theomachy.kernel.language import as_fields, fill

#: key: English, German, Russian, in the order of LANGUAGES
PHRASES: Final[dict[str, tuple[str, str, str]]] = {
    # --- what was done
    "you": ("you", "du", "вы"),
    "looking": ("Looking at the match", "Die Partie wird betrachtet", "Партия разбирается"),
    "measuring": ("Measuring", "Messen", "Измерение"),
    "uncorrected": (
        "Uncorrected: {distance} apart, Brier {brier}; the correction raises chances to the power of {power}.",
        "Unberichtigt: {distance} auseinander, Brier {brier}; berichtigt werden Chancen mit der Potenz {power}.",
        "Без поправки: расхождение {distance}, Брайер {brier}; поправка возводит шансы в степень {power}.",
    ),
    "turn-gains": (
        "Getting the turn changes a chance by {after} on average; uncorrected by {before}.",
        "Den Zug zu bekommen ändert eine Chance im Mittel um {after}, unberichtigt um {before}.",
        "Получение хода меняет шанс в среднем на {after}, без поправки на {before}.",
    ),
    "coach-anyway": (
        "“y” plays it anyway; anything else: think again.",
        "„j“ spielt es trotzdem; alles andere: noch einmal nachdenken.",
        "«д» — всё равно сыграть; иначе подумать ещё.",
    ),
    "yes": ("y yes", "j ja y yes", "д да y yes"),
    "aborted": ("Aborted!", "Abgebrochen!", "Прервано!"),
    "unwritable": (
        "the output cannot be written: {reason}",
        "die Ausgabe kann nicht geschrieben werden: {reason}",
        "вывод не удаётся записать: {reason}",
    ),
    "setting-values": ("There are {values}.", "Es gibt {values}.", "Возможные значения: {values}."),
    "log": ("What happened", "Was geschah", "Что произошло"),
    "log-more": (
        "… {count:count earlier line|earlier lines}; “log” shows them all",
        "… {count:count frühere Zeile|frühere Zeilen}; „log“ zeigt alle",
        "… раньше ещё {count:count строка|строки|строк}; «log» покажет все",
    ),
    # --- views of games that bring no drawing: keys that many have
    "view-seat": ("Seat", "Platz", "Место"),
    "view-seats": ("Seats", "Plätze", "Места"),
    "view-player": ("Player", "Spieler", "Игрок"),
    "view-over": ("over", "zu Ende", "окончена"),
    "view-turn": ("turn", "am Zug", "ход"),
    "view-round": ("round", "Runde", "раунд"),
    "view-score": ("score", "Punkte", "счёт"),
    "view-secret": ("secretly chosen", "geheim gewählt", "выбрано тайно"),
    "view-chosen": ("by seats", "von Plätzen", "места"),
    "view-own": ("own choice", "eigene Wahl", "свой выбор"),
    "view-yes": ("yes", "ja", "да"),
    "view-no": ("no", "nein", "нет"),
    # --- rules
    "rule-cases": (
        "proven by {count:count case|cases}",
        "belegt durch {count:count Prüffall|Prüffälle}",
        "подтверждено: {count:count пример|примера|примеров}",
    ),
    # --- lessons
    "lesson-next": ("Enter: go on", "Enter: weiter", "Enter — дальше"),
    "lesson-rule": ("rule: {rule}", "Regel: {rule}", "правило: {rule}"),
    "lesson-head": ("Lessons: {game}", "Lektionen: {game}", "Уроки: {game}"),
    "lesson-minutes": (
        "{count:count minute|minutes}",
        "{count:count Minute|Minuten}",
        "{count:count минута|минуты|минут}",
    ),
    "lesson-how": (
        "Begin one with “theomachy lesson {game} {number}”.",
        "Beginne eine mit „theomachy lesson {game} {number}“.",
        "Начните урок командой «theomachy lesson {game} {number}».",
    ),
    "lesson-none": ("{game} has no lessons.", "{game} hat keine Lektionen.", "{game}: уроков нет."),
    "lesson-over": (
        "That was “{title}”. Next: {following}.",
        "Das war „{title}“. Als Nächstes: {following}.",
        "Это был урок «{title}». Дальше: {following}.",
    ),
    "lesson-last": (
        "That was “{title}”, the last lesson. Now play: theomachy play {game}",
        "Das war „{title}“, die letzte Lektion. Jetzt wird gespielt: theomachy play {game}",
        "Это был урок «{title}», последний. Теперь играйте: theomachy play {game}",
    ),
    # --- asking and answering
    "quoted": ("“{text}”", "„{text}“", "«{text}»"),
    "asks": ("{side} (player {player})", "{side} (Spieler {player})", "{side} (игрок {player})"),
    "secret": (
        "Secret: others must not look.",
        "Geheim: Die anderen schauen weg.",
        "Тайно: остальные не смотрят.",
    ),
    "pass-keyboard": (
        "Pass the keyboard to {side} and press Enter.",
        "Gib die Tastatur an {side} weiter und drücke Enter.",
        "Передайте клавиатуру: {side}, затем нажмите Enter.",
    ),
    "chosen": ("{side} has chosen.", "{side} hat gewählt.", "{side}: выбор сделан."),
    "type": (
        "Type a number or a choice; “help” explains.",
        "Tippe eine Nummer oder eine Wahl; „help“ hilft.",
        "Введите номер или выбор; «help» — справка.",
    ),
    "no-number": (
        "There is no number {number}; choose {first} to {last}.",
        "Die Nummer {number} gibt es nicht; wähle {first} bis {last}.",
        "Номера {number} нет; выберите от {first} до {last}.",
    ),
    "unknown": (
        "I don’t understand “{text}”. Type a number, a choice such as “{example}”, or “help”.",
        "„{text}“ verstehe ich nicht. Tippe eine Nummer, eine Wahl wie „{example}“ oder „help“.",
        "Не понимаю «{text}». Введите номер, выбор, например «{example}», или «help».",
    ),
    "no-noun": (
        "“{text}”: there is no such thing here; write it like “{example}”.",
        "„{text}“: So etwas gibt es hier nicht; schreibe etwa „{example}“.",
        "«{text}»: такого здесь нет; пишите, например, «{example}».",
    ),
    "ambiguous": (
        "“{text}” could be {options}; write one of them.",
        "„{text}“ könnte {options} sein; schreibe eins davon.",
        "«{text}» может быть: {options}; напишите что-то одно.",
    ),
    "illegal": (
        "“{choice}” is not legal now.",
        "„{choice}“ ist jetzt nicht erlaubt.",
        "«{choice}» сейчас нельзя.",
    ),
    "legal": (
        "“{choice}” is legal now.",
        "„{choice}“ ist jetzt erlaubt.",
        "«{choice}» сейчас можно.",
    ),
    "ruling": (
        "a ruling of this project: the rule books are silent or differ",
        "eine Festlegung dieses Projekts: Die Regelhefte schweigen oder widersprechen sich",
        "решение этого проекта: правила молчат или расходятся",
    ),
    "needs": (
        "“{command}” needs {what}, like “{example}”.",
        "„{command}“ braucht {what}, etwa „{example}“.",
        "Команде «{command}» нужно ещё: {what}, например «{example}».",
    ),
    "needs-choice": ("a choice", "eine Wahl", "выбор"),
    "needs-file": ("a file", "eine Datei", "файл"),
    "alone": (
        "“{command}” stands alone.",
        "„{command}“ steht allein.",
        "«{command}» пишется без дополнений.",
    ),
    "thinking": ("{bot} is thinking …", "{bot} denkt nach …", "{bot} думает …"),
    "undone": ("Taken back: {choice}", "Zurückgenommen: {choice}", "Взято назад: {choice}"),
    "undone-secret": (
        "Your secret choice is taken back.",
        "Deine geheime Wahl ist zurückgenommen.",
        "Тайный выбор взят назад.",
    ),
    "no-undo": (
        "Nothing to take back: something was revealed, or somebody else has decided since.",
        "Nichts zurückzunehmen: Etwas wurde aufgedeckt, oder jemand anders hat inzwischen entschieden.",
        "Взять назад нечего: что-то открылось, или после вас уже решил кто-то другой.",
    ),
    "saved": ("Saved in {file}.", "Gespeichert in {file}.", "Сохранено в {file}."),
    "continue": ("Continue with: {command}", "Weiter mit: {command}", "Продолжить: {command}"),
    "not-saved": (
        "The match is not saved; “--save FILE” would have kept it. The same match anew: {command}",
        "Die Partie ist nicht gespeichert; „--save DATEI“ hätte sie bewahrt. Dieselbe Partie von vorn: {command}",
        "Партия не сохранена; её сберёг бы ключ «--save ФАЙЛ». Та же партия заново: {command}",
    ),
    "winners": ("The winner: {sides}", "Gewonnen hat: {sides}", "Победа: {sides}"),
    "seed": ("seed {seed}", "Startwert {seed}", "зерно {seed}"),
    "help": (
        "number            the choice with that number\n"
        "{example}a choice as text; the last word alone will do when it is clear\n"
        "{why}why that is not legal now\n"
        "hint [BOT]        what a bot would do here, and why; alone: “oracle”\n"
        "undo              take back your last choice\n"
        "view              draw the board and the tables\n"
        "log               everything that happened, with the rules\n"
        "rules [RULE]      a rule by its identifier; alone: the quick reference\n"
        "save FILE         save the match\n"
        "quit              leave the match",
        "Nummer            die Wahl mit dieser Nummer\n"
        "{example}eine Wahl als Text; ist es klar, genügt das letzte Wort\n"
        "{why}warum das jetzt nicht erlaubt ist\n"
        "hint [BOT]        was ein Bot hier täte, und warum; allein: „oracle“\n"
        "undo              deine letzte Wahl zurücknehmen\n"
        "view              Plan und Tabellen zeichnen\n"
        "log               alles, was geschah, mit den Regeln\n"
        "rules [REGEL]     eine Regel nach ihrer Kennung; allein: die Kurzregeln\n"
        "save DATEI        die Partie speichern\n"
        "quit              die Partie verlassen",
        "номер             выбор с этим номером\n"
        "{example}выбор словами; если понятно, хватит последнего слова\n"
        "{why}почему это сейчас нельзя\n"
        "hint [БОТ]        что сделал бы бот и почему; без имени: «oracle»\n"
        "undo              взять назад ваш последний выбор\n"
        "view              показать поле и таблицы\n"
        "log               всё, что произошло, с правилами\n"
        "rules [ПРАВИЛО]   правило по обозначению; без него: краткая памятка\n"
        "save ФАЙЛ         сохранить партию\n"
        "quit              выйти из партии",
    ),
}


def phrase(key: str, lang: str, **fields: object) -> str:
    """A phrase in a language, its fields filled in (docs/catalogue.md)."""
    return fill(PHRASES[key][LANGUAGES.index(lang)], as_fields(fields), lang)


def check_language(lang: str) -> str:
    """The language as a code in LANGUAGES; others are refused with the list."""
    code = lang.strip().lower()
    if code not in LANGUAGES:
        raise TheomachyError(f"--lang: no language '{lang}'; there are {allowed(LANGUAGES)}")
    return code
