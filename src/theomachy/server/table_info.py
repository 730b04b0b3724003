"""What everybody may know about a table, at it and in the lobby."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from theomachy.server.envoy import public_setup
from theomachy.server.fairness import Origin, Proof, commitment, special_settings
from theomachy.server.messages import Place, TableInfo
from theomachy.server.storage import TableRecord


def table_info(record: TableRecord, game: Any, online: Set[int]) -> TableInfo:
    """What everybody may know about a table."""
    waits = any(chair.who == "open" for chair in record.chairs)
    return TableInfo(
        table=record.table,
        game=record.game,
        title=record.title,
        setup=public_setup(game, record.setup, [chair.side for chair in record.chairs]),
        seats=[
            Place(chair.seat, chair.side, chair.who, chair.name, chair.bot, chair.seat in online)
            for chair in record.chairs
        ],
        phase="over" if record.over else "waiting" if waits else "playing",
        version=record.version,
        listed=record.listed,
        created=record.created,
        moved=record.moved,
        origin=_origin(record),
        closed=record.closed,
        rated=record.rated,
        deciding=[] if waits else [chair.seat for chair in record.chairs if record.deciding >> chair.seat & 1],
    )


def _origin(record: TableRecord) -> Origin:
    """Where the match comes from. The seed is told when the match is over, and not before."""
    drawn = record.seed_origin == "drawn"
    return Origin(
        seed=record.seed_origin,
        commitment=commitment(record.seed, record.salt) if drawn else None,
        proof=Proof(str(record.seed), record.salt.hex()) if record.over else None,
        opened=record.opened,
        special=special_settings(record.setup),
        disclosed=record.disclosed,
    )
