"""Hex maps: cells, edges and corners of a board of flat-top hexes, numbered once and for all."""

from __future__ import annotations

from collections.abc import Sequence

#: the six neighbours of a cell, going round; column offset, row offset in doubled coordinates
_AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
#: the six corners of a cell in the lattice where columns are 3 apart and rows 2
_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))


class HexMap:
    """A board read from rows of letters; odd columns are shifted down by half a hex.

    Cells are numbered column by column from the west, each column from the north; edges (between two cells of the
    board) by their lower cell, then the higher one. The numbers are part of the notation's stability: never reorder.
    """

    def __init__(self, rows: Sequence[str], void: str = ".") -> None:
        width = max(len(row) for row in rows)
        self.names: list[str] = []
        self.letters: list[str] = []
        places: list[tuple[int, int]] = []
        for column in range(width):
            for row, line in enumerate(rows):
                if column < len(line) and line[column] != void:
                    self.names.append(f"{chr(ord('A') + column)}{row + 1}")
                    self.letters.append(line[column])
                    places.append((column, 2 * row + (column & 1)))
        self.places: list[tuple[int, int]] = places
        self.size: int = len(places)
        self.index: dict[str, int] = {name: cell for cell, name in enumerate(self.names)}
        number = {place: cell for cell, place in enumerate(places)}

        self.neighbours: list[list[int]] = []
        for column, row in places:
            around = [number.get((column + dx, row + dy), -1) for dx, dy in _AROUND]
            self.neighbours.append([cell for cell in around if cell >= 0])

        corner_number: dict[tuple[int, int], int] = {}
        self.corners: list[list[int]] = []
        for column, row in places:
            spots = [(3 * column + dx, row + dy) for dx, dy in _CORNERS]
            self.corners.append([corner_number.setdefault(spot, len(corner_number)) for spot in spots])
        self.corner_places: list[tuple[int, int]] = list(corner_number)
        self.corner_cells: list[list[int]] = [[] for _ in corner_number]
        for cell, spots_of_cell in enumerate(self.corners):
            for corner in spots_of_cell:
                self.corner_cells[corner].append(cell)

        self.edge_cells: list[tuple[int, int]] = [
            (cell, other) for cell in range(self.size) for other in sorted(self.neighbours[cell]) if cell < other
        ]
        self.edge_names: list[str] = [f"{self.names[a]}-{self.names[b]}" for a, b in self.edge_cells]
        self.edge_index: dict[tuple[int, int], int] = {}
        for edge, (a, b) in enumerate(self.edge_cells):
            self.edge_index[a, b] = edge
            self.edge_index[b, a] = edge
        #: parallel to `neighbours`: the edge crossed on the way there
        self.edges: list[list[int]] = [
            [self.edge_index[cell, other] for other in self.neighbours[cell]] for cell in range(self.size)
        ]
        self.edge_corners: list[tuple[int, int]] = []
        self.corner_edges: list[list[int]] = [[] for _ in corner_number]
        for edge, (a, b) in enumerate(self.edge_cells):
            one, two = sorted(set(self.corners[a]) & set(self.corners[b]))
            self.edge_corners.append((one, two))
            self.corner_edges[one].append(edge)
            self.corner_edges[two].append(edge)

    def within(self, steps: int) -> list[list[int]]:
        """For each cell the cells at most so many steps away along cells of the board, itself included, in order."""
        result: list[list[int]] = []
        for start in range(self.size):
            seen = {start}
            rim = [start]
            for _ in range(steps):
                rim = [other for cell in rim for other in self.neighbours[cell] if other not in seen]
                seen.update(rim)
            result.append(sorted(seen))
        return result

    def edge(self, name: str) -> int:
        """The number of an edge written `A5-B4`, in either order; -1 if there is none."""
        a, _, b = name.partition("-")
        if a not in self.index or b not in self.index:
            return -1
        return self.edge_index.get((self.index[a], self.index[b]), -1)
