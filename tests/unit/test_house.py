"""The house: every game is one room with one door. Nothing outside `games/` knows a game by name."""

from __future__ import annotations

import re
from pathlib import Path

import theomachy

SOURCE = Path(theomachy.__file__).parent
#: kinds of names in the catalogues that belong to one game; other names are words of any game (action, resource, how …)
KINDS = (
    "god", "house", "king", "piece", "card", "power", "monument", "scenario", "room", "agenda", "weapon", "artifact",
)  # fmt: skip
#: names of components that are ordinary words of programs and prose
ORDINARY = frozenset(
    (
        "build", "commanding", "court", "fate", "follower", "glorious", "held", "house", "inspiring", "law", "map",
        "mirror", "net", "rapture", "revered", "smash", "war", "warrior",
    )
)  # fmt: skip
#: what games call their things without a name in the catalogue
WORDS = frozenset(
    ("ankhs", "devotion", "god", "gods", "guardian", "guardians", "houses", "palace", "pharaoh", "pharaohs")
)


def names_of_games() -> set[str]:
    """Games and expansions (what rules are named after), who plays, and components that are known by name."""
    names: set[str] = set(WORDS)
    for game in theomachy.GAMES.values():
        names |= {game.name, *game.offers()["sides"]}
        names |= {rule.partition("/")[0] for rule in game.catalogue.rules()} - {"theomachy"}
        for key in game.catalogue.names():
            kind, _, name = key.partition(".")
            if kind in KINDS:
                names.add(name)
    return names - ORDINARY


def words_of(line: str) -> set[str]:
    """The words of a line of code, as they are spoken: `first_seat`, `firstSeat` and `first-seat` are the same two."""
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", line).replace("_", " ").lower()
    return {*re.findall(r"[a-z]+(?:-[a-z]+)+", apart), *re.findall(r"[a-z]+", apart)}


def test_the_names_are_those_of_the_games() -> None:
    names = names_of_games()
    for name in ("ankh", "pharaoh", "anunnaki", "isis", "norrenis", "ramses", "giant-scorpion", "war-chariot", "zeus"):
        assert name in names
    assert len(names) > 80
    assert words_of('PharaohTable(first_god, "giant-scorpion")') == {
        "pharaoh", "table", "first", "god", "giant", "scorpion", "giant-scorpion",
    }  # fmt: skip


def test_no_module_outside_the_games_names_one() -> None:
    names = names_of_games()
    found = [
        f"{path.relative_to(SOURCE)}:{number}: {', '.join(sorted(words_of(line) & names))}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not path.is_relative_to(SOURCE / "games")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if words_of(line) & names
    ]
    assert found == [], "\n".join(found)
