"""Chapter "contract": taking contracts from the offer and fulfilling them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.anunnaki.components import (
    BY_BASTET,
    BY_CONTRACT,
    CONTRACT_,
    CONTRACT_NAMES,
    DONE,
    FULFILLED,
    GAIA_PLANET,
    HOUSE_CONTRACTS,
    IN_OFFER,
    NEUTRAL_CONTRACTS,
    R_TRADE,
    R_VP,
    ROW_,
    SOURCES,
)
from theomachy.games.anunnaki.control import controlled, planet_mask
from theomachy.games.anunnaki.goods import ask_pay, pay_resource
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import CONTRACT_REWARD, CONTRACT_ROW, REWARD, TAKE_CONTRACT
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

MIDDLE: Final = 0
BOTTOM: Final = 1


def open_contract(s: AnunnakiState) -> None:
    """anunnaki/action/trade: the offer is filled up at once; anunnaki/contract/empty: not from an empty stack."""
    if s.deck:
        contract = s.deck.pop(0)
        s.offer.append(contract)
        s.contract_at[contract] = IN_OFFER
        s.reveals += 1
        s.tell("anunnaki/action/trade", "contract-opened", what=CONTRACT_NAMES[contract])


def take_contract(s: AnunnakiState, seat: Seat, contract: int, rule: str) -> None:
    s.offer.remove(contract)
    s.contract_at[contract] = seat
    s.tell(rule, "contract-taken", seat, what=CONTRACT_NAMES[contract])
    open_contract(s)


def held(s: AnunnakiState, seat: Seat) -> list[int]:
    """The contracts a seat holds, not yet fulfilled."""
    found: list[int] = []
    contract_at = s.contract_at
    holder: i64 = seat
    for contract in range(len(contract_at)):
        if contract_at[contract] == holder:
            found.append(contract)
    return found


def house_of(contract: int) -> int:
    """The house whose symbol is on a contract; -1 on a neutral one."""
    if contract < NEUTRAL_CONTRACTS:
        return -1
    return (contract - NEUTRAL_CONTRACTS) // HOUSE_CONTRACTS


def can_pay(s: AnunnakiState, seat: Seat, contract: int) -> bool:
    """anunnaki/resource/limit: in full or not at all."""
    cost = s.tables.contract_cost
    goods = s.goods
    at: i64 = 5 * contract
    first: i64 = 4 * seat
    left: i64 = 0
    for kind in range(4):
        rest = goods[first + kind] - cost[at + kind]
        if rest < 0:
            return False
        left += rest
    return cost[at + 4] <= left


def payable(s: AnunnakiState, seat: Seat) -> list[int]:
    return [contract for contract in held(s, seat) if can_pay(s, seat, contract)]


def can_fulfil(s: AnunnakiState, seat: Seat) -> bool:
    """Whether a seat can pay one of its contracts."""
    contract_at = s.contract_at
    holder: i64 = seat
    for contract in range(len(contract_at)):
        if contract_at[contract] == holder and can_pay(s, seat, contract):
            return True
    return False


def meets_condition(s: AnunnakiState, seat: Seat, contract: int) -> bool:
    """anunnaki/contract/house: control a territory on that house's planet; for the own symbol one on Gaia."""
    house = house_of(contract)
    if house < 0 or s.first_game:
        return True
    planet = GAIA_PLANET if house == s.house[seat] else house
    return controlled(s, seat) & planet_mask(s, planet) != 0


def fulfil(s: AnunnakiState, seat: Seat, contract: int, free: bool) -> None:
    """anunnaki/contract/fulfil. `free`: Bastet, without resources and condition."""
    s.contract_at[contract] = FULFILLED + seat
    source = BY_BASTET if free else BY_CONTRACT
    s.tell(SOURCES[source], "contract-fulfilled", seat, what=CONTRACT_NAMES[contract])
    s.push(Step(CONTRACT_REWARD, seat, source, contract, int(free)))
    if not free:
        for kind in range(4):
            pay_resource(s, seat, kind, s.tables.contract_cost[5 * contract + kind], "anunnaki/contract/fulfil")
        ask_pay(s, seat, s.tables.contract_cost[5 * contract + 4], BY_CONTRACT)


def push_bottom(s: AnunnakiState, seat: Seat, contract: int) -> None:
    """Victory points, then steps on the trade track."""
    s.push(Step(REWARD, seat, BY_CONTRACT, R_TRADE, s.tables.contract_trade[contract]))
    s.push(Step(REWARD, seat, BY_CONTRACT, R_VP, s.tables.contract_vp[contract]))


def push_middle(s: AnunnakiState, seat: Seat, contract: int) -> None:
    rewards = s.tables.contract_middle[contract]
    for index in range(len(rewards) - 2, -1, -2):
        s.push(Step(REWARD, seat, BY_CONTRACT, rewards[index], rewards[index + 1]))


class TakeContract(Question):
    """Which open contract? `where`: the source; `what`: 1 if it may be declined; `count`: how many more."""

    name = "take-contract"
    prompt = "take-contract"
    verbs = "contract done"
    public = True
    holds = "who=house where=source what=optional:number count=left:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.count > 0 and s.offer else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = [CONTRACT_ + contract for contract in s.offer]
        found.sort()
        if step.what == 1:
            found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        s.become(Step(TAKE_CONTRACT, seat, step.where, step.what, step.count - 1))
        take_contract(s, seat, choice - CONTRACT_, SOURCES[step.where])

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        return "anunnaki/turn/perform" if choice == DONE else "anunnaki/action/trade"


class Fulfil(Question):
    """Which contract is fulfilled?"""

    name = "fulfil-contract"
    prompt = "fulfil-contract"
    verbs = "contract"
    public = True

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [CONTRACT_ + contract for contract in payable(s, seat)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        fulfil(s, seat, choice - CONTRACT_, False)

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        if s.contract_at[choice - CONTRACT_] == seat:
            return "anunnaki/resource/limit"
        return "anunnaki/contract/fulfil"


class ContractReward(StepKind[AnunnakiState]):
    """The contract is paid. `what`: the contract; `count`: 1 for both rows whatever the condition."""

    name = "contract-reward"
    holds = "who=house where=source what=contract count=both:number"

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()
        if step.count or meets_condition(s, step.seat, step.what):
            push_bottom(s, step.seat, step.what)
            push_middle(s, step.seat, step.what)
        else:
            s.push(Step(CONTRACT_ROW, step.seat, what=step.what))


class ContractRow(Question):
    """Middle or bottom row? `what`: the contract. (anunnaki/contract/house)"""

    name = "contract-row"
    prompt = "contract-row"
    verbs = "row"
    public = True
    holds = "who=house what=contract"
    forbids = "anunnaki/contract/house"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [ROW_ + MIDDLE, ROW_ + BOTTOM]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == ROW_ + MIDDLE:
            push_middle(s, seat, step.what)
        else:
            push_bottom(s, seat, step.what)
