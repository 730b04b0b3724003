"""The map of Ankh as a drawing of letters: two lines to a hex, 78 columns by 21 lines. Colours only underline it."""

from __future__ import annotations

from typing import Any, Final

from rich.text import Text

from theomachy.games.ankh.egypt import EGYPT, RIVER_EDGES

#: columns between the left sides of neighbouring hexes; a hex has one less for its contents
PITCH: Final = 7
INSIDE: Final = PITCH - 1
WIDTH: Final = PITCH * (max(column for column, _ in EGYPT.places) + 1) + 1
HEIGHT: Final = max(row for _, row in EGYPT.places) + 3

#: pieces as the map writes them; guardians are cut to three letters, explained below the map
PIECE_LETTERS: Final = {
    "god": "G",
    "warrior": "w",
    "satis": "sat",
    "cat-mummy": "cat",
    "mummy": "mum",
    "apep": "ape",
    "giant-scorpion": "sco",
    "androsphinx": "sph",
}
MONUMENT_LETTERS: Final = {"obelisk": "O", "pyramid": "P", "temple": "T", "sphinx": "S"}
#: what the Pharaoh expansion puts on the board, beside sphinxes
PHARAOH_WORD: Final = "phar"
INFANTRY_WORD: Final = "inf"
TERRAIN_STYLES: Final = {
    "f": "#e4f5d7 on #33602f",
    "d": "#fff1d6 on #8a6a35",
    "w": "#d3e8ff on #1d4f80",
    "u": "#eadcff on #4b2f6b",
}
#: by player, 1 first; 0 is nobody
PLAYER_STYLES: Final = (
    "bold #000000 on #d9d9d9",
    "bold #ffffff on #b3261e",
    "bold #000000 on #7cc4ff",
    "bold #000000 on #ffd23f",
    "bold #ffffff on #7a3fb0",
    "bold #ffffff on #000000",
)
BORDER_STYLE: Final = "#8c8c8c"
RIVER_STYLE: Final = "bold #4aa8ff"
CAMEL_STYLE: Final = "bold #ff9f43"
CHOICE_STYLE: Final = "bold #000000 on #00e676"
#: verbs of choices that point at a cell
CELL_VERBS: Final = ("cell", "figure", "claw", "monument", "token", "region", "infantry")

# The six sides of a hex by the place of the neighbour beyond it, relative in doubled coordinates: the letter, and
# the line and the columns it takes, relative to the line of the upper side and the left end.
_SIDES: Final[dict[tuple[int, int], tuple[str, int, tuple[int, ...]]]] = {
    (0, -2): ("_", 0, tuple(range(1, PITCH))),
    (1, -1): ("\\", 1, (PITCH,)),
    (1, 1): ("/", 2, (PITCH,)),
    (0, 2): ("_", 2, tuple(range(1, PITCH))),
    (-1, 1): ("\\", 2, (0,)),
    (-1, -1): ("/", 1, (0,)),
}


def player_of(view: dict[str, Any], god: str | None) -> int:
    """The player's digit in the notation, counted from the first player; 0 for nobody."""
    for seat in view["seats"]:
        if god is not None and seat["started_as"] == god:
            return (int(seat["seat"]) - int(view["first_seat"])) % len(view["seats"]) + 1
    return 0


class _Canvas:
    """Letters with styles, by line and column."""

    def __init__(self, width: int, height: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, line: int, column: int, text: str, style: str) -> None:
        for offset, letter in enumerate(text):
            self.letters[line][column + offset] = letter
            self.styles[line][column + offset] = style

    def text(self) -> Text:
        drawing = Text(no_wrap=True, overflow="crop")
        for number, (letters, styles) in enumerate(zip(self.letters, self.styles, strict=True)):
            if number:
                drawing.append("\n")
            for letter, style in zip("".join(letters).rstrip(), styles, strict=False):
                drawing.append(letter, style)
        return drawing


def draw_map(view: dict[str, Any]) -> Text:
    """The board of a view: per hex the cell's name, its region's order tile and terrain, below them what stands there.

    What the view's own choices point at (cells, edges) is marked with `+`.
    """
    board = view["board"]
    chosen = [choice.partition(" ") for choice in view["decision"]["choices"]]
    choosable = {noun for verb, _, noun in chosen if verb in CELL_VERBS}
    canvas = _Canvas(WIDTH, HEIGHT)
    terrain = {name: "u" if name in board["underworld"] else EGYPT.letters[cell] for name, cell in EGYPT.index.items()}
    tiles = {name: tile for tile, cells in board["regions"].items() for name in cells}
    for cell in range(EGYPT.size):
        _draw_sides(canvas, cell)
    for name, cell in EGYPT.index.items():
        line, column = _corner(cell)
        mark = "+" if name in choosable else " "
        style = TERRAIN_STYLES[terrain[name]]
        label = f"{name:<3}{mark}{tiles.get(name, ' ')}{terrain[name]}"
        canvas.put(line + 1, column + 1, label, style)
        canvas.put(line + 2, column + 1, "_" * INSIDE, style)
        canvas.put(line + 1, column + 1, f"{name:<3}", f"bold {style}")
        if mark != " ":
            canvas.put(line + 1, column + 4, mark, CHOICE_STYLE)
    _draw_barriers(canvas, board, {noun for verb, _, noun in chosen if verb == "edge"})
    for name, (text, player) in standing(view).items():
        line, column = _corner(EGYPT.index[name])
        indent = (INSIDE - len(text)) // 2 + 1
        canvas.put(line + 2, column + indent, text, PLAYER_STYLES[player])
    return canvas.text()


def standing(view: dict[str, Any]) -> dict[str, tuple[str, int]]:
    """What stands on the cells, as the map writes it, and whose it is (a player's digit, 0 for nobody)."""
    pieces: dict[str, tuple[str, int]] = dict.fromkeys(view["board"]["cities"], ("city", 0))
    for monument in view["board"]["monuments"]:
        player = player_of(view, monument["god"])
        pieces[monument["cell"]] = (f"{MONUMENT_LETTERS[monument['type']]}{player or ''}", player)
    for figure in view["board"]["figures"]:
        player = player_of(view, figure["god"])
        sun = "*" if figure.get("sun") else ""
        pieces[figure["cell"]] = (f"{PIECE_LETTERS[figure['piece']]}{player}{sun}", player)
    pharaoh = view.get("pharaoh") or {"cell": None, "infantry": []}
    pieces.update(dict.fromkeys(pharaoh["infantry"], (INFANTRY_WORD, 0)))
    if pharaoh["cell"]:
        pieces[pharaoh["cell"]] = (PHARAOH_WORD, 0)
    return pieces


def _corner(cell: int) -> tuple[int, int]:
    """The line of the upper side and the column of the left end of a hex."""
    column, row = EGYPT.places[cell]
    return row, column * PITCH


def _draw_sides(canvas: _Canvas, cell: int) -> None:
    line, column = _corner(cell)
    for letter, down, columns in _SIDES.values():
        for right in columns:
            canvas.put(line + down, column + right, letter, BORDER_STYLE)


def _draw_barriers(canvas: _Canvas, board: dict[str, Any], choosable: set[str]) -> None:
    """River, camels and the edges that may be chosen, over the sides of the hexes."""
    camels = {*board["camels"], *board["caravan"]}
    for edge, (west, east) in enumerate(EGYPT.edge_cells):
        name = EGYPT.edge_names[edge]
        if name in choosable:
            letter, style = "+", CHOICE_STYLE
        elif name in camels:
            letter, style = "#", CAMEL_STYLE
        elif edge in RIVER_EDGES:
            letter, style = "~", RIVER_STYLE
        else:
            continue
        (column, row), (other_column, other_row) = EGYPT.places[west], EGYPT.places[east]
        _, down, columns = _SIDES[other_column - column, other_row - row]
        line, left = _corner(west)
        for right in columns:
            canvas.put(line + down, left + right, letter, style)
