"""The file a run keeps its finished matches in: the same command goes on where it stopped.

JSON lines. The first has the settings of the run; then come results as they are finished, each followed by what its
bots needed for it. When all are there the file is put in order, so that the lines of results are the same however many
processes played. A line that was cut off (the power failed, the disk was full) is dropped; its match is played again.
A file that is no such file is refused and left as it is.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any, Final

from theomachy.kernel.errors import TheomachyError
from theomachy.lab.plans import Plan
from theomachy.lab.results import Result, read_result, read_seconds

FORMAT: Final = 1
#: how a file of results begins
BEGINNING: Final = b'{"format": '


def lock(file: FileIO, path: Path) -> None:
    """Refuse what another run is writing to, as long as the file is open."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise TheomachyError(f"{path}: another run is writing to it; name another file with --out") from None


def check_settings(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse what was played with other settings."""
    wrong = [key for key in {**wanted, **found} if wanted.get(key) != found.get(key)]
    if wrong:
        told = "; ".join(f"{key}: {_brief(found.get(key))}, now {_brief(wanted.get(key))}" for key in wrong)
        raise TheomachyError(
            f"{path}: has matches of other settings ({told}); name another file with --out, or delete it"
        )


class ResultsFile:
    """Results of one run. Opened, it has those that were there and takes new ones."""

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        """Opens the file or begins it; refuses one with other settings, and one that another run is writing."""
        # What a link points to is written and put in order; the link stays a link.
        self.path = path.resolve()
        self.settings: dict[str, Any] = json.loads(json.dumps({"format": FORMAT, **settings}))
        self.results: dict[int, Result] = {}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and not self.path.is_file():
                raise TheomachyError(f"{path}: can't be written: not a regular file; name another with --out")
            # Unbuffered: what could not be written is not tried again when the file is closed.
            self._file = FileIO(self.path, "a+")
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            lock(self._file, self.path)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    # --- reading ------------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        self._file.seek(0)
        content = self._file.readall()
        whole = content.rfind(b"\n") + 1
        if not whole:
            if not BEGINNING.startswith(content[: len(BEGINNING)]):
                raise self._foreign()
            self._file.truncate(0)
            self._write([json.dumps(self.settings, ensure_ascii=False)])
            return
        lines = content[:whole].splitlines()
        self._read_lines(lines)
        # Not before everything else turned out to be results.
        self._file.truncate(whole)

    def _read_lines(self, lines: list[bytes]) -> None:
        if not lines[0].startswith(BEGINNING):
            raise self._foreign()
        check_settings(self.path, self._data(1, lines[0]), self.settings)
        seconds: dict[int, list[float]] = {}
        for number, line in enumerate(lines[1:], 2):
            data = self._data(number, line)
            try:
                if "seconds_of" in data:
                    match, values = read_seconds(data)
                    seconds[match] = values
                else:
                    result = read_result(data)
                    self.results[result.match] = result
            except TheomachyError as error:
                raise self._damaged(number, str(error)) from error
        for match, values in seconds.items():
            if match in self.results and len(values) == len(self.results[match].bots):
                self.results[match] = replace(self.results[match], seconds=values)

    def _data(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            data = json.loads(line)
        except ValueError:
            raise self._damaged(number, "not JSON") from None
        if not isinstance(data, dict):
            raise self._damaged(number, "not a JSON object")
        return data

    def _damaged(self, number: int, what: str) -> TheomachyError:
        return TheomachyError(
            f"{self.path}: line {number} is damaged ({what}); remove the line and the match is played again,"
            " or name another file with --out"
        )

    def _foreign(self) -> TheomachyError:
        return TheomachyError(f"{self.path}: not a file of results; name another with --out")

    def check_plans(self, plans: list[Plan]) -> None:
        """The results that are there belong to these plans."""
        for plan in plans:
            result = self.results.get(plan.number)
            if result is not None and (tuple(result.bots) != plan.bots or result.block != plan.block):
                raise TheomachyError(f"{self.path}: match {plan.number} is not the one planned; delete the file")

    # --- writing ------------------------------------------------------------------------------------------------------

    def add(self, result: Result) -> None:
        """Keep a result: it is in the file when this returns, whatever happens to this process."""
        self.results[result.match] = result
        self._write([result.line, result.seconds_line])

    def _write(self, lines: list[str]) -> None:
        left = _text(lines)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> TheomachyError:
        return TheomachyError(f"{self.path}: can't be written: {error.strerror}")

    def put_in_order(self) -> None:
        """Results by number, then the seconds. The old file stays until the new one is complete."""
        results = [self.results[number] for number in sorted(self.results)]
        lines = [json.dumps(self.settings, ensure_ascii=False)]
        lines += [result.line for result in results]
        lines += [result.seconds_line for result in results]
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            fresh.write_bytes(_text(lines))
            os.replace(fresh, self.path)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise self._unwritable(error) from error


def _text(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
