"""`python -m theomachy` is the `theomachy` command."""

from __future__ import annotations

from theomachy.cli import main

if __name__ == "__main__":
    main()
