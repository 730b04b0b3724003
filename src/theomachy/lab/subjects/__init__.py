"""What the lab must know of a game beyond the engine's own interface: one small module per game.

A game that has none is studied as far as every game can be: who won, how, after how many decisions.
"""

from __future__ import annotations

from theomachy.lab.subjects.ankh import AnkhSubject
from theomachy.lab.subjects.anunnaki import AnunnakiSubject
from theomachy.lab.subjects.subject import Subject

SUBJECTS: dict[str, Subject] = {"ankh": AnkhSubject(), "anunnaki": AnunnakiSubject()}


def subject_of(game: str) -> Subject:
    """The subject for a game's name."""
    return SUBJECTS.get(game) or Subject()


__all__ = ["SUBJECTS", "Subject", "subject_of"]
