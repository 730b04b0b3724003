"""Choices, facts and rules as lines on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from theomachy.cli.phrases import phrase
from theomachy.cli.screen import place_verbs
from theomachy.kernel.catalogue import Rule
from theomachy.kernel.choice import Choice
from theomachy.kernel.language import fill
from theomachy.kernel.match import Match
from theomachy.kernel.wording import choice_words, fact_words, noun_words

#: from this many places on, a list of them is written in rows
MANY = 9


def list_choices(match: Match, labelled: Sequence[tuple[str, Choice]], lang: str, width: int) -> Text:
    """Choices with their numbers, one per line; many places of one kind in rows."""
    text = Text()
    view = match.view()
    verbs = list(dict.fromkeys(choice.verb for _, choice in labelled))
    digits = max(len(label) for label, _ in labelled)
    for verb in verbs:
        group = [(label, choice) for label, choice in labelled if choice.verb == verb]
        if len(group) >= MANY and (verb in place_verbs(match.game) or verb == "bid"):
            _append_rows(text, match, verb, group, digits, lang, width)
            continue
        words = [choice_words(match, choice, lang, view) for _, choice in group]
        longest = max(map(len, words))
        for (label, choice), reads in zip(group, words, strict=True):
            text.append(f"  {label:>{digits}}", "bold cyan").append(f"  {reads}")
            # What to type instead of the number, unless one reads it there already.
            if (choice.noun or choice.verb) not in reads.casefold() and choice.noun not in reads:
                text.append(f"{'':<{longest - len(reads)}}  {choice}", "dim")
            text.append("\n")
    text.right_crop(1)
    return text


def _append_rows(
    text: Text, match: Match, verb: str, group: list[tuple[str, Choice]], digits: int, lang: str, width: int
) -> None:
    heading = fill(match.game.catalogue.verb(verb, lang), {"noun": "…"}, lang)
    text.append(f"  {heading}", "bold").append(f"  {verb} …\n", "dim")
    if verb == "bid":
        text.append(f"  {group[0][0]}–{group[-1][0]}\n", "bold cyan")
        return
    nouns = [noun_words(match, choice, lang) for _, choice in group]
    longest = max(map(len, nouns))
    per_row = max(1, (width - 2) // (digits + longest + 4))
    for number, ((label, _), noun) in enumerate(zip(group, nouns, strict=True), 1):
        text.append(f"  {label:>{digits}}", "bold cyan").append(f" {noun:<{longest}} ")
        if number % per_row == 0 or number == len(group):
            text.append("\n")


def list_facts(match: Match, facts: Sequence[Mapping[str, Any]], lang: str, rules: bool) -> Text:
    """What happened, a line per fact; with `rules` each names the rule that made it happen."""
    text = Text()
    for number, fact in enumerate(facts):
        if number:
            text.append("\n")
        begins = fact["fact"] in match.game.face().headlines
        text.append("  ▸ " if begins else "    ", "bold")
        text.append(fact_words(match.game, fact, lang, match), "bold" if begins else "")
        if rules:
            text.append(f"  {fact['rule']}", "dim")
    return text


def write_rule(rule: Rule, lang: str, cases: int = 0) -> Text:
    """A rule with its title and identifier, marked when it is a ruling; and how many cases prove it, if any."""
    text = Text.assemble((rule.title, "bold"), (f"  {rule.id}", "dim"), f"\n{rule.text}")
    if rule.ruling:
        text.append(f"\n({phrase('ruling', lang)})", "italic")
    if cases:
        text.append(f"\n{phrase('rule-cases', lang, count=cases)}", "dim")
    return text
