"""What lies beside the map of Ankh: gods, tracks, supply, the battle being fought. All from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from theomachy.games.ankh.components import CARDS, RED_UNTIL, TOP
from theomachy.games.ankh.face.map import MONUMENT_LETTERS, PIECE_LETTERS, PLAYER_STYLES, player_of
from theomachy.kernel.speech import Speech

EVENT_LETTERS: Final = {"control": "C", "camel": "S", "conflict": "X", "bid": "G"}
BAR: Final = 8


def god_label(view: Mapping[str, Any], god: str, names: Speech) -> Text:
    """A god with its player digit, in the player's colour: ' 1 ' Isis."""
    player = player_of(dict(view), god)
    return Text.assemble((f" {player} ", PLAYER_STYLES[player]), " ", (names(f"god.{god}"), "bold"))


def gods_table(view: Mapping[str, Any], names: Speech, players: Mapping[int, str]) -> Table:
    """All gods in play, the most devoted first. `players`: who plays a seat, in words."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold", expand=False)
    for key in ("god", "devotion", "followers", "tokens"):
        table.add_column(names.say(key), justify="right" if key in ("followers", "tokens") else "left", no_wrap=True)
    table.add_column()
    by_name = {god["god"]: god for god in view["gods"]}
    for name in reversed(view["ladder"]):
        god = by_name.get(name)
        if god is not None:
            table.add_row(*_god_row(view, god, names, players))
    return table


def _god_row(
    view: Mapping[str, Any], god: Mapping[str, Any], names: Speech, players: Mapping[int, str]
) -> list[RenderableType]:
    label = god_label(view, god["god"], names)
    merged = [names(f"god.{other}") for other in god["god_powers"] if other != god["god"]]
    if merged:
        label.append("+" + "+".join(merged), "bold")
    label.append("\n    " + ", ".join(players.get(seat, "") for seat in god["seats"]), "dim")
    belongings = Text()
    powers = ", ".join(names(f"power.{power}") for power in god["powers"])
    for key, words in (("powers", powers), ("cards", _hand(god["hand"], names)), ("pool", _pool(god, names))):
        belongings.append(f"{names.say(key)}: ", "dim").append(f"{words or '–'}\n")
    belongings.right_crop(1)
    return [label, _devotion(int(god["devotion"]), names), str(god["followers"]), str(god["tokens"]), belongings]


def _devotion(devotion: int, names: Speech) -> Text:
    filled = round(BAR * devotion / TOP)
    red = devotion <= RED_UNTIL
    bar = Text(f"{devotion:>2} ", "bold")
    bar.append("━" * filled, "red" if red else "green")
    bar.append("╌" * (BAR - filled), "dim")
    if red:
        bar.append(f"\n   {names.say('red')}", "dim")
    return bar


def _hand(hand: list[str], names: Speech) -> str:
    missing = [card for card in CARDS if card not in hand]
    if not missing:
        return names.say("all-cards", count=len(CARDS))
    if len(missing) <= len(hand):
        return names.say("all-but", cards=", ".join(names(f"card.{card}") for card in missing))
    return ", ".join(names(f"card.{card}") for card in hand) or "–"


def _pool(god: Mapping[str, Any], names: Speech) -> str:
    pieces = [f"{count}{PIECE_LETTERS[kind]}" for kind, count in god["pool"].items() if count]
    parts = [" ".join(pieces) or "–"]
    if god["held"]:
        parts.append(names.say("held", count=god["held"]))
    if "suns" in god:
        parts.append(names.say("suns", count=god["suns"]))
    if "underworld_pool" in god:
        parts.append(names.say("underworld-pool", count=god["underworld_pool"]))
    if "amun_ready" in god:
        parts.append(names.say("two-cards-ready" if god["amun_ready"] else "two-cards-spent"))
    if "stock" in god:
        stock = " ".join(f"{count}{MONUMENT_LETTERS[monument]}" for monument, count in god["stock"].items())
        parts.append(names.say("stock", pieces=stock))
    return ", ".join(parts)


def tracks(view: Mapping[str, Any], names: Speech) -> Text:
    """Action markers with the moves left to their event, and the event track."""
    text = Text(no_wrap=False)
    text.append(f"{names.say('actions')}\n", "bold")
    actions = view["tracks"]["actions"]
    width = max(len(names(f"action.{action}")) for action in actions)
    longest = max(int(marker["event_at"]) for marker in actions.values())
    for action, marker in actions.items():
        moved, last = int(marker["moved"]), int(marker["event_at"])
        text.append(f"  {names(f'action.{action}'):<{width}}  ")
        text.append("■" * moved, "bold").append("□" * (last - moved), "dim").append(" " * (longest - last))
        left = last - moved
        when = names.say("event-in", count=left) if left > 0 else names.say("event-now")
        text.append(f"  {when}" if not view["over"] else "", "bold yellow" if left <= 1 else "dim").append("\n")
    text.append(f"{names.say('events')}  ", "bold")
    text.append_text(event_track(view))
    coming = _coming_events(view, names)
    if coming:
        text.append(f"\n  {coming}")
    return text


def event_track(view: Mapping[str, Any]) -> Text:
    """The 18 events as letters, the next one in brackets."""
    done = int(view["tracks"]["events_done"])
    text = Text()
    for number, event in enumerate(view["tracks"]["events"]):
        letter = EVENT_LETTERS[event]
        if number == done and not view["over"]:
            text.append(f"[{letter}]", "bold reverse")
        else:
            text.append(f" {letter} ", "dim strike" if number < done else "bold" if event == "conflict" else "")
    return text


def _coming_events(view: Mapping[str, Any], names: Speech) -> str:
    done = int(view["tracks"]["events_done"])
    events = view["tracks"]["events"]
    if done >= len(events) or view["over"]:
        return ""
    coming = names.say("next-event", event=names(f"event.{events[done]}"))
    if "conflict" not in events[done:]:
        return coming
    away = events[done:].index("conflict") + 1
    if away == 1:
        return coming
    number = events[:done].count("conflict") + 1
    return f"{coming}; {names.say('next-conflict', number=number, count=away)}"


def event_legend(view: Mapping[str, Any], names: Speech) -> str:
    """What the letters of the event track mean."""
    kinds = dict.fromkeys(view["tracks"]["events"])
    return "  ".join(f"{EVENT_LETTERS[kind]} {names(f'event.{kind}')}" for kind in kinds)


def supply(view: Mapping[str, Any], names: Speech) -> Text:
    """What is left in the supplies."""
    left = view["supply"]
    parts = [names.say("camels", count=left["camels"])]
    parts.append(names.say("order-tiles", tiles=" ".join(map(str, left["tiles"])) or names.say("none")))
    monuments = {**left, "sphinx": view["pharaoh"]["sphinxes_left"]} if "pharaoh" in view else left
    parts.append(
        " ".join(f"{monuments[name]}{letter}" for name, letter in MONUMENT_LETTERS.items() if name in monuments)
    )
    guardians = " ".join(f"{count}{PIECE_LETTERS[kind]}" for kind, count in left["guardians"].items())
    if guardians:
        parts.append(guardians)
    text = Text.assemble((f"{names.say('supply')}  ", "bold"), ", ".join(parts))
    tiebreaker = view["tiebreaker"]
    if tiebreaker["god"]:
        key = "tiebreaker" if tiebreaker["ready"] else "tiebreaker-spent"
        text.append("\n" + names.say(key, god=names(f"god.{tiebreaker['god']}")))
    return text


def pharaoh_text(view: Mapping[str, Any], names: Speech) -> Text | None:
    """With the Pharaoh expansion: the pharaoh, the palace room by room, the agenda cards."""
    pharaoh = view.get("pharaoh")
    if pharaoh is None:
        return None
    where = pharaoh["cell"] or names.say("pharaoh-dead" if pharaoh["dead"] else "pharaoh-away")
    text = Text.assemble((f"{names.say('pharaoh')}  ", "bold"), f"{names('king.' + pharaoh['name'])}, {where}")
    if pharaoh["tokens"]:
        text.append(f", {names.say('pharaoh-tokens', count=pharaoh['tokens'])}")
    text.append(f"\n{names.say('palace')}\n", "bold")
    for number, room in enumerate(pharaoh["rooms"], 1):
        priests = ", ".join(f"{names(f'god.{god}')} {count}" for god, count in room["priests"].items())
        if room["closed"]:
            priests = names.say("room-closed")
        text.append(f"  {number} {names('room.' + room['room'])}: {priests or '–'}\n")
    text.append(f"{names.say('agenda')}  ", "bold")
    text.append(f"{_agenda(pharaoh['open'], names)}; {names.say('agenda-deck', count=pharaoh['deck'])}")
    if pharaoh["revealed"]:
        text.append(f"\n  {names.say('agenda-revealed')}: {_agenda(pharaoh['revealed'], names)}")
    for god, goods in pharaoh["gods"].items():
        text.append(f"\n  {names(f'god.{god}')}: {names.say('priests', count=goods['priests_in_pool'])}")
        if goods["agenda"]:
            text.append(f"; {names.say('cards')}: {_agenda(goods['agenda'], names)}")
        if goods["played_agenda"]:
            text.append(f"; {names.say('agenda-played')}: {_agenda(goods['played_agenda'], names)}")
    return text


def _agenda(cards: list[str], names: Speech) -> str:
    return ", ".join(names(f"agenda.{card}") for card in cards) or "–"


def guardian_legend(view: Mapping[str, Any], names: Speech) -> str:
    """The three letters of the guardians that are in this match."""
    kinds = {figure["piece"] for figure in view["board"]["figures"]}
    kinds.update(view["supply"]["guardians"], *(god["pool"] for god in view["gods"]))
    shown = [kind for kind in PIECE_LETTERS if kind in kinds and kind not in ("god", "warrior")]
    return "  ".join(f"{PIECE_LETTERS[kind]} {names(f'piece.{kind}')}" for kind in shown)


def claw_lines(view: Mapping[str, Any], names: Speech) -> list[str]:
    """Where the claws of the Giant Scorpions point."""
    return [
        names.say("claws", cell=figure["cell"], cells=", ".join(figure["claws"]))
        for figure in view["board"]["figures"]
        if figure.get("claws")
    ]


def score_text(view: Mapping[str, Any], names: Speech) -> Text:
    """Devotion if the conflict came now, and the battles it would bring, with strengths before cards."""
    board = view["scoreboard"]
    if view["over"]:
        return Text()
    scores = [f"{names(f'god.{god}')} {board['scores'][god]['total']}" for god in board["ranking"]]
    lines = [names.say("score-now", scores=", ".join(scores))]
    for region, contest in board["contests"].items():
        if contest["state"] == "battle":
            gods = [f"{names(f'god.{god}')} {entry['strength']}" for god, entry in contest["gods"].items()]
            lines.append(names.say("battle-ahead", region=region, gods=", ".join(gods)))
    return Text("\n".join(lines))


def battle_text(view: Mapping[str, Any], names: Speech) -> Text | None:
    """The battle being fought: who takes part, cards and strengths as far as they are open."""
    battle = view["battle"]
    if battle is None:
        return None
    gods = ", ".join(names(f"god.{god}") for god in battle["gods"])
    text = Text(names.say("battle", region=battle["region"], gods=gods), "bold red")
    for god in battle["gods"]:
        cards = ", ".join(names(f"card.{card}") for card in battle["cards"].get(god, []))
        strength = battle["strength"].get(god, 0)
        if cards or strength:
            text.append(f"\n  {names(f'god.{god}')}: {cards or '–'}, {names.say('strength')} {strength}", "default")
    return text
