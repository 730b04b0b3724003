"""Matches looked at afterwards: each side's chances over its course, what decided it, which choices cost most.

Made by a bot that can weigh choices (`SearchBot.examine`), for whatever game; told in words, and as a page of its own.
"""

from __future__ import annotations

from theomachy.analysis.analysis import Analysis, Costly, Swing, analyse_match, effort_of, pick_costly
from theomachy.analysis.looking import Look, Walk, examiner

__all__ = ["Analysis", "Costly", "Look", "Swing", "Walk", "analyse_match", "effort_of", "examiner", "pick_costly"]
