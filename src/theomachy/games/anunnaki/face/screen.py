"""A view of Anunnaki as a drawing: boards, what every house has, stars, goals, civilizations, contracts, battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from theomachy.games.anunnaki.content import CONTENT
from theomachy.games.anunnaki.face.map import (
    HOUSE_LETTERS,
    HOUSE_STYLES,
    TYPE_LETTERS,
    draw_map,
    legend,
)
from theomachy.games.anunnaki.face.remarks import contract_words
from theomachy.games.anunnaki.face.values import has_printed_content, rewards
from theomachy.kernel.language import number_words
from theomachy.kernel.speech import PlaceSpeech


def draw_view(names: PlaceSpeech, view: Mapping[str, Any], players: Mapping[int, str]) -> RenderableType:
    """Everything a view shows."""
    parts: list[RenderableType | None] = [
        draw_map(view, names),
        legend(view, names),
        houses_table(names, view, players),
        *(belongings(names, view, house) for house in view["houses"]),
        score_text(names, view),
        stars_text(names, view),
        goals_table(names, view),
        civilizations_text(names, view),
        markers_text(names, view),
        offer_text(names, view) if view["offer"] else None,
        battle_text(names, view),
    ]
    return Group(*(part for part in parts if part is not None))


def house_label(house: str) -> tuple[str, str]:
    return f" {HOUSE_LETTERS[house]} ", HOUSE_STYLES[house]


# --- what every house has ---------------------------------------------------------------------------------------------


def houses_table(names: PlaceSpeech, view: Mapping[str, Any], players: Mapping[int, str]) -> Table:
    """Points, resources and places on the tracks."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold", expand=False)
    table.add_column(names.say("house"), no_wrap=True)
    for key in ("vp", *TYPE_LETTERS, "mana", "war", "technology", "trade", "supremacy"):
        table.add_column(names.say(f"short.{key}"), justify="right", no_wrap=True)
    for house in view["houses"]:
        mark = "▸ " if house["seat"] == view["turn"] else "  "
        label = Text.assemble(
            mark, (names(f"house.{house['house']}"), HOUSE_STYLES[house["house"]]),
            (f" {players.get(house['seat'], '')}", "dim"),
        )  # fmt: skip
        numbers = [house["vp"], *house["resources"].values(), house["mana"], *house["tracks"].values()]
        table.add_row(label, *map(str, numbers), number_words(str(house["supremacy"]), names.lang))
    return table


def belongings(names: PlaceSpeech, view: Mapping[str, Any], house: Mapping[str, Any]) -> Text:
    """Pool, settlements, weapons, gods, contracts and artifacts of a house."""
    known = house.get("hand") or house["hand_shown"]
    weapons = ", ".join(weapon_words(names, view, name) for name in known)
    gods = [
        names.say("god-summoned", god=names(f"god.{god}")) if god in house["summoned"] else names(f"god.{god}")
        for god in [house["great_god"], *house["lesser_gods"]]
    ]
    parts = [
        names.say("pool", count=house["pool"]),
        names.say("settlements", count=house["settlements_left"]),
        names.say("hand", count=house["hand_size"]) + (f" ({weapons})" if weapons else ""),
        f"{names('word.gods')}: {', '.join(gods)}",
    ]
    if house["contracts"]:
        held = " / ".join(names.place(contract["name"]) for contract in house["contracts"])
        parts.append(f"{names('word.contracts')}: {held}")
    if house["artifacts"]:
        owned = ", ".join(names(f"artifact.{name}") for name in house["artifacts"])
        parts.append(f"{names('word.artifacts')}: {owned}")
    return Text.assemble(house_label(house["house"]), f" {'; '.join(parts)}")


def weapon_words(names: PlaceSpeech, view: Mapping[str, Any], weapon: str) -> str:
    """A weapon with its strength, where that is the printed one."""
    if not has_printed_content(view):
        return names(f"weapon.{weapon}")
    strength = next(entry.get("strength", 0) for entry in CONTENT["weapon"] if entry["name"] == weapon)
    return names.say("weapon", weapon=names(f"weapon.{weapon}"), strength=strength)


# --- stars and goals --------------------------------------------------------------------------------------------------


def stars_text(names: PlaceSpeech, view: Mapping[str, Any]) -> Text | None:
    """Where the tiles lie, the mana of the lines, and of every house the figure, the cubes and the developed tiles."""
    if view["tiles"] is None:
        return None
    text = Text(f"★ {names.say('stars')}  ", "bold")
    text.append("  ".join(f"{place} {names(f'tile.{tile}')}" for place, tile in view["tiles"].items()), "default")
    lines = ", ".join(f"{names.place(line)} {mana}" for line, mana in view["line_mana"].items() if mana)
    text.append(f"\n  {names.say('star-lines', lines=lines)}", "dim")
    for house in view["houses"]:
        parts: list[str] = []
        if house["figure"] is None:
            parts.append(names.say("star-first", left=house["cubes_left"]))
        else:
            tile = names(f"tile.{view['tiles'][house['figure']]}")
            parts.append(names.say("star", tile=tile, laid=len(house["cubes"]), left=house["cubes_left"]))
        if house["cubes"]:
            parts.append(names.say("star-own", lines=", ".join(map(names.place, house["cubes"]))))
        if house["developed"]:
            parts.append(names.say("star-developed", tiles=", ".join(names(f"tile.{t}") for t in house["developed"])))
        if any(house["tokens"].values()):
            parts.append(names.say("star-tokens", **house["tokens"]))
        text.append("\n ").append(*house_label(house["house"])).append(f" {'; '.join(parts)}", "default")
    return text


def goals_table(names: PlaceSpeech, view: Mapping[str, Any]) -> Table | None:
    """The goal of each track and what it would bring every house now."""
    if view["goals"] is None:
        return None
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left", title_style="bold")
    table.title = f"⚑ {names.say('goals')}"
    table.add_column(no_wrap=True)
    for house in view["houses"]:
        table.add_column(Text(*house_label(house["house"])), no_wrap=True)
    for track, goal in view["goals"].items():
        row = [f"{names(f'track.{track}')}: {names(f'goal.{goal}')}"]
        for house in view["houses"]:
            value = house["goal_values"][goal]
            if track in house["tracks"]:
                times = view["tracks"]["multiplier"][track][house["tracks"][track]]
                row.append(names.say("goal-points", value=value, times=times, points=value * times))
            else:
                row.append(names.say("goal-steps", value=value))
        table.add_row(*row)
    return table


# --- what lies on the boards ------------------------------------------------------------------------------------------


def civilizations_text(names: PlaceSpeech, view: Mapping[str, Any]) -> Text | None:
    """The ancient civilizations that are turned up: how strong they are, what they do and give."""
    known = [entry for entry in view["territories"] if entry.get("civilization", {}).get("up")]
    if not known:
        return None
    text = Text(names.say("civilizations"), "bold")
    for entry in known:
        civilization = entry["civilization"]
        effect = f", {names('effect.' + civilization['effect'])}" if civilization["effect"] else ""
        if effect:
            rule = names.catalogue.rule(f"anunnaki/civ/{civilization['effect']}", names.lang)
            effect += f" ({rule.text.rstrip('.')})"
        words = names.say(
            "civilization-up",
            place=names.place(entry["name"]),
            strength=civilization["strength"],
            effect=effect,
            reward=rewards(names, civilization["reward"]) or "–",
        )
        text.append(f"\n  {words}", "default")
    return text


def markers_text(names: PlaceSpeech, view: Mapping[str, Any]) -> Text | None:
    """What a culture marker is, and what those turned up give."""
    if not view["markers"]:
        return None
    text = Text(f"◆ {names.say('markers')}", "bold")
    for board in dict.fromkeys(marker["point"].partition(".")[0] for marker in view["markers"]):
        words = [
            f"{_around(marker)}: {rewards(names, marker['reward']) if marker['up'] else '?'}"
            for marker in view["markers"]
            if marker["point"].startswith(f"{board}.")
        ]
        text.append(f"\n  {names(f'house.{board}')}  ", "bold").append("; ".join(words), "default")
    return text


def _around(marker: Mapping[str, Any]) -> str:
    """The number of a meeting point, and the three territories that meet there."""
    around = "-".join(place.partition(".")[2] for place in marker["around"])
    return f"{marker['point'].partition('.')[2]} ({around})"


def offer_text(names: PlaceSpeech, view: Mapping[str, Any]) -> Text:
    """The open contracts: what they cost and give."""
    text = Text(f"{names('word.offer')} ({view['deck']})", "bold")
    for contract in view["offer"]:
        text.append(f"\n  {names.place(contract['name'])}", "bold").append(f"  {contract['name']}  ", "dim")
        text.append(contract_words(names, contract), "default")
    return text


def score_text(names: PlaceSpeech, view: Mapping[str, Any]) -> Text | None:
    """Who would have how much if it ended now, and the battles to come, with strengths before weapons."""
    board = view["scoreboard"]
    if view["over"] or not board["scores"]:
        return None
    scores = [f"{names(f'house.{house}')} {board['scores'][house]['total']}" for house in board["ranking"]]
    lines = [names.say("score-now", scores=", ".join(scores))]
    for territory, contest in board["contests"].items():
        attacker, defender = contest["attacker"], contest["defender"]
        lines.append(
            names.say(
                "battle-ahead",
                place=names.place(territory),
                attacker=names(f"house.{attacker['house']}"),
                ours=attacker["strength"],
                defender=names(f"house.{defender['house']}" if defender["house"] else "word.civilization"),
                theirs="?" if defender["strength"] is None else defender["strength"],
            )
        )
    return Text("\n".join(lines))


def battle_text(names: PlaceSpeech, view: Mapping[str, Any]) -> Text | None:
    """The battle being fought: weapons and strengths as far as they are open."""
    battle = view["battle"]
    if battle is None:
        return None
    text = Text(f"{names('word.battle')}: {names.place(battle['territory'])}", "bold red")
    for side in (battle["attacker"], battle["defender"]):
        who = names(f"house.{side['house']}" if side["house"] else "word.civilization")
        weapons = ", ".join(weapon_words(names, view, weapon) for weapon in side["weapons"]) or "–"
        words = names.say("battle-side", side=who, weapons=weapons, strength=side["strength"])
        text.append(f"\n  {words}", "default")
    return text
