"""The terms of Anunnaki's evaluation: each says in victory points what one side of a position promises.

They all work on a `Look`: a position through the eyes of one seat, with what several terms need.
"""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.actions import is_developed
from theomachy.games.anunnaki.artifacts.cornucopia import HORN_AMOUNT
from theomachy.games.anunnaki.artifacts.fate import fate_score
from theomachy.games.anunnaki.artifacts.scarab import SCARAB_STEPS
from theomachy.games.anunnaki.box import BOX
from theomachy.games.anunnaki.chorus import culture_doubled, culture_shared
from theomachy.games.anunnaki.components import (
    ACTIONS,
    ARTIFACTS,
    CONTRACTS,
    CORNUCOPIA,
    FATE,
    FIGURES,
    FOLLOWERS,
    GREAT_TOKEN,
    LINE_BETWEEN,
    NO_MARKER,
    PLACES,
    POINTS,
    SCARAB,
    SUPREMACY_TRACK,
    TOKEN_LINES,
    TOKENS,
)
from theomachy.games.anunnaki.contracts import meets_condition
from theomachy.games.anunnaki.control import home_mask
from theomachy.games.anunnaki.harvest import harvest_amount
from theomachy.games.anunnaki.mind.look import Look, expected_goal
from theomachy.games.anunnaki.mind.war import atlantis_worth
from theomachy.games.anunnaki.moments import PANTHEON
from theomachy.games.anunnaki.state import god_card
from theomachy.kernel.arrays import numbers, ones

#: so many turns before the end a place on a track says next to nothing
FAR: Final = 11.0
#: by missing resources: how likely a held contract will be fulfilled
FULFIL_CHANCE: Final = (0.9, 0.7, 0.55, 0.42, 0.32, 0.25, 0.2)
#: by action: what the developed side does more, when it is used
DEVELOPED_GAIN: Final = (1.2, 1.2, 1.2, 1.3, 1.5, 1.5, 0.9, 0.9, 1.1, 1.0)
#: by lines laid around a token: the part of the way, for triangles and for the pentagon
TRIANGLE_WAY: Final = (0.0, 0.2, 0.5, 1.0)
PENTAGON_WAY: Final = (0.0, 0.1, 0.22, 0.4, 0.65, 1.0)
#: by territories of a marker that are taken
SURROUNDED: Final = (0.0, 0.12, 0.35, 1.0)
#: by god: the use of a lasting ability per turn to come, and what its coming does now; abilities of the end are
#: counted as they score
LASTING: Final = tuple(god.lasting for house in BOX for god in house.gods())
ARRIVAL: Final = tuple(god.coming for house in BOX for god in house.gods())
#: the places of the star that each place is joined to
JOINED: Final = tuple(
    numbers([other for other in range(PLACES) if LINE_BETWEEN[place * PLACES + other] >= 0]) for place in range(PLACES)
)


def tracks_term(x: Look) -> float:
    """Goals times multipliers, as they will stand at the end."""
    s = x.s
    total = 0.0
    for track in range(3):
        position: int = s.track[3 * x.seat + track]
        exact: int = s.tables.multiplier[track][position]
        hope = x.printed.multiplier[track][position] + x.character.progress * x.left
        if hope > 5.0:
            hope = 5.0
        times = exact + (hope - exact) * x.late if hope > exact else float(exact)
        total += expected_goal(x, s.goals[track]) * times
    return total


def rank_term(x: Look) -> float:
    """First and second places on the development tracks: early on they mean little."""
    s = x.s
    total = 0.0
    sure = 1.0 - 0.9 * x.left / FAR if x.left < FAR else 0.1
    for track in range(3):
        own: int = s.track[3 * x.seat + track]
        above = 0
        equal = 0
        nearest = 0
        for other in range(s.seats):
            if other != x.seat:
                position: int = s.track[3 * other + track]
                if position > own:
                    above += 1
                elif position == own:
                    equal += 1
                if position > nearest:
                    nearest = position
        if above == 0:
            total += 4.0 if equal == 0 else 6 // (equal + 1)
            ahead = own - nearest
            total += x.character.rank * x.late * (ahead if ahead < 3 else 3)
        elif above == 1:
            total += 2 // (equal + 1)
    return total * sure


def supremacy_term(x: Look) -> float:
    """The place on the supremacy track, the next marker on it, and what the supremacy tile will add."""
    s = x.s
    position: int = s.supremacy[x.seat]
    value: int = s.tables.supremacy[position]
    total = float(value)
    for number in range(len(s.tables.two_vp)):
        if s.two_vp >> number & 1:
            distance: int = s.tables.two_vp[number] - position
            if 0 < distance < 6:
                total += x.late * (0.8 - 0.13 * distance)
    room: int = len(s.tables.supremacy) - 1 - position
    hope = expected_goal(x, s.goals[SUPREMACY_TRACK]) * x.left * x.character.supremacy
    return total + (hope if hope < room else room)


def gods_term(x: Look) -> float:
    """Gods in play: what they will score and do; and those that may still come."""
    s = x.s
    total = 0.0
    c = x.character
    ready: int = s.ready_lesser[x.seat]
    waiting = 0
    for figure in range(FIGURES):
        god = god_card(s, x.seat, figure)
        if god < 0:
            continue
        lasting = LASTING[god] * x.left * c.ability
        if s.summoned[x.seat] >> god & 1:
            total += lasting + c.god * x.late
            if figure:
                total += PANTHEON[god].final_points(s, x.seat)
        elif figure:
            waiting += 1
            total += c.promise * x.late * (PANTHEON[god].final_points(s, x.seat) + ARRIVAL[god] + lasting)
    if x.left > 0.0:
        if ready > waiting:
            ready = waiting
        total += c.token * ready
        if s.ready_great[x.seat]:
            total += c.great
    return total


def star_term(x: Look) -> float:
    """The way to the next gods, and the lines that can be laid next turn."""
    s = x.s
    c = x.character
    cubes: int = s.cubes[x.seat]
    tokens: int = s.tokens[x.seat]
    total = 0.0
    for token in range(TOKENS):
        if tokens >> token & 1:
            laid = ones(cubes & TOKEN_LINES[token])
            if token == GREAT_TOKEN:
                total += c.great * PENTAGON_WAY[laid]
            else:
                total += c.token * TRIANGLE_WAY[laid]
    total *= x.late
    place: int = s.figure[x.seat]
    if place >= 0:
        best = 0.0
        free = 0
        for other in JOINED[place]:
            line = LINE_BETWEEN[place * PLACES + other]
            if not cubes >> line & 1:
                mana: int = s.tables.line_mana[line]
                free += 1
                if 1.0 + mana > best:
                    best = 1.0 + mana
        total += c.line * x.late * (best + 0.3 * free)
    return total


def goods_term(x: Look) -> float:
    """Resources: by what they buy while there is time, a fifth of a point each at the end."""
    s = x.s
    c = x.character
    seat = x.seat
    mana: int = s.mana[seat]
    total = 0.0
    everything = mana
    for kind in range(4):
        amount: int = s.goods[4 * seat + kind]
        everything += amount
        if amount > 0:
            worth = amount if amount <= 2 else 2.0 + (amount - 2) * 0.6 if amount <= 5 else 3.8 + (amount - 5) * 0.25
            total += (
                c.resource
                * worth
                * (c.food if kind == 0 else c.wood if kind == 1 else c.gold if kind == 2 else c.metal)
            )
            if amount >= 2 and mana:
                total += c.pair
    return total * x.late + everything * 0.2 * (1.0 - x.late) + (everything // 5 - everything / 5.0) * (1.0 - x.late)


def mana_term(x: Look) -> float:
    """Mana crystals: the first three are the ones that matter."""
    mana: int = x.s.mana[x.seat]
    worth = mana if mana <= 3 else 3.0 + (mana - 3) * 0.6 if mana <= 6 else 4.8 + (mana - 6) * 0.2
    return x.character.mana * worth * x.late


def contracts_term(x: Look) -> float:
    """Contracts held: what they would bring beyond their cost, the less the more is missing."""
    s = x.s
    total = 0.0
    count = 0
    goods0: int = s.goods[4 * x.seat]
    goods1: int = s.goods[4 * x.seat + 1]
    goods2: int = s.goods[4 * x.seat + 2]
    goods3: int = s.goods[4 * x.seat + 3]
    for contract in range(CONTRACTS):
        if s.contract_at[contract] != x.seat:
            continue
        cost = s.tables.contract_cost
        base = 5 * contract
        missing: int = 0
        spare: int = 0
        want: int = cost[base] - goods0
        if want > 0:
            missing += want
        else:
            spare -= want
        want = cost[base + 1] - goods1
        if want > 0:
            missing += want
        else:
            spare -= want
        want = cost[base + 2] - goods2
        if want > 0:
            missing += want
        else:
            spare -= want
        want = cost[base + 3] - goods3
        if want > 0:
            missing += want
        else:
            spare -= want
        want = cost[base + 4] - spare
        if want > 0:
            missing += want
        if missing > 6:
            missing = 6
        if meets_condition(s, x.seat, contract):
            gain = x.printed.both[contract]
        else:
            middle = x.printed.middle[contract]
            bottom = x.printed.bottom[contract]
            gain = (middle if middle > bottom else bottom) * 0.7 + 0.3 * x.late * (middle + bottom)
        gain -= x.printed.cost[contract] * x.late
        if gain > 0.0:
            count += 1
            total += gain * FULFIL_CHANCE[missing]
    if count > 1:
        total *= 1.0 / (1.0 + 0.15 * (count - 1))
    if x.left < 1.5:
        total *= x.left / 1.5
    return total * x.character.contract


def technology_term(x: Look) -> float:
    """Developed tiles, for the turns to come."""
    s = x.s
    total = 0.0
    for action in range(len(ACTIONS)):
        if is_developed(s, x.seat, action):
            total += DEVELOPED_GAIN[action]
    return total * x.left * x.character.technology


def settlements_term(x: Look) -> float:
    """What the settlement row will give, and the settlements themselves."""
    s = x.s
    c = x.character
    built: int = s.built[x.seat]
    pool: int = s.pool[x.seat]
    followers: int = 0
    points: int = 0
    for entry in range(built + 1):
        followers += s.tables.row_follower[entry]
        points += s.tables.row_vp[entry]
    use = points + (0.8 * followers if pool >= followers else 0.4 * followers)
    return use * x.left * c.income + built * c.settlement * x.late


def land_term(x: Look) -> float:
    """Controlled ground: what it can be harvested for, its shrines, and how far it reaches."""
    s = x.s
    c = x.character
    total = c.shrine * x.shrines
    mask = x.own & s.tables.with_symbols
    crop: int = 0
    while mask:
        low = mask & -mask
        crop += harvest_amount(s, x.seat, low.bit_length() - 1)
        mask ^= low
    total += c.harvest * (crop if crop <= 8 else 8 + 0.4 * (crop - 8))
    total += c.territory * ones(x.own) + c.abroad * ones(x.own & ~home_mask(s, x.seat))
    return total * x.late


def units_term(x: Look) -> float:
    """Followers and gods on the boards, and an army before Atlantis."""
    s = x.s
    c = x.character
    pool: int = s.pool[x.seat]
    total = c.follower * (FOLLOWERS - pool)
    for figure in range(FIGURES):
        if s.god_at[x.seat * FIGURES + figure] >= 0:
            total += c.strength * (3 if figure == 0 else 2) + c.follower
    return (total + atlantis_worth(x)) * x.late


def culture_term(x: Look) -> float:
    """Markers that this side would share in, the more the closer they are to being surrounded."""
    s = x.s
    total = 0.0
    for point in range(POINTS):
        marker: int = s.marker[point]
        if marker == NO_MARKER:
            continue
        around: int = s.tables.point[point]
        taken = around & x.taken
        if not taken:
            continue
        if not around & x.own and not culture_shared(s, x.seat, point):
            continue
        reward = x.printed.marker[marker] if s.marker_up >> point & 1 else x.printed.unknown_marker
        total += SURROUNDED[ones(taken)] * reward
    if culture_doubled(s, x.seat):
        total *= 2.0
    return total * x.character.culture * x.late


def artifacts_term(x: Look) -> float:
    """Artifacts kept, for what they can still do."""
    s = x.s
    total = 0.0
    for artifact in range(len(ARTIFACTS)):
        if s.artifact_at[artifact] == x.seat:
            if artifact == FATE:
                total += fate_score(s) + 0.25 * x.left
            elif artifact == SCARAB:
                total += scarab_worth(x)
            elif artifact == CORNUCOPIA:
                total += horn_worth(x)
            else:
                total += 0.5 + 4.5 * x.late
    return total


def scarab_worth(x: Look) -> float:
    """Three steps on the track where they count for most, and what they do for the places on it."""
    s = x.s
    best = 0.0
    for track in range(3):
        position: int = s.track[3 * x.seat + track]
        times = x.printed.multiplier[track]
        end = position + SCARAB_STEPS if position + SCARAB_STEPS < len(times) else len(times) - 1
        gain = (times[end] - times[position]) * expected_goal(x, s.goals[track])
        if gain > best:
            best = gain
    return best + 1.0


def horn_worth(x: Look) -> float:
    """Points for four of a type; for that many must be there, or still come."""
    s = x.s
    most: int = 0
    for kind in range(4):
        amount: int = s.goods[4 * x.seat + kind]
        if amount > most:
            most = amount
    return 5.5 if most >= HORN_AMOUNT else 2.5 + 0.5 * most if x.left >= 1.0 else 1.0


def points_term(x: Look) -> float:
    """Victory points already gained."""
    points: int = x.s.vp[x.seat]
    return float(points)
