"""The currency. Followers change only through these three functions, so that every change is a fact."""

from __future__ import annotations

from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side


def gain_followers(s: AnkhState, god: Side, amount: int, rule: str) -> None:
    """Take followers from the unlimited supply."""
    if amount > 0:
        s.followers[god] += amount
        s.tell(rule, "followers-gained", god, amount=amount)


def sacrifice_followers(s: AnkhState, god: Side, amount: int, rule: str) -> None:
    """Give followers back to the supply. The caller has made sure that there are enough."""
    if amount > 0:
        s.followers[god] -= amount
        s.tell(rule, "followers-lost", god, amount=amount)


def pay_followers(s: AnkhState, god: Side, to: Side, amount: int, rule: str) -> None:
    """Followers go from one god to another."""
    sacrifice_followers(s, god, amount, rule)
    gain_followers(s, to, amount, rule)
