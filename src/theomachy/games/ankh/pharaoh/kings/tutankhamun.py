"""Tutankhamun, the young king: his region comes first, he favours the least devoted, he dies after the 3rd conflict."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import is_present
from theomachy.games.ankh.components import EMPTY
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.pharaoh.components import KING_TOKENS, ROOMS, THRONE
from theomachy.games.ankh.pharaoh.kings.king import King
from theomachy.games.ankh.pharaoh.priests import return_priests
from theomachy.games.ankh.pharaoh.state import realm, royal_region
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.kernel.ids import Side

DIES_AFTER: Final = 3


class Tutankhamun(King):
    def prepare(self, s: AnkhState) -> None:
        """pharaoh/king/tut-setup: one token on him; those of the conflicts come later."""
        realm(s).tokens = 1

    def order_regions(self, s: AnkhState, tiles: list[Region]) -> list[Region]:
        """pharaoh/king/tut-first: his region, then the others. pharaoh/king/tut-tiles: the tiles stay as they are."""
        first = royal_region(s)
        if not first:
            return tiles
        return [first] + [tile for tile in tiles if tile != first]

    def strength_bonus(self, s: AnkhState, battle: Battle, god: Side) -> int:
        """pharaoh/king/tut-strength, pharaoh/king/tut-least: for the least devoted of those with figures there now."""
        if battle.region != royal_region(s):
            return 0
        for other in s.ladder:
            if battle.participants >> other & 1 and is_present(s, other, battle.region):
                if other != god:
                    return 0
                s.tell("pharaoh/king/tut-strength", "strength-pharaoh", god, amount=realm(s).tokens)
                return realm(s).tokens
        return 0

    def conflict_ends(self, s: AnkhState) -> None:
        """pharaoh/king/tut-renewer, pharaoh/king/tut-legacy."""
        annex = realm(s)
        if annex.dead:
            return
        if s.conflicts_done < DIES_AFTER:
            annex.tokens = min(KING_TOKENS, annex.tokens + 1)
            s.tell("pharaoh/king/tut-renewer", "pharaoh-token", amount=annex.tokens)
        else:
            die(s)

    def riddle(self, s: AnkhState, god: Side, sphinxes: int) -> None:
        """pharaoh/king/tut-riddle: for each of his tokens as many followers as the god controls sphinxes."""
        gain_followers(s, god, realm(s).tokens * sphinxes, "pharaoh/king/tut-riddle")


def die(s: AnkhState) -> None:
    """pharaoh/king/tut-legacy: he and his tokens go to the Throne Room, which is closed; he has no region any more.
    pharaoh/king/tut-death: after the merge; the room is never resolved again."""
    annex = realm(s)
    s.tell("pharaoh/king/tut-legacy", "pharaoh-died", where=annex.cell)
    if annex.cell >= 0:
        s.at[annex.cell] = EMPTY
    annex.cell = -1
    annex.tokens = KING_TOKENS
    annex.dead = 1
    s.tell("pharaoh/king/tut-legacy", "room-closed", what=ROOMS[THRONE])
    for god in s.ladder:
        count = return_priests(s, god, THRONE)
        if count:
            s.tell("pharaoh/king/tut-legacy", "priests-returned", god, what=ROOMS[THRONE], amount=count)
