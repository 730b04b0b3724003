"""How each god of Ankh likes to play: what it thinks things are worth, in devotion.

One point is about one space of the devotion track at the end of the match. `Character()` is a god without preferences;
each god's module in `gods` says where it differs, because of what its god power makes of things.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Character:
    """Weights, in devotion. What serves over several conflicts keeps less of its worth as they pass."""

    # --- the track
    #: a space of devotion already gained
    devotion: float = 1.0
    #: standing above another god
    rank: float = 0.1
    #: a space by which the next conflict is expected to reach, or pass, the top
    finish: float = 0.4
    #: a space by which the god is expected to stay in the red part when gods are forgotten
    forgotten: float = 0.65
    #: being one of the two lowest when gods merge
    merging: float = 1.5

    # --- what the next conflict will bring, as the board is now
    #: a monument majority in a region with an own figure
    majority: float = 1.15
    #: a majority that only lacks a figure there
    absent_majority: float = 0.35
    #: a region without enemies: its devotion, and figures that nobody threatens there
    domination: float = 1.7
    #: a battle sure to be won; a doubtful one counts by its chance
    battle: float = 0.8
    #: how much of all that a conflict after the next one still brings
    lasting: float = 0.12

    # --- the board
    #: a monument under control, for each conflict that is not over
    monument: float = 1.2
    #: a figure beside a monument that the next "Control monument" could take
    claim: float = 0.33
    #: a monument that pays followers
    income: float = 0.1
    #: a figure on the board
    figure: float = 0.8
    #: a figure in the pool
    reserve: float = 0.06
    #: a guardian, wherever it is
    guardian: float = 0.33
    #: a region in which the god has a figure
    presence: float = 0.15
    #: being the one who may trigger the next event, if it is "Control monument" and there is one to take
    seize: float = 5.5
    #: the same, if it is a conflict: to say when, and to break ties
    strike: float = 4.0
    #: the same with any other event
    initiative: float = 2.4

    # --- followers, tokens, cards
    #: each of the followers that buy the next powers
    follower: float = 0.5
    #: each further one
    spare_follower: float = 0.07
    #: an ankh token in the pool, of the last three
    token: float = 0.1
    chariots: float = 0.5
    plague: float = 0.45
    drought: float = 0.4
    flood: float = 0.2
    build: float = 0.5
    miracle: float = 0.35
    maat: float = 0.5

    # --- powers, for a whole match; less when conflicts are over
    commanding: float = 2.1
    inspiring: float = 1.0
    omnipresent: float = 2.3
    revered: float = 1.1
    resplendent: float = 1.4
    obelisk: float = 1.5
    temple: float = 2.3
    pyramid: float = 2.3
    glorious: float = 2.8
    magnanimous: float = 2.4
    bountiful: float = 2.9
    worshipful: float = 3.0

    # --- what only this god has
    #: Amun: the two cards of this conflict are still to come
    two_cards: float = 0.0
    #: Anubis: a warrior on his board
    captive: float = 0.0
    #: Isis: a warrior or guardian next to an enemy, where it can't be killed in battle
    protected: float = 0.0
    #: Osiris: an underworld token on the board
    underworld: float = 0.0
    #: Ra: a sun on a figure
    radiance: float = 0.0

    # --- Pharaoh
    #: a priest in the palace
    priest: float = 0.1
    #: a room of the palace that would be the god's at the next "Control monument"
    room: float = 0.35
    #: an agenda card in hand
    agenda: float = 0.35
    #: an agenda card that lies open until the cards return
    played_agenda: float = 0.12
    #: infantry in a region that the god would win
    infantry: float = 0.15
