"""The moments of a match at which gods, guardians, cards, powers, scenarios and expansions have a say. The chapters
name them and go on as if nobody answered.

`Moments` is what nobody says at each of them; whoever has something to say extends it and overrides just that. `enter`
makes an answerer known, once, when the box is opened; `chorus.CHORUS` then asks all of them, in the order in which they
were entered (see `box`), expansions last. An answerer is one object for all matches: it looks at the state to see
whether it has a say there. A moment that needs a decision pushes a step; what is pushed last is asked
first.
"""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.kernel.arrays import Numbers
from theomachy.kernel.ids import NO_SIDE, Seat, Side

#: asked about a cell for building, tokens and terrain rather than for a god's moves
NOBODY: Final = NO_SIDE


class Moments:
    """One method per moment, in the order in which a match meets them."""

    # --- the turn

    def action_begins(self, s: AnkhState, seat: Seat, action: int, second: int) -> None:
        """An action was chosen and its marker moved; it is not resolved yet."""

    def action_ends(self, s: AnkhState, seat: Seat, action: int, second: int) -> None:
        """An action is resolved; the event it may trigger is still to come."""

    def second_action_from(self, s: AnkhState, first: int) -> int:
        """The topmost action that may follow the first one (ankh/turn/second-below)."""
        return first + 1

    def turn_ends(self, s: AnkhState) -> None:
        """The seat whose turn it was has nothing more to do."""

    def gain_ends(self, s: AnkhState, god: Side) -> None:
        """A god has gained the followers of its monuments with the action "Gain followers"."""

    def event_ends(self, s: AnkhState, event: int, god: Side) -> None:
        """An event is over, scenario effects excepted; `god` triggered it."""

    def event_is_over(self, s: AnkhState, event: int) -> None:
        """The same, and what others did at its end is done too."""

    def builds_instead(self, s: AnkhState, god: Side) -> list[int]:
        """Choices of `build` that a god has at "Control monument" instead of taking one."""
        return NOTHING

    def free_sites(self, s: AnkhState, god: Side) -> list[int]:
        """The cells where a god may build outside battles."""
        return NOTHING

    # --- figures on the board

    def barred(self, s: AnkhState, god: Side) -> list[int]:
        """Cells on which no move of that god's figures may end, though nothing stands there; for NOBODY those where
        nothing can be built or laid, and whose terrain counts for nothing. The list is not changed by whoever asks."""
        return NOTHING

    def filled_by(self, s: AnkhState, cell: int) -> str:
        """The rule by which a piece of an expansion fills its cell; empty if it is none of one's own."""
        return ""

    def further_pieces(self, s: AnkhState, god: Side) -> list[int]:
        """Choices of `piece` that a god may summon beside the figures of its pool."""
        return NOTHING

    def further_summons(self, s: AnkhState, god: Side, masks: Numbers) -> None:
        """A summon action: mark in `masks` where a figure may be placed beside the normal summon. A bit is one further
        figure: 1 is the normal summon, 2 is Osiris', from 4 to 2**16 are pyramids'; from 2**17 on they are free."""

    def spent_summon(self, s: AnkhState, god: Side, mask: int) -> str:
        """The rule that says that there is one such further figure and no more; empty if `mask` has no bit of one's
        own."""
        return ""

    def freed(self, s: AnkhState, figure: Figure) -> None:
        """A held figure is about to be summoned by its owner."""

    def arrived(self, s: AnkhState, figure: Figure) -> None:
        """A figure was summoned onto the board, for whatever reason."""

    def moved(self, s: AnkhState, figure: Figure) -> None:
        """A figure has ended a move or was pushed."""

    # --- deaths

    def killed(self, s: AnkhState, figure: Figure) -> None:
        """A figure has died and left the board; others of the same moment may still stand there."""

    def figures_died(self, s: AnkhState) -> None:
        """All of one moment are dead, in `s.dying`; none has found its place yet."""

    def buried(self, s: AnkhState, figure: Figure) -> bool:
        """A dead figure goes to its pool; True if it stays among the dying because it comes back."""
        return False

    def dead_rise(self, s: AnkhState) -> bool:
        """The dead are buried. Whoever brings one of those still dying back says True and is asked again."""
        return False

    def dead_avenged(self, s: AnkhState) -> None:
        """Whoever comes back has come back."""

    # --- the conflict

    def conflict_starts(self, s: AnkhState) -> None:
        """The tiebreaker is taken; no region is resolved yet (ankh/conflict/start-effects)."""

    def order_regions(self, s: AnkhState, tiles: list[Region]) -> list[Region]:
        """The order in which the regions are resolved, from the ascending tiles (ankh/conflict/order)."""
        return tiles

    def devotion_flows(self, s: AnkhState, region: Region) -> bool:
        """Whether devotion can be gained in a region at all."""
        return True

    def devotion_denied(self, s: AnkhState, god: Side, amount: int, region: Region) -> None:
        """A god would have gained devotion in a region where none can be gained."""

    def victory_bonus(self, s: AnkhState, god: Side, region: Region) -> int:
        """Devotion on top for a domination, or for a battle won if there is one; part of that gain."""
        return 0

    def devotion_bonus(self, s: AnkhState, god: Side, region: Region, deeds: int) -> int:
        """Devotion on top for a domination, a battle won, or so many majorities in a region; part of that gain."""
        return 0

    def gain_bonus(self, s: AnkhState, god: Side) -> int:
        """Devotion on top of any gain of devotion, wherever it comes from."""
        return 0

    def region_won(self, s: AnkhState, god: Side, region: Region) -> None:
        """A god dominated a region or won its battle and has gained its devotion; nobody has died yet."""

    def regions_resolved(self, s: AnkhState) -> None:
        """The last region of a conflict is resolved."""

    def conflict_rewards(self, s: AnkhState) -> None:
        """The conflict is counted; gods that merge or are forgotten are still there."""

    def conflict_ends(self, s: AnkhState) -> None:
        """A conflict is over, merging and forgotten gods included, and the match goes on."""

    # --- the battle, as its sequence goes

    def battle_begins(self, s: AnkhState, battle: Battle) -> None:
        """Before anything else (ankh/battle/obelisks)."""

    def participants_fixed(self, s: AnkhState, battle: Battle) -> None:
        """It is known who takes part; no card is chosen yet."""

    def cards_revealed(self, s: AnkhState, battle: Battle) -> None:
        """All cards lie open."""

    def building(self, s: AnkhState, battle: Battle) -> None:
        """It is time to build (ankh/battle/build)."""

    def building_is_free(self, s: AnkhState, god: Side) -> bool:
        """Whether a god builds without followers."""
        return False

    def plagues_begin(self, s: AnkhState, battle: Battle) -> None:
        """Building is over."""

    def plagues(self, s: AnkhState, battle: Battle) -> None:
        """Plagues come one by one; whoever has another one takes this part of the sequence up again."""

    def strength_is_void(self, s: AnkhState, figure: Figure) -> bool:
        """Whether the strength of a figure doesn't count in battle."""
        return False

    def god_strength(self, s: AnkhState, god: Side) -> int:
        """Strength on top for the god figure itself."""
        return 0

    def strength_bonus(self, s: AnkhState, battle: Battle, god: Side) -> int:
        """Strength on top for a god that has figures in the battle."""
        return 0

    def battle_won(self, s: AnkhState, battle: Battle) -> None:
        """The winner has gained its devotion; nobody has died yet."""

    def victims_listed(self, s: AnkhState, battle: Battle) -> None:
        """`battle.victims` are about to die (ankh/battle/protected-when)."""

    def losers_gain(self, s: AnkhState, battle: Battle) -> None:
        """They have died; nothing has come of it yet (ankh/battle/lose-devotion)."""

    def deaths_over(self, s: AnkhState, battle: Battle) -> None:
        """All that follows from the deaths is done (ankh/battle/osiris)."""

    def dead_counted(self, s: AnkhState, battle: Battle) -> None:
        """The battle is lost and won; `battle.killed` tells who has died in it (ankh/battle/miracle)."""

    def worship_begins(self, s: AnkhState, battle: Battle) -> None:
        """Miracles are over."""

    def worship(self, s: AnkhState, battle: Battle) -> None:
        """Gods worship one by one, as with plagues."""

    def battle_ends(self, s: AnkhState, battle: Battle) -> None:
        """Cards are taken back (ankh/battle/maat)."""

    def cards_return(self, s: AnkhState, god: Side) -> None:
        """A god took all its played cards back."""

    # --- gods and figures that leave, other than by dying

    def gods_merge(self, s: AnkhState, higher: Side, lower: Side) -> None:
        """Two gods are about to become one; both still have everything they had."""

    def figure_leaves(self, s: AnkhState, figure: Figure) -> None:
        """A figure leaves the game."""

    def god_leaves(self, s: AnkhState, god: Side) -> None:
        """A god leaves the game, by merging (as the lower god) or because it is forgotten."""

    def god_fades(self, s: AnkhState, god: Side) -> None:
        """A god will be forgotten; it still has everything it had, and so have others forgotten with it."""

    def god_forgotten(self, s: AnkhState, god: Side) -> None:
        """A god is forgotten, and its figures, followers and monuments are gone."""


NOTHING: Final[list[int]] = []
MOMENTS: Final = tuple(name for name in vars(Moments) if not name.startswith("_") and callable(getattr(Moments, name)))
#: who answers at each moment, in the order in which they are asked
AT: Final[dict[str, list[Moments]]] = {name: [] for name in MOMENTS}


def answered(answerer: object) -> list[str]:
    """The moments at which somebody has something to say."""
    classes: list[type] = []
    for cls in type(answerer).__mro__:
        if cls is Moments:
            break
        classes.append(cls)
    return [name for name in MOMENTS if any(name in vars(cls) for cls in classes)]


def enter(answerer: Moments) -> None:
    """From now on it is asked, after all who are known already."""
    for name in answered(answerer):
        AT[name].append(answerer)
