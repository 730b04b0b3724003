"""The numbers of the box are literals in the code, so that the compiled engine can fold them; `data/content.toml` says
what is printed, and both must agree."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import (
    CAMELS,
    FIGURES,
    FIRST_LARGE,
    FIRST_SMALL,
    MONUMENTS_OF_TYPE,
    POOL_TOKENS,
    RED_UNTIL,
    ROW_TOKENS,
    TILES,
    TOP,
    WARRIORS,
)
from theomachy.games.ankh.content import CONTENT
from theomachy.kernel.errors import BadContent

SUPPLY: Final = {
    "camels": CAMELS,
    "order_tiles": TILES,
    "obelisks": MONUMENTS_OF_TYPE,
    "pyramids": MONUMENTS_OF_TYPE,
    "temples": MONUMENTS_OF_TYPE,
    "ankh_tokens_per_god": ROW_TOKENS + POOL_TOKENS,
    "warriors_per_god": WARRIORS,
    "small_bases_per_god": FIRST_LARGE - FIRST_SMALL,
    "large_bases_per_god": FIGURES - FIRST_LARGE,
}


def check_printed(added: dict[str, int]) -> None:
    """Refuses to begin with numbers that are not the printed ones. `added`: what an expansion adds to the supply."""
    for name, number in {**SUPPLY, **added}.items():
        _compare(f"supply.{name}", number, CONTENT["supply"][name])
    _compare("tracks.devotion.top", TOP, CONTENT["tracks"]["devotion"]["top"])
    _compare("tracks.devotion_red_until", RED_UNTIL, CONTENT["tracks"]["devotion_red_until"]["value"])


def _compare(place: str, number: int, printed: int) -> None:
    if number != printed:
        raise BadContent(f"{place}: the code says {number}, data/content.toml {printed}")
