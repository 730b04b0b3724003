"""A plan in words, in every language: the steps of the turn, what they lead to, and what is threatened then.

All names come from the game's own wording of choices and facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from theomachy.bots.examining import Threat
from theomachy.bots.phrases import quoted, sentences_of
from theomachy.bots.plan import Plan
from theomachy.kernel.choice import Choice
from theomachy.kernel.face import Face
from theomachy.kernel.game import Game
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match, planner_match
from theomachy.kernel.wording import choice_words, fact_words, side_words

#: what a plan leads to is told in so many sentences at most; a threat in fewer
AIMS: Final = 3
THREAT_AIMS: Final = 2
#: a threat that costs less of the chance to win is none
SMALL_THREAT: Final = 0.04


@dataclass(frozen=True, slots=True)
class PlanWords:
    """A plan for people. Empty sentences are left out."""

    #: an action each: "Move figures: Figure on C5 (Warrior), To B7"
    steps: tuple[str, ...]
    aim: str
    threat: str

    def sentences(self, lang: str) -> list[str]:
        """The plan, and what it leads to."""
        steps = ", ".join(quoted(step, lang) for step in self.steps)
        plan = [sentences_of(lang)["plan"].format(steps=steps)] if steps else []
        return [*plan, self.aim] if self.aim else plan


def plan_words(game: Game[Any], plan: Plan, lang: str) -> PlanWords:
    """The steps of a plan, what it leads to as far as its seat may know, and the answer to be feared."""
    steps, facts = _walk(game, plan.start, plan.seat, plan.clicks, plan.seat, lang)
    told = "; ".join(_weightiest(game.face(), facts, AIMS, lang, game))
    aim = sentences_of(lang)["aim"].format(facts=told) if told else ""
    return PlanWords(tuple(steps), aim, threat_words(game, plan.threat, plan.seat, lang))


def threat_words(game: Game[Any], threat: Threat | None, asking: int, lang: str) -> str:
    """What is threatened, in a sentence; empty where it is nothing much."""
    if threat is None or threat.cost < SMALL_THREAT:
        return ""
    steps, facts = _walk(game, threat.state, threat.seat, threat.clicks, asking, lang)
    told = "; ".join(_weightiest(game.face(), facts, THREAT_AIMS, lang, game))
    fields = {
        "side": side_words(game, game.seat_name(threat.state, Seat(threat.seat)), lang),
        "step": quoted("; ".join(steps), lang),
        "cost": round(100 * threat.cost),
        "facts": told,
    }
    return sentences_of(lang)["threat-facts" if told else "threat"].format(**fields)


def _walk(
    game: Game[Any], start: Any, seat: int, clicks: list[int], viewer: int, lang: str
) -> tuple[list[str], list[tuple[Match, Mapping[str, Any]]]]:
    """The clicks in words, an action each, and the facts that a viewer may know, up to where something turns up."""
    match = planner_match(game, game.portable(start))
    match.state.listening = True
    actions: list[list[str]] = []
    facts: list[tuple[Match, Mapping[str, Any]]] = []
    for click in clicks:
        if len(match.state.stack) == 1 or not actions:
            actions.append([])
        actions[-1].append(choice_words(match, Choice(game.table, click), lang))
        reveals, draws = match.state.reveals, match.state.draws
        told = match.told
        match.play(click, seat)
        if (match.state.reveals, match.state.draws) != (reveals, draws):
            # What turns up is imagined.
            break
        facts.extend((match, fact) for fact in match.facts_since(told, viewer))
    return [f"{first}: {', '.join(rest)}" if rest else first for first, *rest in actions], facts


def _weightiest(
    face: Face, facts: list[tuple[Match, Mapping[str, Any]]], most: int, lang: str, game: Game[Any]
) -> list[str]:
    """The sentences of the facts that matter most, in the order in which they happen."""
    if face.aims:
        ranked = [place for place in range(len(facts)) if facts[place][1]["fact"] in face.aims]
        ranked.sort(key=lambda place: (face.aims.index(facts[place][1]["fact"]), -place))
    else:
        ranked = [place for place in range(len(facts)) if facts[place][1]["fact"] != "turn"][::-1]
    told = [fact_words(game, facts[place][1], lang, facts[place][0]) for place in sorted(ranked[:most])]
    return list(dict.fromkeys(told))
