"""The boards of Anunnaki as letters: planets, Gaia, the star, what every house has. All from a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.language import fill, number_words, plural

#: letters of the resources on the map; a symbol that is exhausted is a dot
TYPE_LETTERS: Final = {"food": "f", "wood": "w", "gold": "g", "metal": "m"}
HOUSE_STYLES: Final = {
    "pharaohs": "bold #000000 on #ffd23f",
    "norrenis": "bold #ffffff on #1f5fbf",
    "babylon": "bold #ffffff on #7a3fb0",
    "ellenys": "bold #ffffff on #b3261e",
}
HOUSE_LETTERS: Final = {"pharaohs": "P", "norrenis": "N", "babylon": "B", "ellenys": "E"}
CHOICE_STYLE: Final = "bold #000000 on #00e676"
#: verbs of choices that point at something on the boards
PLACE_VERBS: Final = ("territory", "culture", "line", "cube")
CELL: Final = 15
HEADING: Final = 8
#: gives what people call a place of the notation
Places = Callable[[str], str]
_PLANET_ROWS: Final = ("TL TC TR", "ML MR", "CAP")
_GAIA_ROWS: Final = {True: ("a b c d e", "f E F g", "h i j k l"), False: ("a b c d", "e E f", "g h i j")}


def draw_view(
    catalogue: Catalogue, view: Mapping[str, Any], lang: str, players: Mapping[int, str], places: Places
) -> RenderableType:
    """Everything a view shows. `places`: what people call a place of the notation."""
    parts: list[RenderableType | None] = [
        draw_map(catalogue, view, lang),
        Text("\n".join(catalogue.name(f"word.legend-{part}", lang) for part in ("symbols", "pieces")), "dim"),
        houses_table(catalogue, view, lang, players),
        *(belongings(catalogue, house, lang, places) for house in view["houses"]),
        goals_text(catalogue, view, lang),
        star_text(catalogue, view, lang),
        markers_text(catalogue, view, lang, places) if view["markers"] else None,
        offer_text(catalogue, view, lang, places) if view["offer"] else None,
        battle_text(catalogue, view, lang, places),
    ]
    return Group(*(part for part in parts if part is not None))


def draw_map(catalogue: Catalogue, view: Mapping[str, Any], lang: str) -> Text:
    """Planets and Gaia: per territory its name, symbols, shrines and civilization, below them what stands there."""
    territories = {territory["name"]: territory for territory in view["territories"]}
    choosable = {noun for verb, _, noun in (text.partition(" ") for text in view["decision"]["choices"])}
    drawing = Text(no_wrap=True, overflow="crop")
    planets = [seat["house"] for seat in view["seats"]]
    for planet in [*planets, "gaia"]:
        large = "gaia.k" in territories
        rows = _GAIA_ROWS[large] if planet == "gaia" else _PLANET_ROWS
        drawing.append(f"{catalogue.name(f'house.{planet}', lang)}", HOUSE_STYLES.get(planet, "bold"))
        drawing.append(f"  {planet}.…\n", "dim")
        widest = max(len(row.split()) for row in rows)
        for row in rows:
            names = [f"{planet}.{place}" for place in row.split()]
            shown = [name for name in names if name in territories]
            indent = " " * ((widest - len(names)) * CELL // 2)
            _append_line(drawing, indent, [_head(territories[name], name in choosable) for name in shown])
            _append_line(drawing, indent, [_pieces(catalogue, territories[name], lang) for name in shown])
    if "afterlife" in territories:
        drawing.append(catalogue.name("territory.afterlife", lang), "bold").append("  afterlife\n", "dim")
        _append_line(drawing, "", [_pieces(catalogue, territories["afterlife"], lang)])
    drawing.right_crop(1)
    return drawing


def _append_line(drawing: Text, indent: str, cells: list[Text]) -> None:
    drawing.append(indent)
    for cell in cells:
        cell.truncate(CELL - 1, pad=True)
        drawing.append_text(cell).append(" ")
    drawing.append("\n")


def _head(territory: Mapping[str, Any], choosable: bool) -> Text:
    name = str(territory["name"]).partition(".")[2]
    text = Text("+" if choosable else " ", CHOICE_STYLE if choosable else "").append(f"{name:<4}", "bold")
    for kind, count in territory["symbols"].items():
        left = int(count["all"]) - int(count["exhausted"])
        text.append(TYPE_LETTERS[kind] * left).append("." * int(count["exhausted"]), "dim")
    text.append("s" * int(territory["shrines"]), "cyan").append("~" if territory["atlantis"] else "", "blue")
    civilization = territory.get("civilization")
    if civilization is not None:
        text.append(f" c{civilization['strength']}" if civilization["up"] else " ?", "bold red")
    return text


def _pieces(catalogue: Catalogue, territory: Mapping[str, Any], lang: str) -> Text:
    text = Text(" ")
    for house, pieces in territory["pieces"].items():
        words = HOUSE_LETTERS[house]
        words += str(pieces["follower"]) if "follower" in pieces else ""
        words += "S" * int(pieces.get("settlement", 0))
        gods = [name for name in pieces if name not in ("follower", "settlement")]
        words += "".join(f"+{catalogue.name(f'god.{name}', lang)[:4]}" for name in gods)
        text.append(words, HOUSE_STYLES[house]).append(" ")
    return text


def houses_table(catalogue: Catalogue, view: Mapping[str, Any], lang: str, players: Mapping[int, str]) -> Table:
    """What every house has."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold", expand=False)
    table.add_column(no_wrap=True)
    for key in ("resource.vp", *(f"resource.{kind}" for kind in TYPE_LETTERS), "resource.mana"):
        table.add_column(_heading(catalogue.name(key, lang)), justify="right", no_wrap=True)
    for track in ("war", "technology", "trade", "supremacy"):
        table.add_column(_heading(catalogue.name(f"track.{track}", lang)), justify="right", no_wrap=True)
    for house in view["houses"]:
        mark = "▸ " if house["seat"] == view["turn"] else "  "
        label = Text.assemble(
            mark, (catalogue.name(f"house.{house['house']}", lang), HOUSE_STYLES[house["house"]]),
            (f" {players.get(house['seat'], '')}", "dim"),
        )  # fmt: skip
        numbers = [house["vp"], *house["resources"].values(), house["mana"], *house["tracks"].values()]
        table.add_row(label, *map(str, numbers), number_words(str(house["supremacy"]), lang))
    return table


def _heading(word: str) -> str:
    """A word short enough for a narrow column."""
    return word if len(word) <= HEADING else f"{word[: HEADING - 1]}."


def belongings(catalogue: Catalogue, house: Mapping[str, Any], lang: str, places: Places) -> Text:
    """Pool, cubes, hand, gods, contracts and artifacts of a house, in a line."""
    hand = [catalogue.name(f"weapon.{name}", lang) for name in house.get("hand", [])]
    gods = [
        catalogue.name(f"god.{god}", lang) + ("*" if god in house["summoned"] else "")
        for god in [house["great_god"], *house["lesser_gods"]]
    ]
    lines = {
        "word.pool": str(house["pool"]),
        "word.cubes": str(house["cubes_left"]),
        "word.hand": ", ".join(hand) or str(house["hand_size"]),
        "word.gods": ", ".join(gods),
        "word.contracts": "; ".join(places(contract["name"]) for contract in house["contracts"]),
        "word.artifacts": ", ".join(catalogue.name(f"artifact.{name}", lang) for name in house["artifacts"]),
    }
    text = Text(f" {HOUSE_LETTERS[house['house']]} ", HOUSE_STYLES[house["house"]])
    for key, words in lines.items():
        if words:
            text.append(f"  {catalogue.name(key, lang)} ", "dim").append(words, "default")
    return text


def goals_text(catalogue: Catalogue, view: Mapping[str, Any], lang: str) -> Text | None:
    """The goal tile of each track."""
    if view["goals"] is None:
        return None
    words = [
        f"{catalogue.name(f'track.{track}', lang)}: {catalogue.name(f'goal.{goal}', lang)}"
        for track, goal in view["goals"].items()
    ]
    return Text("⚑ " + "  ".join(words), "dim")


def star_text(catalogue: Catalogue, view: Mapping[str, Any], lang: str) -> Text | None:
    """The star of the viewer (of the house whose turn it is, for a spectator): tiles and lines."""
    seat = view["seat"] if view["seat"] is not None else view["turn"]
    if view["tiles"] is None or seat is None:
        return None
    house = view["houses"][seat]
    text = Text("★ ", "bold")
    for place, tile in view["tiles"].items():
        here = place == house["figure"]
        mark = "*" if tile in house["developed"] else ""
        text.append(f"{place} ", "bold").append(
            catalogue.name(f"tile.{tile}", lang) + mark, "reverse" if here else ""
        ).append("  ")
    text.append("\n  ")
    for line, mana in view["line_mana"].items():
        laid = line in house["cubes"]
        text.append(f"{line}{'■' if laid else '·'}{'' if laid else mana or ''}", "bold" if laid else "dim").append("  ")
    return text


def markers_text(catalogue: Catalogue, view: Mapping[str, Any], lang: str, places: Places) -> Text:
    """The culture markers on the boards, with what those turned up give."""
    words = [
        f"{places(marker['point'])}: {rewards(catalogue, lang, marker['reward']) if marker['up'] else '?'}"
        for marker in view["markers"]
    ]
    return Text("◆ " + "; ".join(words), "dim")


def rewards(catalogue: Catalogue, lang: str, entries: list[Mapping[str, Any]]) -> str:
    """Rewards in words, in the printed order."""
    return " + ".join(
        "/".join(catalogue.name(f"reward.{kind}", lang) for kind in entry["of"])
        if entry["kind"] == "one_of"
        else _counted(catalogue, entry["kind"], entry["amount"], lang)
        for entry in entries
    )


def _counted(catalogue: Catalogue, kind: str, amount: int, lang: str) -> str:
    """So much of a reward: '2 followers'. What is not counted in the language stands alone."""
    reward = catalogue.forms(f"reward.{kind}", lang)
    if plural(amount, lang) not in reward.forms:
        return reward.plain if amount == 1 else f"{reward.plain} ×{amount}"
    return fill("{amount:count reward}", {"amount": amount, "reward": reward}, lang)


def offer_text(catalogue: Catalogue, view: Mapping[str, Any], lang: str, places: Places) -> Text:
    """The open contracts: what they cost and give."""
    text = Text(f"{catalogue.name('word.offer', lang)} ({view['deck']})", "bold")
    for contract in view["offer"]:
        cost = ", ".join(_counted(catalogue, kind, amount, lang) for kind, amount in contract["cost"].items())
        text.append(f"\n  {places(contract['name'])}", "bold").append(f"  {contract['name']}  ", "dim").append(
            f"{cost} → {rewards(catalogue, lang, contract['middle'])}; "
            f"{_counted(catalogue, 'vp', contract['vp'], lang)}, "
            f"{catalogue.name('track.trade', lang)} +{contract['trade']}"
        )
    return text


def battle_text(catalogue: Catalogue, view: Mapping[str, Any], lang: str, places: Places) -> Text | None:
    battle = view["battle"]
    if battle is None:
        return None
    text = Text(f"{catalogue.name('word.battle', lang)}: {places(battle['territory'])}", "bold red")
    for side in (battle["attacker"], battle["defender"]):
        key = f"house.{side['house']}" if side["house"] else "word.civilization"
        weapons = ", ".join(catalogue.name(f"weapon.{weapon}", lang) for weapon in side["weapons"])
        text.append(f"\n  {catalogue.name(key, lang)}: {weapons or '–'}, {side['strength']}", "default")
    return text
