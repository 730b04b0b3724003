"""How good a position of Anunnaki is for each house: the victory points it can expect at the end of the match."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.box import BOX
from theomachy.games.anunnaki.mind.character import patient
from theomachy.games.anunnaki.mind.look import Look, turns_left
from theomachy.games.anunnaki.mind.printed import Printed
from theomachy.games.anunnaki.mind.terms import (
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
from theomachy.games.anunnaki.mind.war import battles_term, danger_term, under_way_term, weapons_term
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.worth import Worth, kept_calibration, kept_levels

#: by house: how it judges, how it does when it plays its turn out against one opponent, and against several
CHARACTERS: Final = tuple(house.character for house in BOX)
DUELLISTS: Final = tuple(patient(house.character) for house in BOX)
PLANNERS: Final = tuple(patient(house.character, house.patience) for house in BOX)
#: what winning is worth, beyond everything else
VICTORY: Final = 1000.0
#: points ahead that make the chances e times as good at the very end, and more for each turn to come
SPREAD_AT_END: Final = 2.0
SPREAD_PER_TURN: Final = 2.2


class AnunnakiWorth(Worth):
    """The evaluation of Anunnaki, in victory points. Every house judges by its own `Character`."""

    scale = 10.0

    def __init__(self, patience: bool = False) -> None:
        self._patience = patience
        self._patient: AnunnakiWorth | None = None
        self._printed: dict[str, Printed] = {}
        self._last: Printed | None = None

    def calibration(self) -> dict[str, Any]:
        """As it was measured."""
        return kept_calibration("theomachy.games.anunnaki.mind")

    def levels(self) -> dict[str, str]:
        return kept_levels("theomachy.games.anunnaki.mind")

    def sides(self, s: Any) -> list[Side]:
        """Everybody plays for themselves."""
        return [Side(seat) for seat in range(s.seats)]

    def patient(self) -> Worth:
        """In duels with weights for looking a turn ahead, and with an eye on the end and whom it serves.

        With more players only Babylon leaves its usual weights: the others' would not serve all houses alike there,
        which unmakes their balance (docs/balance-anunnaki.md).
        """
        if self._patient is None:
            self._patient = AnunnakiWorth(patience=True)
        return self._patient

    def _look(self, s: AnunnakiState, side: Side) -> Look:
        printed = self._last
        if printed is None or printed.key != s.tables.key:
            found = self._printed.get(s.tables.key)
            printed = Printed(s.tables) if found is None else found
            self._printed[printed.key] = printed
            self._last = printed
        characters = CHARACTERS
        if self._patience:
            characters = DUELLISTS if s.seats == 2 else PLANNERS
        return Look(s, Seat(side), characters[s.house[side]], printed)

    def spread(self, s: Any) -> float:
        """A lead is worth more the fewer turns are left, so whoever is ahead wants the end to come."""
        if not self._patience or s.seats > 2:
            return self.scale
        spread = SPREAD_AT_END + SPREAD_PER_TURN * turns_left(s, s.turn_seat)
        return spread if spread < self.scale else self.scale

    def points(self, s: Any, side: Side) -> float:
        """The sum of the terms; the outcome alone when the match is over."""
        return self.sum(s, side)

    def sum(self, s: AnunnakiState, side: Side) -> float:
        if s.over:
            return VICTORY if s.winner == Seat(side) else 0.0
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

    def values_of(self, s: Any, sides: list[Side]) -> list[list[float]]:
        found: list[list[float]] = []
        for side in sides:
            x = self._look(s, side)
            found.append([
                points_term(x),
                tracks_term(x),
                rank_term(x),
                supremacy_term(x),
                gods_term(x),
                star_term(x),
                goods_term(x),
                mana_term(x),
                contracts_term(x),
                technology_term(x),
                settlements_term(x),
                land_term(x),
                units_term(x),
                culture_term(x),
                weapons_term(x),
                battles_term(x),
                danger_term(x),
                artifacts_term(x),
                under_way_term(x),
            ])  # fmt: skip
        return found

    def terms(self, s: Any, side: Side) -> list[tuple[str, float]]:
        """What `points` adds up, by the key of its name."""
        if s.over:
            return [("outcome", VICTORY if s.winner == Seat(side) else 0.0)]
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
