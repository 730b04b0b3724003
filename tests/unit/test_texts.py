"""All texts of all games: well formed, with every form that is asked for, and set in the type of the language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.analysis.words import PHRASES as ANALYSIS
from theomachy.cli.phrases import PHRASES as TERMINAL
from theomachy.kernel.catalogue import LANGUAGES, Catalogue
from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.language import PLURALS, Name, faults_of, fields_of
from theomachy.kernel.match import Match
from theomachy.kernel.wording import choice_words, fact_words, kind_name
from theomachy.lab.words import PHRASES as LAB
from theomachy.server.words import WORDS as SERVER

SOURCE = Path(theomachy.__file__).parent
#: folders with the texts of a game or an expansion
FOLDERS = sorted({path.parent for path in SOURCE.rglob("data/text.en.toml")})
GAMES = list(theomachy.GAMES.values())


def read(folder: Path, name: str) -> dict[str, Any]:
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


def raw_texts(language: str) -> Iterator[tuple[str, str]]:
    """Every text that people read, as it is written, with where it stands. English refusals are the engine's own."""
    for folder in FOLDERS:
        for rule, entry in read(folder, f"rules.{language}.toml").items():
            yield f"{rule} title", entry["title"]
            yield f"{rule} text", entry["text"]
        yield f"{folder} quick", (folder / f"quick.{language}.md").read_text(encoding="utf-8")
        for table, entries in read(folder, f"text.{language}.toml").items():
            for key, entry in entries.items():
                if (language, table) == ("en", "refusal"):
                    continue
                for form, text in (entry if isinstance(entry, dict) else {"name": entry}).items():
                    yield f"{table} {key} {form}", text
    files = [*(SOURCE / "bots" / "data").glob(f"*.{language}.toml")]
    for folder in FOLDERS:
        files += [file for name in ("words", "terms", "titles") for file in folder.glob(f"{name}.{language}.toml")]
    for file in sorted(files):
        for key, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for form, text in (entry if isinstance(entry, dict) else {"": entry}).items():
                yield f"{file} {key} {form}", text
    for words in (TERMINAL, SERVER, LAB, ANALYSIS):
        for key, texts in words.items():
            yield f"phrase {key}", texts[LANGUAGES.index(language)]


# --- syntax -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_is_well_formed(language: str) -> None:
    assert {place: faults_of(text, language) for place, text in raw_texts(language) if faults_of(text, language)} == {}


def test_a_placeholder_that_no_value_fills_is_refused() -> None:
    rules = '["a/b/c"]\ntitle = "T"\ntext = "{weapon.nothing}"\n'
    catalogue = Catalogue("small", lambda name: rules, values={"weapon.net": 1})
    with pytest.raises(TheomachyError, match=r"small: no printed value 'weapon\.nothing'"):
        catalogue.rules("en")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_a_rule_tells_the_same_printed_values_in_every_language(folder: Path) -> None:
    told = {
        language: {
            rule: set(fields_of(entry["title"] + entry["text"]))
            for rule, entry in read(folder, f"rules.{language}.toml").items()
        }
        for language in LANGUAGES
    }
    assert told["de"] == told["en"]
    assert told["ru"] == told["en"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_the_languages_have_the_same_keys_and_fields(folder: Path) -> None:
    english = read(folder, "text.en.toml")
    for language in ("de", "ru"):
        texts = read(folder, f"text.{language}.toml")
        assert {table: set(entries) for table, entries in texts.items()} == {
            table: set(entries) for table, entries in english.items()
        }
        for table in ("verb", "fact", "refusal", "prompt"):
            for key, text in english[table].items():
                assert set(fields_of(texts[table][key])) == set(fields_of(text)), f"{language} {table} {key}"
        words = read(folder, f"words.{language}.toml")
        assert {key: set(fields_of(text)) for key, text in words.items()} == {
            key: set(fields_of(text)) for key, text in read(folder, "words.en.toml").items()
        }


# --- forms ------------------------------------------------------------------------------------------------------------


def lacks(name: Name, asked: set[str], language: str) -> set[str]:
    """The forms that are asked for and not given. `in` may be missing: a proper name reads alike everywhere."""
    wanted = {form for form in asked if form not in ("", "in", "plural")}
    if "plural" in asked:
        wanted |= set(PLURALS[language])
    return {form for form in wanted if form not in name.forms}


def undeclined(name: Name, language: str) -> bool:
    """Whether a name needs no forms: Latin languages without articles, for names without any."""
    return language != "ru" and not name.forms


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_names_have_the_forms_that_choices_ask_for(game: Any, language: str) -> None:
    named = 0
    for number in range(len(game.table)):
        choice = Choice(game.table, number)
        asked = fields_of(game.catalogue.verb(choice.verb, language)).get("noun", set())
        name = kind_name(game, game.face().noun_names.get(choice.verb, (choice.verb,)), choice.noun, language)
        if name is not None:
            named += 1
            assert undeclined(name, language) or lacks(name, asked, language) == set(), str(choice)
    assert named > 20


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_sides_have_the_forms_that_facts_ask_for(game: Any, language: str) -> None:
    sides = [
        game.catalogue.forms(f"{prefix}.{side}", language)
        for side in game.offers()["sides"]
        for prefix in game.face().side_names
    ]
    fields = [field for field, kinds in game.face().field_names.items() if set(kinds) & set(game.face().side_names)]
    assert sides
    for folder in FOLDERS:
        if game.name not in folder.parts:
            continue
        for fact, sentence in read(folder, f"text.{language}.toml")["fact"].items():
            for field, asked in fields_of(sentence).items():
                for side in sides if field in fields and field != "thing" else ():
                    assert undeclined(side, language) or lacks(side, asked, language) == set(), fact


def played(game: str, **setup: Any) -> Match:
    """A match played by a fixed sequence that visits many kinds of choices."""
    match = theomachy.new(game, **setup)
    number = 0
    while not match.over:
        seat = match.decision.seats[0]
        choices = match.choices_of(seat)
        number += 1
        match.play(choices[(number * 7919 + match.seed) % len(choices)], seat)
    return match


MATCHES = [
    played("ankh", players=4, seed=2),
    played("ankh", players=3, seed=3, pharaoh="ramses"),
    played("ankh", players=3, seed=4, pharaoh="akhenaten", scenario="guardians-of-kemet"),
    played("anunnaki", players=2, seed=5),
    played("anunnaki", players=4, seed=6),
]


def told() -> Iterator[tuple[Match, dict[str, Any]]]:
    """Facts of several matches, one of each kind, thing and set of fields."""
    for match in MATCHES:
        seen = {(fact["fact"], fact.get("thing"), tuple(fact)): fact for fact in match.facts}
        for fact in seen.values():
            yield match, fact


@pytest.mark.parametrize("language", LANGUAGES)
def test_things_have_the_forms_that_facts_ask_for(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever form a sentence asks of a name while real matches are told, the name has it."""
    missing: set[tuple[str, str]] = set()
    given = Name.form

    def form(name: Name, wanted: str) -> str:
        if wanted != "in" and wanted not in name.forms and not undeclined(name, language):
            missing.add((name.plain, wanted))
        return given(name, wanted)

    monkeypatch.setattr(Name, "form", form)
    for match, fact in told():
        assert "{" not in fact_words(match.game, fact, language, match)
    assert missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_lacks_a_field_or_shows_an_identifier(language: str) -> None:
    places = re.compile(
        r"\b(?:pharaohs|norrenis|babylon|ellenys|gaia|neutral)(?:\.|\d)|\b[PC]\d-C\d|_|\b[a-z]+-[a-z]+\d"
    )
    for match, fact in told():
        sentence = fact_words(match.game, fact, language, match)
        assert not sentence.startswith("–"), sentence
        assert not re.search(r"(?<!\w) –(?=[ ,.]|$)(?! \w)", sentence), sentence
        assert not places.search(sentence), sentence
        if language == "ru":
            assert not re.search(r"[A-Za-z]{3,}", sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_show_no_identifier(language: str) -> None:
    for match in MATCHES:
        table = match.game.table
        for number in range(len(table)):
            choice = Choice(table, number)
            if match.game.name == "anunnaki" and match.seats == 2 and str(choice) in (
                "territory gaia.k", "territory gaia.l", "territory gaia.F",
            ):  # fmt: skip
                continue  # no such territory in this match
            words = choice_words(match, choice, language)
            assert "{" not in words
            assert not re.search(r"\w\.\w|[a-z]\d|_", words), words


def test_common_nouns_are_small_inside_russian_sentences() -> None:
    proper = ("Сатис", "Апоп", "Скрижаль", "ПО")
    for match, fact in told():
        if fact["fact"] in ("match-over", "end-triggered", "void", "mana-action", "action", "event"):
            continue
        sentence = fact_words(match.game, fact, "ru", match)
        names = set(match.game.catalogue.names("ru").items())
        common = {
            name.partition(" ")[0]
            for key, name in names
            if key.partition(".")[0] in ("piece", "monument", "resource", "goal", "token", "ready", "score")
            and name[:1].isupper()
        }
        unquoted = re.sub(r"«[^»]*»", "", sentence).partition(":")[2]
        wrong = [word for word in re.findall(r"\w+", unquoted) if word in common and word not in proper]
        assert wrong == [], sentence


# --- type -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_and_minus_signs_are_typographic(language: str) -> None:
    for place, text in raw_texts(language):
        assert not re.search(r"['\"`]", text), f"{place}: {text}"
        assert not re.search(r"(?<![\w}\]])-\d", text), f"{place}: {text}"


@pytest.mark.parametrize(("language", "marks"), [("en", "«»„"), ("de", "«»”"), ("ru", "”„“")])
def test_quotation_marks_are_those_of_the_language(language: str, marks: str) -> None:
    for place, text in raw_texts(language):
        assert not set(marks) & set(text), f"{place}: {text}"


def test_russian_does_not_shout() -> None:
    for place, text in raw_texts("ru"):
        shouted = [word for word in re.findall(r"\b[А-ЯЁ]{2,}\b", text) if word not in ("ПО", "ФАЙЛ", "БОТ", "ПРАВИЛО")]
        assert shouted == [], f"{place}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_number_stays_with_its_unit(game: Any, language: str) -> None:
    texts = [rule.text for rule in game.catalogue.rules(language).values()]
    for text in [*texts, game.catalogue.quick(language), *game.catalogue.names(language).values()]:
        assert not re.search(r"\d (?:VP|SP|ПО|%)(?!\w)", text), text
