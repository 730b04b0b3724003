"""Records: a folder of Parquet files with every decision of many matches, and `about.json`, which says what they are.

While matches are played each is a file of its own (`match-….parquet`), written beside and then renamed: whatever
has its name is whole. When all are there they are packed, a thousand to a file (`records-….parquet`), the same bytes
however many processes played. A run that was cut off goes on with the matches that are missing.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from theomachy.kernel.errors import TheomachyError
from theomachy.lab.plans import Plan
from theomachy.lab.results_file import check_settings, lock
from theomachy.research.recording import FORMAT, NOT_OFFERED, Recorded, mask_bytes, write_tables

#: how many matches a packed file has
PACKED: Final = 1000
ABOUT: Final = "about.json"
_SINGLE: Final = re.compile(r"match-(\d{9})\.parquet")
_PACK: Final = re.compile(r"records-(\d{6})\.parquet")


class BadRecord(TheomachyError):
    """A file of a record is damaged; the message names it, the row, and what to do."""


class RecordFolder:
    """Where a run keeps its recorded matches (see `lab.running.Keeper`)."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        """Opens the folder or begins it; refuses one with other settings, and one that another run is writing to."""
        self.path = path
        self.about = about
        self.results: dict[int, Recorded] = {}
        try:
            path.mkdir(parents=True, exist_ok=True)
            known = path / ABOUT
            if not known.exists() and any(path.iterdir()):
                raise TheomachyError(f"{path}: not a folder of records; name another with --out")
            self._file = FileIO(known, "a+")
        except OSError as error:
            raise TheomachyError(f"{path}: can't be written: {error.strerror}") from error
        try:
            lock(self._file, path)
            self._open()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> RecordFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _open(self) -> None:
        self._file.seek(0)
        text = self._file.readall()
        try:
            found = json.loads(text) if text else None
        except ValueError:
            found = None
        if found is None:
            # Begun, and cut off before anything was played.
            if any(_SINGLE.fullmatch(file.name) or _PACK.fullmatch(file.name) for file in self.path.iterdir()):
                raise BadRecord(f"{self.path / ABOUT}: damaged; delete the folder and record again")
            self._file.truncate(0)
            self._file.write(json.dumps(self.about, ensure_ascii=False).encode())
        else:
            check_settings(self.path, found, self.about)
        for file in sorted(self.path.iterdir()):
            if file.name.endswith(".new"):
                file.unlink()
        for file in record_files(self.path):
            with open_file(file) as opened:
                for match, decisions in matches_in(opened, file):
                    self.results[match] = Recorded(match, decisions, [], b"")

    def check_plans(self, plans: list[Plan]) -> None:
        """What is there belongs to the settings, and with them to the plans."""

    def add(self, result: Recorded) -> None:
        """Keep a match; its file is whole as soon as it has its name."""
        self._write(self.path / f"match-{result.match:09}.parquet", result.file)
        result.file = b""
        self.results[result.match] = result

    def _write(self, path: Path, content: bytes) -> None:
        fresh = path.with_name(path.name + ".new")
        try:
            fresh.write_bytes(content)
            os.replace(fresh, path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise TheomachyError(f"{path}: can't be written: {error.strerror}") from error

    def put_in_order(self) -> None:
        """Pack the matches, a thousand to a file. What was packed before and is complete stays as it is."""
        for number in sorted({match // PACKED for match in self.results}):
            wanted = sorted(match for match in self.results if match // PACKED == number)
            singles = [self.path / f"match-{match:09}.parquet" for match in wanted]
            if any(single.exists() for single in singles):
                self._pack(number, wanted)
            for single in singles:
                single.unlink(missing_ok=True)

    def _pack(self, number: int, matches: list[int]) -> None:
        pack = self.path / f"records-{number:06}.parquet"
        tables: dict[int, pa.Table] = {}
        for file in [pack, *(self.path / f"match-{match:09}.parquet" for match in matches)]:
            if file.exists():
                tables.update(read_matches(file))
        fresh = pack.with_name(pack.name + ".new")
        write_tables(fresh, tables[matches[0]].schema, [tables[match] for match in matches])
        os.replace(fresh, pack)


def record_files(path: Path) -> list[Path]:
    """The files of a record that are whole, in the order of their matches; packed ones come first."""
    names = sorted(file.name for file in path.iterdir())
    return [path / name for name in names if _PACK.fullmatch(name)] + [
        path / name for name in names if _SINGLE.fullmatch(name)
    ]


def open_file(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(path, page_checksum_verification=True)
    except (pa.ArrowException, OSError) as error:
        raise damaged(path, "", error) from error


def damaged(path: Path, where: str, error: object) -> BadRecord:
    first = (str(error).splitlines() or [""])[0]
    return BadRecord(
        f"{path}{where}: damaged ({first}); delete this file, and the same command plays its matches again"
    )


def matches_in(opened: pq.ParquetFile, path: Path) -> list[tuple[int, int]]:
    """The matches of a file with how many decisions each has: each is a group of rows."""
    found: list[tuple[int, int]] = []
    for group in range(opened.metadata.num_row_groups):
        about = opened.metadata.row_group(group)
        numbers = about.column(0).statistics
        if numbers is None or numbers.min != numbers.max:
            raise damaged(path, f", rows of group {group}", "they are not of one match")
        found.append((numbers.min, about.num_rows))
    return found


def read_matches(path: Path) -> dict[int, pa.Table]:
    """The rows of each match of a file; what can't be read is refused, with the row."""
    found: dict[int, pa.Table] = {}
    with open_file(path) as opened:
        row = 0
        for group, (match, rows) in enumerate(matches_in(opened, path)):
            try:
                found[match] = opened.read_row_group(group)
            except (pa.ArrowException, OSError) as error:
                raise damaged(path, f", rows {row} to {row + rows - 1} (match {match})", error) from error
            row += rows
    return found


class Records:
    """A record to be read. `about` says what is in it; `matches()` goes through it, every row checked."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.about: dict[str, Any] = json.loads((self.path / ABOUT).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadRecord(f"{self.path / ABOUT}: can't be read ({error}); is this a folder of records?") from error
        if self.about.get("format") != FORMAT:
            raise BadRecord(f"{self.path / ABOUT}: format {self.about.get('format')}; this program reads {FORMAT}")
        self.choices: list[str] = self.about["choices"]

    def matches(self) -> Iterator[tuple[int, pa.Table]]:
        """Number and rows of each match."""
        seen: set[int] = set()
        for file in record_files(self.path):
            row = 0
            for match, table in read_matches(file).items():
                self._check(file, row, table)
                row += table.num_rows
                if match not in seen:
                    seen.add(match)
                    yield match, table

    def _check(self, file: Path, first: int, table: pa.Table) -> None:
        masks, actions = self.masks(table), table["action"].to_numpy()
        offered = actions != NOT_OFFERED
        rows = np.arange(table.num_rows)
        wrong = (
            (table["number"].to_numpy() != rows)
            | (actions >= len(self.choices))
            | (offered & (masks[rows, np.clip(actions, 0, len(self.choices) - 1)] != 1))
        )
        if wrong.any():
            raise damaged(file, f", row {first + int(np.argmax(wrong))}", "a choice that was not offered, or a gap")

    def masks(self, table: pa.Table) -> Any:
        """The masks of rows, as an array of 0 and 1."""
        width = mask_bytes(len(self.choices))
        packed = np.frombuffer(b"".join(table["mask"].to_pylist()), np.uint8).reshape(-1, width)
        return np.unpackbits(packed, axis=1, count=len(self.choices), bitorder="little")

    def observations(self, table: pa.Table) -> Any:
        """The observations of rows, as an array of 16-bit integers."""
        return table["observation"].combine_chunks().flatten().to_numpy().reshape(table.num_rows, -1)

    def table(self) -> pa.Table:
        """Everything, in one table."""
        return pa.concat_tables([table for _, table in self.matches()]).unify_dictionaries()
