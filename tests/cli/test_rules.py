"""`theomachy rules`."""

from __future__ import annotations

import json

import theomachy
from tests.cli.command import refused, run
from theomachy.book import examples_of
from theomachy.kernel.language import NBSP

CATALOGUE = theomachy.game("ankh").catalogue


def test_the_list_has_every_rule_under_its_chapter() -> None:
    ran = run("rules", "ankh", "--lang", "de")
    assert ran.code == 0
    lines = ran.out.splitlines()
    for rule in CATALOGUE.rules("de").values():
        assert any(line.split() == [rule.id, *rule.title.split()] for line in lines), rule.id
    assert lines.index("ankh/card") < next(number for number, line in enumerate(lines) if "ankh/card/flood" in line)
    assert run("rules").out == run("rules", "ankh").out


def test_one_rule() -> None:
    ran = run("rules", "ankh/card/flood", "--lang", "ru")
    rule = CATALOGUE.rule("ankh/card/flood", "ru")
    assert rule.title in ran.out
    assert " ".join(rule.text.split()) in " ".join(ran.out.split())
    assert run("rules", "ankh/card/flood").out == run("rules", "card/flood").out


def test_the_number_of_cases_is_named() -> None:
    proven = examples_of(theomachy.game("ankh")).cases
    assert f"proven by {proven['ankh/card/flood']}{NBSP}cases" in run("rules", "card/flood").out
    assert f"belegt durch {proven['ankh/card/flood']}{NBSP}Prüffälle" in run("rules", "card/flood", "--lang", "de").out
    assert "proven by" not in run("rules", "theomachy/turn").out


def test_a_ruling_is_marked() -> None:
    ruling = next(rule for rule in CATALOGUE.rules().values() if rule.ruling)
    plain = next(rule for rule in CATALOGUE.rules().values() if not rule.ruling)
    assert "a ruling of this project" in run("rules", ruling.id).out
    assert "a ruling of this project" not in run("rules", plain.id).out
    assert json.loads(run("rules", ruling.id, "--json").out) == {
        "id": ruling.id,
        "title": ruling.title,
        "text": ruling.text,
        "ruling": True,
        "cases": examples_of(theomachy.game("ankh")).cases[ruling.id],
    }


def test_the_quick_reference() -> None:
    ran = run("rules", "ankh", "--quick")
    assert "Ankh: quick reference" in ran.out
    assert "##" not in ran.out, "Markdown is rendered"
    assert "краткая памятка" in run("rules", "ankh", "--quick", "--lang", "ru").out
    assert json.loads(run("rules", "ankh", "--quick", "--json").out)["quick"] == CATALOGUE.quick()


def test_json_list() -> None:
    data = json.loads(run("rules", "ankh", "--json").out)
    assert [rule["id"] for rule in data] == list(CATALOGUE.rules())


def test_rules_are_found_by_what_they_are_about() -> None:
    chariot = theomachy.game("anunnaki").catalogue.rule("anunnaki/weapon/war-chariot")
    for words in (("war", "chariot"), ("War Chariot",), ("war-chariot",)):
        ran = run("rules", *words)
        assert chariot.title in ran.out
        assert " ".join(chariot.text.split()) in " ".join(ran.out.split())
    found = json.loads(run("rules", "Double", "Axe", "--json").out)
    found = found if isinstance(found, list) else [found]
    assert all("Double Axe" in rule["title"] + rule["text"] for rule in found)
    german = theomachy.game("ankh").catalogue.rule("ankh/card/flood", "de")
    assert german.id in run("rules", german.title, "--lang", "de").out


def test_unknown_rules_and_languages_are_refused() -> None:
    assert "no rule 'ankh/card/flod'; 'theomachy rules ankh' lists them all" in refused("rules", "ankh/card/flod")
    assert "did you mean" in refused("rules", "plague")
    assert "no game 'chess'" in refused("rules", "chess", "--quick")
    assert "no language 'tlh'; there are de, en, ru" in refused("rules", "ankh", "--lang", "tlh")
