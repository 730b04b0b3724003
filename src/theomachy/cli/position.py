"""`theomachy position`: a moment of a match as text, in the notation of cases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

import theomachy
from theomachy.cli.saves import Recording, open_recording, read_match_file
from theomachy.kernel.cases import open_position, read_positions
from theomachy.kernel.errors import BadCase, BadSave
from theomachy.kernel.match import Match
from theomachy.kernel.positions import document_at, exact_document, position_text


def position(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match, a position, or a file with cases.")],
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="After N choices of a save; by default after all.")
    ] = None,
    case: Annotated[int, typer.Option("--case", metavar="N", min=1, help="Which position or case of the file.")] = 1,
    exact: Annotated[
        bool, typer.Option("--exact", help="The very state, field by field, without the choices that led to it.")
    ] = False,
) -> None:
    """Print a moment of a match as text: to keep, to send, to play on from (play --position)."""
    moments = list(_moments(file, step, case))
    document = exact_document(moments[-1], moments[-1].seed) if exact else document_at(moments)
    typer.echo(position_text(document), nl=False)


def _moments(file: Path, step: int | None, case: int) -> Iterator[Match]:
    if read_match_file(file).lstrip().startswith("{"):
        yield from _of_save(open_recording(file), str(file), step)
        return
    if step is not None:
        raise BadCase(f"{file}: --step goes with a saved match; a position is one moment")
    yield from _of_document(position_of_file(file, case))


def _of_save(recording: Recording, place: str, step: int | None) -> Iterator[Match]:
    if step is not None and step > len(recording.history):
        raise BadSave(f"{place}: --step {step}: the match has {len(recording.history)} choices")
    match = recording.begin()
    yield match.copy()
    for seat, choice in recording.history[:step]:
        match.play(choice, seat)
        yield match.copy()


def _of_document(document: dict[str, Any]) -> Iterator[Match]:
    match = open_position({**document, "play": []}, theomachy.game)
    yield match.copy()
    last = open_position(document, theomachy.game)
    for seat, number in last.history:
        match.play(number, seat)
        yield match.copy()


def position_of_file(file: Path, case: int = 1) -> dict[str, Any]:
    """A position, or a case, of a file."""
    found = read_positions(read_match_file(file), str(file))
    if case > len(found):
        raise BadCase(f"{file}: --case {case}: the file has {len(found)}")
    return found[case - 1]


def open_position_file(file: Path, case: int, seed: int) -> Match:
    """The match at a position of a file; what is wrong with it is told with the file's name."""
    document = position_of_file(file, case)
    try:
        return open_position(document, theomachy.game, seed)
    except ValueError as error:
        raise BadCase(f"{file}: {error}") from error
