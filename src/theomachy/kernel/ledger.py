"""Ledgers: what may change only by facts, accounted for by reading them."""

from __future__ import annotations

from typing import Any, Protocol

from theomachy.kernel.fact import Fact


class Ledger(Protocol):
    """Keeps account of a match by reading its facts, and nothing else."""

    def read(self, fact: Fact) -> None: ...

    def differences(self, state: Any) -> list[str]: ...


class NoLedger:
    """For a game of which nothing is known here."""

    def read(self, fact: Fact) -> None:
        pass

    def differences(self, state: Any) -> list[str]:
        return []
