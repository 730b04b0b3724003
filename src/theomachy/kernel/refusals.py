"""What the engine refuses, in every language. The engine itself gives its reasons in English; people read them here.

Each entry is the English message with its fields in braces, and the same in German and Russian. A field `error` is
itself such a message. A game's own reasons are in its catalogue, table `refusal`. What is not listed stays in English:
reasons that only whoever writes content, cases or bots of their own can meet.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter
from typing import Final

from theomachy.kernel.catalogue import Catalogue

_ANY_PLACE: Final = "{place}: {error}"
#: how many places may stand before a reason
_MOST_PLACES: Final = 5
#: English message: German, Russian
REFUSALS: Final[dict[str, tuple[str, str]]] = {
    # --- what is asked for on the command line
    "GAME: {error}": ("Spiel: {error}", "Игра: {error}"),
    "no game '{game}'; there are {allowed}": (
        "Ein Spiel „{game}“ gibt es nicht; es gibt {allowed}",
        "нет игры «{game}»; есть {allowed}",
    ),
    "--lang: no language '{lang}'; there are {allowed}": (
        "--lang: Eine Sprache „{lang}“ gibt es nicht; es gibt {allowed}",
        "--lang: нет языка «{lang}»; есть {allowed}",
    ),
    "no rule '{rule}'; did you mean {near}?": (
        "Eine Regel „{rule}“ gibt es nicht; meinst du {near}?",
        "нет правила «{rule}»; возможно, {near}?",
    ),
    "no rule '{rule}'; '{command}' lists them all": (
        "Eine Regel „{rule}“ gibt es nicht; „{command}“ nennt alle",
        "нет правила «{rule}»; «{command}» покажет все",
    ),
    "--open continues a match as it was set up; leave out {options}": (
        "--open setzt eine Partie fort, wie sie aufgebaut wurde; lass {options} weg",
        "--open продолжает партию в том виде, в каком она начата; уберите {options}",
    ),
    "--seats: {named} named, but the match has {seats} seats; name one of each, like '{example}'": (
        "--seats: {named} genannt, aber die Partie hat {seats} Plätze; nenne für jeden einen, etwa „{example}“",
        "--seats: названо {named}, а мест в партии {seats}; назовите по одному на каждое, например «{example}»",
    ),
    "--seats: seat {seat}: {error}; '{person}' is a person at this terminal": (
        "--seats: Platz {seat}: {error}; „{person}“ ist ein Mensch an diesem Terminal",
        "--seats: место {seat}: {error}; «{person}» — человек за этим терминалом",
    ),
    "{option}: no seat '{seat}'; seats are {numbers} or {names}": (
        "{option}: Einen Platz „{seat}“ gibt es nicht; Plätze sind {numbers} oder {names}",
        "{option}: нет места «{seat}»; места — {numbers} или {names}",
    ),
    "no bot '{bot}'; there are {allowed}, or a file like '{example}'": (
        "Einen Bot „{bot}“ gibt es nicht; es gibt {allowed} oder eine Datei wie „{example}“",
        "нет бота «{bot}»; есть {allowed} или файл, например «{example}»",
    ),
    "bot '{bot}': takes no settings; leave out '{settings}'": (
        "Bot „{bot}“ kennt keine Einstellungen; lass „{settings}“ weg",
        "у бота «{bot}» нет настроек; уберите «{settings}»",
    ),
    "casual: '{text}' is no share; write how many of a hundred choices it notices, like '{count}', "
    "and by how much it misjudges them, if at all, like '{both}'": (
        "casual: „{text}“ ist kein Anteil; schreib, wie viele von hundert Möglichkeiten er bemerkt, etwa „{count}“, und"
        " wie sehr er sich bei ihnen verschätzt, wenn überhaupt, etwa „{both}“",
        "casual: «{text}» — это не доля; напишите, сколько вариантов из ста он замечает, например «{count}», и"
        " насколько ошибается в их оценке, если ошибается, например «{both}»",
    ),
    "level '{level}': can't weigh choices; take one that searches, like '{other}'": (
        "Die Spielstärke „{level}“ kann Entscheidungen nicht abwägen; nimm eine, die sucht, etwa „{other}“",
        "уровень «{level}» не умеет взвешивать решения; возьмите тот, что ведёт поиск, например «{other}»",
    ),
    "search: '{text}' is no budget; write a time like '{time}' or '{longer}', or iterations like '{count}'": (
        "search: „{text}“ ist keine Bedenkzeit; schreibe eine Zeit wie „{time}“ oder „{longer}“ oder eine Zahl von"
        " Durchläufen wie „{count}“",
        "search: «{text}» — не время; напишите время, например «{time}» или «{longer}», или число проходов, например"
        " «{count}»",
    ),
    # --- files of weights
    "{file}: there are no weights for {game}": (
        "{file}: Für {game} gibt es keine Gewichte",
        "{file}: весов для {game} нет",
    ),
    "{file}: it was not trained for matches like this one": (
        "{file}: für solche Partien nicht trainiert",
        "{file}: для таких партий не обучено",
    ),
    "{file}: not a file of weights": ("{file}: keine Datei mit Gewichten", "{file}: это не файл весов"),
    "{file}: damaged, {why}": ("{file}: beschädigt", "{file}: повреждено"),
    "{file}: foreign, made for '{other}', not for '{game}'": (
        "{file}: fremd, für „{other}“ gemacht, nicht für „{game}“",
        "{file}: чужое, сделано для «{other}», а не для «{game}»",
    ),
    "{file}: outdated, made for version {old} of the rules, not {new}": (
        "{file}: veraltet, für Fassung {old} der Regeln gemacht, nicht {new}",
        "{file}: устарело, сделано для версии правил {old}, а не {new}",
    ),
    # --- setting up a match
    "unknown setting '{key}'; allowed: {allowed}": (
        "Eine Einstellung „{key}“ gibt es nicht; erlaubt: {allowed}",
        "нет настройки «{key}»; можно: {allowed}",
    ),
    "first: {first}; the first player is a seat {seats} ({rule})": (
        "first: {first}; Startspieler ist ein Platz {seats} ({rule})",
        "first: {first}; первый игрок — место {seats} ({rule})",
    ),
    "seed: {seed}; must be a whole number from {least} to {most}": (
        "seed: {seed}; der Startwert ist eine ganze Zahl von {least} bis {most}",
        "seed: {seed}; зерно — целое число от {least} до {most}",
    ),
    "'{key}' names a file, which a server does not read": (
        "„{key}“ nennt eine Datei; der Server liest keine",
        "«{key}» называет файл, а сервер файлов не читает",
    ),
    "{seats} seats for {players} players": (
        "Plätze: {seats}, Spieler: {players}",
        "мест: {seats}, игроков: {players}",
    ),
    # --- files
    "{path}: can't be read: {error}; give a file that 'save' wrote": (
        "{path}: lässt sich nicht lesen: {error}; nenne eine Datei, die „save“ geschrieben hat",
        "{path}: не читается: {error}; назовите файл, который записала команда «save»",
    ),
    "{path}: not a save: not text; give a file that 'save' wrote": (
        "{path}: kein Spielstand, kein Text; nenne eine Datei, die „save“ geschrieben hat",
        "{path}: не сохранение и не текст; назовите файл, который записала команда «save»",
    ),
    "{path}: can't be written: {error}; name a file in a folder that exists": (
        "{path}: lässt sich nicht schreiben: {error}; nenne eine Datei in einem Ordner, den es gibt",
        "{path}: не записывается: {error}; назовите файл в существующей папке",
    ),
    "{option}: {path} is a folder; name a file in it": (
        "{option}: {path} ist ein Ordner; nenne eine Datei darin",
        "{option}: {path} — папка; назовите файл в ней",
    ),
    "{option}: there is no folder {path}; make it first": (
        "{option}: Einen Ordner {path} gibt es nicht; lege ihn erst an",
        "{option}: папки {path} нет; сначала создайте её",
    ),
    "{path}: history: nobody has chosen anything yet; play on and save again": (
        "{path}: history: Noch hat niemand etwas gewählt; spiele weiter und speichere wieder",
        "{path}: history: ещё никто ничего не выбрал; сыграйте дальше и сохраните снова",
    ),
    "bot '{spec}': can't weigh choices; take one that searches, like '{few}' or '{timed}'": (
        "Bot „{spec}“ kann Wahlen nicht abwägen; nimm einen, der sucht, wie „{few}“ oder „{timed}“",
        "бот «{spec}» не умеет взвешивать выборы; возьмите того, кто ищет, например «{few}» или «{timed}»",
    ),
    "--out: {path}: not a file of calibrations: {reason}; name another": (
        "--out: {path}: keine Datei mit Kalibrierungen: {reason}; nenne eine andere",
        "--out: {path}: не файл калибровок: {reason}; назовите другой",
    ),
    "a process that looked at the match has died; --jobs 1 looks without any": (
        "Ein Prozess, der die Partie betrachtet hat, ist gestorben; --jobs 1 kommt ohne aus",
        "процесс, разбиравший партию, умер; с --jobs 1 обойдётся без них",
    ),
    "{path}: can't be read: {error}": ("{path}: lässt sich nicht lesen: {error}", "{path}: не читается: {error}"),
    "{path}: not a TOML file: {reason}": ("{path}: keine TOML-Datei: {reason}", "{path}: не файл TOML: {reason}"),
    "No such file or directory": ("Datei oder Ordner gibt es nicht", "нет такого файла или папки"),
    "Permission denied": ("keine Berechtigung", "нет прав"),
    "Is a directory": ("das ist ein Ordner", "это папка"),
    "Not a directory": ("das ist kein Ordner", "это не папка"),
    "No space left on device": ("kein Platz mehr auf dem Datenträger", "на диске нет места"),
    # --- saves
    "{place}: not a JSON file: {reason}": ("{place}: keine JSON-Datei: {reason}", "{place}: не файл JSON: {reason}"),
    "{place}: not a save: the outermost value must be an object": (
        "{place}: kein Spielstand: Außen muss ein Objekt stehen",
        "{place}: не сохранение: снаружи должен быть объект",
    ),
    "{place}: '{key}' is missing": ("{place}: „{key}“ fehlt", "{place}: нет поля «{key}»"),
    "{place}: '{key}' must be {kind}, not {other}": (
        "{place}: „{key}“ muss {kind} sein, nicht {other}",
        "{place}: поле «{key}» должно иметь тип {kind}, а не {other}",
    ),
    "{place}: format {format}; this program reads format {ours}": (
        "{place}: Format {format}; dieses Programm liest Format {ours}",
        "{place}: формат {format}; эта программа читает формат {ours}",
    ),
    "{place}: rules: version {version} of the rules; this program has {ours}": (
        "{place}: Version {version} der Regeln; dieses Programm hat {ours}",
        "{place}: версия правил {version}; у этой программы {ours}",
    ),
    "{place}: state: differs from what setup and history give, in {fields}": (
        "{place}: Der Stand weicht von dem ab, was Aufbau und Verlauf ergeben: {fields}",
        "{place}: состояние не совпадает с тем, к чему ведут начало и ход партии: {fields}",
    ),
    "{place}: digest: does not fit the match": (
        "{place}: Die Prüfsumme passt nicht zur Partie",
        "{place}: контрольная сумма не подходит к партии",
    ),
    "{place}: setup: '{key}' names a file; a save must hold everything itself": (
        "{place}: „{key}“ nennt eine Datei; ein Spielstand muss alles selbst enthalten",
        "{place}: «{key}» называет файл; сохранение должно содержать всё само",
    ),
    "{place}: history[{number}]: must be [seat, choice], not {entry}": (
        "{place}: Wahl {number}: muss [Platz, Wahl] sein, nicht {entry}",
        "{place}: выбор {number}: должно быть [место, выбор], а не {entry}",
    ),
    "{place}: history[{number}]: {error}": ("{place}: Wahl {number}: {error}", "{place}: выбор {number}: {error}"),
    "history[{number}]: {error}": ("Wahl {number}: {error}", "выбор {number}: {error}"),
    "seat {seat}: {error}": ("Platz {seat}: {error}", "место {seat}: {error}"),
    "'{choice}' is not legal now: {rule}": (
        "„{choice}“ ist hier nicht erlaubt: {rule}",
        "«{choice}» здесь нельзя: {rule}",
    ),
    "more than {count} choices": ("mehr als {count} Züge", "больше {count} ходов"),
    "the match is over": ("Die Partie ist zu Ende", "партия завершена"),
    "no hello": ("keine Begrüßung", "нет приветствия"),
    "hello must come first": ("die Begrüßung muss zuerst kommen", "сначала должно прийти приветствие"),
    # --- what is over the budget of a parser, and where
    "line {line}, column {column}: {error}": (
        "Zeile {line}, Spalte {column}: {error}",
        "строка {line}, столбец {column}: {error}",
    ),
    "line {line}: {error}": ("Zeile {line}: {error}", "строка {line}: {error}"),
    "byte {number}: {error}": ("Byte {number}: {error}", "байт {number}: {error}"),
    "nested deeper than {most}": ("tiefer verschachtelt als {most}", "глубина вложенности больше {most}"),
    "more than {most} keys and list entries": (
        "mehr als {most} Schlüssel und Listeneinträge",
        "больше {most} ключей и элементов списков",
    ),
    "a key of more than {most} parts": ("ein Schlüssel aus mehr als {most} Teilen", "ключ более чем из {most} частей"),
    "a number of more than {most} digits": ("eine Zahl mit mehr als {most} Ziffern", "число длиннее {most} цифр"),
    "a number beyond 64 bits": ("eine Zahl, die nicht in 64 Bit passt", "число не помещается в 64 бита"),
    "not a finite number": ("keine endliche Zahl", "не конечное число"),
    "{size} characters; at most {most}": ("{size} Zeichen; höchstens {most}", "символов: {size}; не больше {most}"),
    "{size} bytes; at most {most}": ("{size} Bytes; höchstens {most}", "байт: {size}; не больше {most}"),
    "more than {most} documents": ("mehr als {most} Dokumente", "больше {most} документов"),
    "a tag ({tag}); write the value without one": (
        "ein Tag ({tag}); schreibe den Wert ohne Tag",
        "тег ({tag}); запишите значение без тега",
    ),
    "an alias (*{name}); write it out": (
        "ein Alias (*{name}); schreibe es aus",
        "ссылка (*{name}); запишите полностью",
    ),
    "a key must be a name, not a list or a table": (
        "ein Schlüssel muss ein Name sein, keine Liste oder Tabelle",
        "ключ должен быть именем, а не списком или таблицей",
    ),
    "'{key}' twice in one table": ("„{key}“ zweimal in einer Tabelle", "«{key}» дважды в одной таблице"),
    "not YAML: {error}": ("kein YAML: {error}", "не YAML: {error}"),
    # --- a place before the reason; last, since it fits many
    "{place}: game: {error}": ("{place}: Spiel: {error}", "{place}: игра: {error}"),
    "{place}: setup: {error}": ("{place}: Aufbau: {error}", "{place}: начало: {error}"),
    _ANY_PLACE: ("{place}: {error}", "{place}: {error}"),
}


def refusal_words(message: str, lang: str, catalogues: Iterable[Catalogue] = ()) -> str:
    """A reason of the engine, or of the games with these catalogues, in a language; as it is where it is not known."""
    if lang == "en":
        return message
    table: dict[str, str] = {}
    for catalogue in catalogues:
        translated = catalogue.refusals(lang)
        for key, template in catalogue.refusals("en").items():
            table[template] = translated.get(key, template)
    for template, (german, russian) in REFUSALS.items():
        table[template] = german if lang == "de" else russian
    found = _translated(message, table)
    return message if found is None else found


def _translated(message: str, table: dict[str, str], depth: int = 0) -> str | None:
    """The translation of a message; None where no template fits. Places from outside may look like more places."""
    if depth > _MOST_PLACES:
        return None
    for template, translation in table.items():
        fields = _fields_in(template, message)
        if fields is None:
            continue
        if "error" in fields:
            inner = _translated(fields["error"], table, depth + 1)
            if inner is None and template == _ANY_PLACE:
                continue
            fields["error"] = fields["error"] if inner is None else inner
        return translation.format_map(fields)
    return None


def _fields_in(template: str, message: str) -> dict[str, str] | None:
    """What stands in a message where its template has fields; None where the message is another one."""
    parts = [(text, name) for text, name, _, _ in Formatter().parse(template)]
    fields: dict[str, str] = {}
    place = 0
    waiting = ""
    for number, (text, name) in enumerate(parts):
        if not waiting:
            if not message.startswith(text, place):
                return None
            place += len(text)
        else:
            # The last text ends the message; those before it are where they come first.
            last = number == len(parts) - 1 and name is None
            end = len(message) - len(text) if last else message.find(text, place)
            if end < place or not message.startswith(text, end):
                return None
            fields[waiting] = message[place:end]
            place = end + len(text)
        waiting = name or ""
    if waiting:
        fields[waiting] = message[place:]
    elif place != len(message):
        return None
    return fields if all(fields.values()) else None
