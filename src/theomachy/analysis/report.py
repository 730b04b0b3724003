"""An analysis as one HTML page that needs nothing beside it: a line for each side, what decided it, costly choices."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Any, Final

import theomachy
from theomachy.analysis.analysis import Analysis, Costly, Swing
from theomachy.analysis.words import percent, say, trust_words
from theomachy.kernel.game import Game
from theomachy.kernel.wording import find_name, side_words

#: room of the drawing, and of what is drawn in it
WIDTH, HEIGHT = 960, 380
LEFT, RIGHT, TOP, BOTTOM = 48, 132, 16, 44
#: sides are told apart by colours that the colour-blind can tell apart (Okabe and Ito), and by dashes
COLOURS: Final = ("--one", "--two", "--three", "--four", "--five")
DASHES: Final = ("", "9 4", "3 4", "12 4 3 4", "6 3 2 3 2 3")
#: events that come so seldom are written into the drawing
GREAT: Final = 6
#: labels at the end of lines keep this distance
APART: Final = 18

STYLE: Final = """
:root { color-scheme: light dark; --ground: #fbf8f1; --ink: #221d14; --soft: #6a604e; --line: #d8cfbb; --card: #fffdf8;
  --bad: #b3261e; --good: #1b6e3c; --one: #0072b2; --two: #c75300; --three: #007a59; --four: #a3568c; --five: #8a6d00; }
@media (prefers-color-scheme: dark) { :root { --ground: #16140f; --ink: #eee6d6; --soft: #ada38f; --line: #3d3729;
  --card: #1f1c15; --bad: #ff8a80; --good: #7fd6a0; --one: #56b4e9; --two: #f0914d; --three: #3ec79c; --four: #d79ac4;
  --five: #e0c04a; } }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-weight: 600; margin: 0 0 .5rem; line-height: 1.2; } h2 { margin: 2.25rem 0 .5rem; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; } figure { margin: 1rem 0; overflow-x: auto; }
svg { display: block; min-width: 34rem; width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--soft); } svg .name { font-weight: 600; fill: var(--ink); }
.grid { stroke: var(--line); } .mark { stroke: var(--soft); stroke-dasharray: 2 4; fill: none; }
.event { stroke: var(--soft); stroke-opacity: .55; } svg .great { font-size: 10px; opacity: .8; }
.seal { fill: var(--card); stroke: var(--soft); } .worse { fill: var(--bad); }
ol { list-style: none; padding: 0; display: grid; gap: .75rem; }
ol > li { padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  border-left: 4px solid var(--side); }
.head { display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-items: baseline; } .head b { font-size: 1.05rem; }
.cost { margin-left: auto; font-weight: 700; color: var(--bad); font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); }
.pair { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem; margin: .35rem 0 0; }
.pair dt { color: var(--soft); } .better { color: var(--good); font-weight: 600; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .75rem; border-bottom: 1px solid var(--line); text-align: right; } th { font-weight: 600; }
footer { margin-top: 3rem; color: var(--soft); font-size: .875rem; }
@media (max-width: 40rem) { body { padding: 1rem .75rem 3rem; } h1 { font-size: 1.5rem; }
  dl, .pair { grid-template-columns: 1fr; }
  dd { margin-bottom: .35rem; } }
"""


def report_page(game: Game[Any], found: Analysis, lang: str) -> str:
    """The whole page. The same analysis gives the same page."""
    title = say("title", lang, game=game.face().title(lang))
    names = [side_words(game, side, lang) for side in found.sides]
    return "\n".join(
        [
            f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>",
            f"<h1>{escape(title)}</h1>",
            _facts(found, names, lang),
            f"<h2>{escape(say('chances', lang))}</h2>",
            f"<figure>{_chart(game, found, names, lang)}</figure>",
            f"<h2>{escape(say('costly', lang))}</h2>",
            _costly(found.costly, names, lang),
            f"<h2>{escape(say('moments', lang))}</h2>",
            _moments(found.swings, names, lang),
            f"<h2>{escape(say('calibration', lang))}</h2>",
            _calibration(found, game.name, lang),
            f"<footer>{escape(say('made', lang, version=theomachy.__version__))}</footer>",
            "</main>\n</body>\n</html>\n",
        ]
    )


def _facts(found: Analysis, names: Sequence[str], lang: str) -> str:
    won = say("unfinished", lang)
    if found.winners is not None:
        won = ", ".join(names[seat] for seat in found.winners) or say("nobody", lang)
    rows = [
        (say("winner", lang), won),
        (say("decisions", lang), str(len(found.looks))),
        (say("bot", lang), found.bot),
        (say("sight", lang), say("seen-open" if found.open_cards else "seen-closed", lang)),
    ]
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows) + "</dl>"


# --- the chart --------------------------------------------------------------------------------------------------------


def _count(found: Analysis, event: str) -> int:
    return sum(other == event for _, other in found.events)


def _chart(game: Game[Any], found: Analysis, names: Sequence[str], lang: str) -> str:
    line = found.lines
    steps = max(1, len(line) - 1)

    def across(step: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * step / steps

    def up(chance: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance)

    told = "; ".join(
        f"{name}: {percent(line[0][seat], lang)} → {percent(line[-1][seat], lang)}" for seat, name in enumerate(names)
    ) if line else ""  # fmt: skip
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(told)}">']
    for quarter in range(5):
        height = up(quarter / 4)
        parts.append(f'<path class="grid" d="M{LEFT} {height:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">{escape(percent(quarter / 4, lang))}</text>'
        )
    for step, event in found.events:
        # The rarest are the greatest: they have a line of their own.
        great = _count(found, event) <= GREAT
        x, top = across(step), TOP if great else HEIGHT - BOTTOM - 7
        name = escape(find_name(game.catalogue, f"event.{event}", lang) or event)
        parts.append(f'<path class="event" d="M{x:.1f} {top}V{HEIGHT - BOTTOM}"><title>{name}</title></path>')
        if great:
            parts.append(f'<text class="great" transform="translate({x + 4:.1f} {TOP + 4}) rotate(90)">{name}</text>')
    x = 0.0
    for place, swing in enumerate(found.swings, 1):
        there = across(swing.step + 0.5)
        # Numbers stand side by side where moments are close to each other.
        x = max(there, x + 22.0)
        parts.append(f'<path class="mark" d="M{there:.1f} {TOP}V{HEIGHT - BOTTOM}L{x:.1f} {HEIGHT - BOTTOM + 6}"/>')
        parts.append(f'<circle class="seal" cx="{x:.1f}" cy="{HEIGHT - BOTTOM + 14}" r="10"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{place}</text>')
    for seat in range(len(names)):
        points = " ".join(f"{across(step):.1f},{up(chances[seat]):.1f}" for step, chances in enumerate(line))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="var({COLOURS[seat % len(COLOURS)]})" stroke-width="2.5"'
            f' stroke-linejoin="round" stroke-dasharray="{DASHES[seat % len(DASHES)]}"/>'
        )
    for each in found.costly:
        x, y = across(each.look.step), up(each.look.before[each.look.seat])
        title = f"{each.told[lang].side}: {each.told[lang].choice}, −{percent(each.look.cost, lang)}"
        parts.append(f'<path class="worse" d="M{x:.1f} {y:.1f}m-6 -5h12l-6 10z"><title>{escape(title)}</title></path>')
    if line:
        heights = _spread([up(line[-1][seat]) for seat in range(len(names))])
        for seat, name in enumerate(names):
            parts.append(
                f'<text class="name" x="{WIDTH - RIGHT + 10}" y="{heights[seat] + 4:.1f}">'
                f'<tspan fill="var({COLOURS[seat % len(COLOURS)]})">●</tspan> {escape(name)}</text>'
            )
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 4}">{escape(say("start", lang))}</text>')
    parts.append(
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(say("end", lang))}</text></svg>'
    )
    return "".join(parts)


def _spread(heights: list[float]) -> list[float]:
    """Labels at these heights, moved so that none covers another."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    placed = heights.copy()
    for before, place in pairwise(order):
        placed[place] = max(placed[place], placed[before] + APART)
    over = max([0.0, *(height - (HEIGHT - BOTTOM) for height in placed)])
    for place, after in zip(reversed(order), [None, *reversed(order[1:])], strict=True):
        limit = HEIGHT - BOTTOM if after is None else placed[after] - APART
        if over:
            placed[place] = min(placed[place], limit)
    return placed


# --- lists ------------------------------------------------------------------------------------------------------------


def _costly(costly: Sequence[Costly], names: Sequence[str], lang: str) -> str:
    if not costly:
        return f"<p>{escape(say('no-costly', lang))}</p>"
    return "<ol>" + "".join(_costly_item(each, lang) for each in costly) + "</ol>"


def _costly_item(each: Costly, lang: str) -> str:
    told, look = each.told[lang], each.look
    rows = [
        (say("chose", lang), escape(told.choice)),
        (say("better", lang), f'<span class="better">{escape(told.better)}</span>'),
        (say("because", lang), escape(told.why(lang))),
    ]
    if told.line:
        rows.append(("", escape(say("then", lang, line=" · ".join(told.line)))))
    if told.threat:
        rows.append(("", escape(told.threat)))
    chances = say("from-to", lang, before=round(100 * look.before[look.seat]), after=round(100 * look.after[look.seat]))
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{value}</dd>" for name, value in rows)
    return (
        f'<li style="--side: var({COLOURS[look.seat % len(COLOURS)]})"><div class="head"><b>{escape(told.side)}</b>'
        f'<span class="soft">{escape(say("step", lang, step=look.step + 1))} · {escape(told.prompt)}</span>'
        f'<span class="cost">{escape(chances)}</span></div><dl class="pair">{listed}</dl></li>'
    )


def _moments(swings: Sequence[Swing], names: Sequence[str], lang: str) -> str:
    if not swings:
        return f"<p>{escape(say('no-moments', lang))}</p>"
    items = []
    for place, swing in enumerate(swings, 1):
        changes = ", ".join(
            f"{escape(name)} {escape(say('from-to', lang, before=round(100 * swing.before[seat]), after=round(100 * swing.after[seat])))}"  # noqa: E501
            for seat, name in enumerate(names)
            if round(100 * swing.before[seat]) != round(100 * swing.after[seat])
        )
        colour = COLOURS[swing.seat % len(COLOURS)]
        items.append(
            f'<li style="--side: var({colour})"><b>{place}. {escape(names[swing.seat])}</b>'
            f' <span class="soft">{escape(say("step", lang, step=swing.step + 1))}</span><br>{changes}</li>'
        )
    return "<ol>" + "".join(items) + "</ol>"


def _calibration(found: Analysis, game: str, lang: str) -> str:
    known = found.calibration
    words = f"<p>{escape(trust_words(known, game, lang))}</p>"
    if not known.measured:
        return words
    rows = "".join(
        f"<tr><td>{escape(percent(each.mean, lang))}</td><td>{escape(percent(each.won / each.count, lang))}</td>"
        f"<td>{each.count}</td></tr>"
        for each in known.bins
        if each.count
    )
    heads = "".join(f'<th scope="col">{escape(say(key, lang))}</th>' for key in ("said", "came", "counted"))
    return f"{words}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
