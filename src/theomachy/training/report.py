"""What a round of training came to, as a page of Markdown."""

from __future__ import annotations

from typing import Any

from theomachy.lab.intervals import Share
from theomachy.training.samples import BY_LOT


def report(
    game: str,
    provenance: dict[str, Any],
    figures: dict[str, Any],
    gates: list[dict[str, Any]],
    shares: dict[str, dict[str, Share]],
) -> str:
    """How the net was made, how well it expects winners, which of its gates it passed (if any were held), and who won
    the matches it was trained on (`sides.shares_of`)."""
    told = [f"# A learned evaluation for {game}", ""]
    told += [f"- {key.replace('_', ' ')}: {value}" for key, value in provenance.items()]
    told += ["", f"Trained on {figures['trained_on']} positions, {figures['held_out']} held out.", ""]
    told += _table(("held out", "log loss", "winner expected"))
    told += [_line("hand-made alone", *figures["before"]), _line("with the net", *figures["after"])]
    for table, (after, before) in figures.get("tables", {}).items():
        told += [_line(f"{table}, hand-made", *before), _line(f"{table}, with the net", *after)]
    told += ["", "Calibration, by tenths of the chance that was seen:", ""]
    told += _table(("chance", "came true", "of"))
    told += [f"| {chance:.1%} | {came:.1%} | {count} |" for chance, came, count in figures["calibration"]]
    told += ["", "## The gates", ""]
    told += [f"- {_gate_words(gate)}" for gate in gates] or ["None were held."]
    for table, rows in shares.items():
        told += ["", f"## Who won the matches at table {table}", ""]
        told += [f"{BY_LOT:.0%} of the turns were played by lot.", ""]
        told += _table(("", "won", "of", "share", "95 %"))
        told += [_share_line(name, share) for name, share in rows.items()]
    return "\n".join(told) + "\n"


def _share_line(name: str, share: Share) -> str:
    low, high = share.interval()
    return f"| {name} | {share.wins} | {share.plays} | {share.share:.1%} | {low:.1%} – {high:.1%} |"


def passes(gate: dict[str, Any]) -> bool:
    """Whether the new net is better than its rival: the whole interval lies above the fair share."""
    return bool(gate["low"] > gate["fair"])


def _gate_words(gate: dict[str, Any]) -> str:
    verdict = "passed" if passes(gate) else "not passed"
    return (
        f"`{gate['contender']}` against `{gate['rival']}`, table {gate['table']}, seed {gate['seed']}: "
        f"{gate['points']:g} of {gate['matches']} matches, {gate['share']:.1%} "
        f"({gate['low']:.1%} – {gate['high']:.1%}); fair would be {gate['fair']:.1%}: **{verdict}**."
    )


def _table(heads: tuple[str, ...]) -> list[str]:
    return [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]


def _line(name: str, loss: float, right: float) -> str:
    return f"| {name} | {loss:.4f} | {right:.1%} |"
