"""Values of a view in words: rewards, and whether what is printed is ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from theomachy.games.anunnaki.content import CONTENT, content_hash
from theomachy.kernel.language import fill, plural
from theomachy.kernel.speech import Speech

PRINTED: Final = content_hash(CONTENT)


def has_printed_content(view: Mapping[str, Any]) -> bool:
    """Whether the match is played with our printed values, so that what no view shows can be told, too."""
    return str(view["content"]).partition("/")[0] == PRINTED


def rewards(names: Speech, entries: list[Mapping[str, Any]]) -> str:
    """Rewards in words, in the printed order."""
    return " + ".join(
        "/".join(names(f"reward.{kind}") for kind in entry["of"])
        if entry["kind"] == "one_of"
        else counted(names, f"reward.{entry['kind']}", entry["amount"])
        for entry in entries
    )


def counted(names: Speech, key: str, amount: int) -> str:
    """So much of something: '2 followers'. What is not counted in the language stands alone."""
    name = names.catalogue.forms(key, names.lang)
    if plural(amount, names.lang) not in name.forms:
        return name.plain if amount == 1 else f"{name.plain} ×{amount}"
    return fill("{amount:count name}", {"amount": amount, "name": name}, names.lang)
