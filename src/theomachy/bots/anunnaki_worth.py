"""How good a position of Anunnaki is for each house: the victory points it can expect at the end of the match."""

from __future__ import annotations

from typing import Any, Final

from theomachy.anunnaki.state import AnunnakiState
from theomachy.bots.anunnaki_character import CHARACTERS
from theomachy.bots.anunnaki_look import Look
from theomachy.bots.anunnaki_printed import Printed
from theomachy.bots.anunnaki_terms import (
    artifacts_term,
    contracts_term,
    culture_term,
    gods_term,
    goods_term,
    land_term,
    mana_term,
    points_term,
    rank_term,
    settlements_term,
    star_term,
    supremacy_term,
    technology_term,
    tracks_term,
    units_term,
)
from theomachy.bots.anunnaki_war import battles_term, danger_term, under_way_term, weapons_term
from theomachy.bots.worth import Worth

#: what winning is worth, beyond everything else
VICTORY: Final = 1000.0


class AnunnakiWorth(Worth):
    """The evaluation of Anunnaki, in victory points. Every house judges by its own `Character`."""

    scale: float = 10.0

    def __init__(self) -> None:
        self._printed: dict[str, Printed] = {}
        self._last: Printed | None = None

    def sides(self, s: Any) -> list[int]:
        """Everybody plays for themselves."""
        return list(range(s.seats))

    def _look(self, s: AnunnakiState, side: int) -> Look:
        printed = self._last
        if printed is None or printed.key != s.tables.key:
            found = self._printed.get(s.tables.key)
            printed = Printed(s.tables) if found is None else found
            self._printed[printed.key] = printed
            self._last = printed
        return Look(s, side, CHARACTERS[s.house[side]], printed)

    def points(self, s: Any, side: int) -> float:
        """The sum of the terms; the outcome alone when the match is over."""
        return self.sum(s, side)

    def sum(self, s: AnunnakiState, side: int) -> float:
        if s.over:
            return VICTORY if s.winner == side else 0.0
        x = self._look(s, side)
        return (
            points_term(x)
            + tracks_term(x)
            + rank_term(x)
            + supremacy_term(x)
            + gods_term(x)
            + star_term(x)
            + goods_term(x)
            + mana_term(x)
            + contracts_term(x)
            + technology_term(x)
            + settlements_term(x)
            + land_term(x)
            + units_term(x)
            + culture_term(x)
            + weapons_term(x)
            + battles_term(x)
            + danger_term(x)
            + artifacts_term(x)
            + under_way_term(x)
        )

    def terms(self, s: Any, side: int) -> list[tuple[str, float]]:
        """What `points` adds up, by the key of its name."""
        if s.over:
            return [("outcome", VICTORY if s.winner == side else 0.0)]
        x = self._look(s, side)
        return [
            ("points", points_term(x)),
            ("tracks", tracks_term(x)),
            ("rank", rank_term(x)),
            ("supremacy", supremacy_term(x)),
            ("gods", gods_term(x)),
            ("star", star_term(x)),
            ("goods", goods_term(x)),
            ("mana", mana_term(x)),
            ("contracts", contracts_term(x)),
            ("technology", technology_term(x)),
            ("settlements", settlements_term(x)),
            ("land", land_term(x)),
            ("units", units_term(x)),
            ("culture", culture_term(x)),
            ("weapons", weapons_term(x)),
            ("battles", battles_term(x)),
            ("danger", danger_term(x)),
            ("artifacts", artifacts_term(x)),
            ("under-way", under_way_term(x)),
        ]
