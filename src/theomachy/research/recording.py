"""Playing a match for the record: every decision with what was seen, what could be chosen, and what came of it."""

from __future__ import annotations

import io
import json
import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import theomachy
from theomachy.bots import Sight, new_bot
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.layout import Layout
from theomachy.kernel.match import Match
from theomachy.kernel.outlook import Outlook
from theomachy.lab.plans import Plan

#: the form of the tables; grows when columns change
FORMAT: Final = 1
#: where in the metadata of a file we say what is in it
KEY: Final = b"theomachy"
#: what stands for a choice that learners are not offered
NOT_OFFERED: Final = -1


def schema_of(outlook: Outlook, layout: Layout) -> pa.Schema:
    """The columns of a record; docs/research.md says what is in them."""
    word = pa.dictionary(pa.int16(), pa.string())
    return pa.schema(
        [
            pa.field("match", pa.int32(), nullable=False),
            pa.field("number", pa.int32(), nullable=False),
            pa.field("seat", pa.int8(), nullable=False),
            pa.field("bot", word),
            pa.field("kind", word),
            pa.field("observation", pa.list_(pa.int16(), layout.size), nullable=False),
            pa.field("mask", pa.binary(mask_bytes(len(outlook.dense))), nullable=False),
            pa.field("action", pa.int16(), nullable=False),
            pa.field("choice", word),
            pa.field("chances", pa.list_(pa.float32())),
            pa.field("reward", pa.int8(), nullable=False),
            pa.field("winners", pa.list_(pa.int8())),
            pa.field("how", word),
        ]
    )


def mask_bytes(choices: int) -> int:
    """A mask is kept bit by bit, eight to a byte, the first in the lowest bit."""
    return -(-choices // 8)


def plan_layout(plan: Plan) -> Layout:
    """What is where in the observations of a planned match."""
    game = theomachy.game(plan.game)
    return game.outlook().layout(Match(game, plan.setup, plan.seed, listening=False).state)


@dataclass(slots=True)
class Recorded:
    """A match as a Parquet file of its own, in memory until it is kept."""

    match: int
    decisions: int
    seconds: list[float]
    file: bytes


@dataclass(frozen=True, slots=True)
class RecordPlan(Plan):
    """A plan whose match is recorded."""

    def play(self) -> Recorded:
        return record(self)


def record_plans(plans: list[Plan]) -> list[RecordPlan]:
    """The same matches, for the record; refuses set-ups whose observations have different layouts."""
    sizes: dict[str, Plan] = {}
    for plan in plans[:256]:
        sizes.setdefault(" ".join(plan_layout(plan).names), plan)
    if len(sizes) > 1:
        raise BadSetup(
            "these set-ups have observations of different layouts, which do not fit into one record;"
            " name one of them, and record the others apart"
        )
    return [
        RecordPlan(plan.number, plan.block, plan.game, plan.setup, plan.seed, plan.bots, plan.bot_seeds)
        for plan in plans
    ]


def record(plan: Plan) -> Recorded:
    """Play a match from its plan to its end, noting every decision."""
    match = Match(theomachy.game(plan.game), plan.setup, plan.seed, listening=False)
    outlook = match.game.outlook()
    layout = outlook.layout(match.state)
    bots = [new_bot(spec, seed) for spec, seed in zip(plan.bots, plan.bot_seeds, strict=True)]
    seconds = [0.0] * match.seats
    rows: dict[str, list[Any]] = {name: [] for name in schema_of(outlook, layout).names}
    while not match.over:
        seat = match.decision.seats[0]
        bot, sight = bots[seat], Sight(match, seat)
        observation, mask = np.empty(layout.size, np.int16), np.empty(len(outlook.dense), np.int8)
        match.observe_into(observation, seat)
        match.mask_into(mask, seat)
        started = time.perf_counter()
        choice = bot.choose(sight)
        seconds[seat] += time.perf_counter() - started
        rows["match"].append(plan.number)
        rows["number"].append(len(rows["number"]))
        rows["seat"].append(seat)
        rows["bot"].append(plan.bots[seat])
        rows["kind"].append(match.game.kinds[match.state.stack[-1].kind].name)
        rows["observation"].append(observation)
        rows["mask"].append(np.packbits(mask, bitorder="little").tobytes())
        rows["action"].append(int(outlook.dense_of[choice.id]))
        rows["choice"].append(str(choice))
        rows["chances"].append(dense_chances(outlook, sight.choices.ids, getattr(bot, "chances", [])))
        match.play(choice, seat)
    return Recorded(plan.number, len(rows["number"]), seconds, file_of(match, layout, rows))


def dense_chances(outlook: Outlook, ids: list[int], chances: list[float]) -> list[float] | None:
    """A bot's own chances in the order of the mask; None if it saw none."""
    if len(chances) != len(ids):
        return None
    pairs = zip((outlook.dense_of[number] for number in ids), chances, strict=True)
    return [chance for number, chance in sorted(pairs) if number >= 0]


def file_of(match: Match, layout: Layout, rows: dict[str, list[Any]]) -> bytes:
    """The rows as a Parquet file, with what came of the match beside each."""
    outlook = match.game.outlook()
    outcome = match.game.outcome(match.state)
    returns = outlook.returns(match.state)
    count = len(rows["number"])
    rows["reward"] = [returns[seat] for seat in rows["seat"]]
    rows["winners"] = [list(outcome.winners)] * count
    rows["how"] = [outcome.how] * count
    schema = schema_of(outlook, layout)
    columns: list[Any] = []
    for field in schema:
        if field.name == "observation":
            flat = np.concatenate(rows["observation"]) if count else np.empty(0, np.int16)
            columns.append(pa.FixedSizeListArray.from_arrays(pa.array(flat), layout.size))
        else:
            columns.append(pa.array(rows[field.name], field.type))
    stream = io.BytesIO()
    write_tables(stream, schema, [pa.Table.from_arrays(columns, schema=schema)])
    return stream.getvalue()


def write_tables(where: Any, schema: pa.Schema, tables: list[pa.Table]) -> None:
    """A Parquet file with a group of rows for each match, and checksums."""
    with pq.ParquetWriter(where, schema, compression="zstd", write_page_checksum=True) as writer:
        for table in tables:
            writer.write_table(table, row_group_size=max(1, table.num_rows))


def about(plan: Plan, settings: dict[str, Any]) -> dict[str, Any]:
    """What whoever reads a record must know: where it comes from, and what its numbers mean."""
    game = theomachy.game(plan.game)
    outlook = game.outlook()
    layout = plan_layout(plan)
    return {
        "format": FORMAT,
        **json.loads(json.dumps(settings)),
        "layout": [group.json for group in layout.slots],
        "size": layout.size,
        "choices": [game.table.text(choice) for choice in outlook.dense],
        "kinds": [kind.name for kind in game.kinds],
    }
