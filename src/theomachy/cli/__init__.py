"""The `theomachy` command."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; see `theomachy.cli.running`."""
    # Here, and not above: a process that a server starts imports what the server was started by, and needs none of it.
    from theomachy.cli.running import run

    run(arguments)
