"""The files of the page."""

from __future__ import annotations

import mimetypes
from html import escape
from pathlib import Path

from starlette.responses import FileResponse, HTMLResponse, Response

from theomachy.server.words import say

#: where the build puts the page
PAGE = Path(__file__).parent / "page"

# Not every machine knows what this is.
mimetypes.add_type("application/manifest+json", ".webmanifest")

#: files whose names hold a hash of their content never change
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"cache-control": "no-cache"}


def index(page: Path, lang: str) -> Response:
    """The page itself; where it is not built, how to."""
    file = page / "index.html"
    if file.is_file():
        return FileResponse(file, headers=ASK_AGAIN)
    words = escape(say("not-built", lang))
    return HTMLResponse(
        f'<!doctype html><html lang="{lang}"><title>Theomachy</title><p>{words}</p></html>', 503, ASK_AGAIN
    )


def page_file(page: Path, path: str) -> Response | None:
    """A file of the page; None if there is none of that name."""
    try:
        file = (page / path).resolve()
        if not file.is_relative_to(page.resolve()) or not file.is_file():
            return None
    except (OSError, ValueError):
        # A name that no file can have: too long, or with a zero in it.
        return None
    return FileResponse(file, headers=FOREVER if path.startswith("assets/") else ASK_AGAIN)
