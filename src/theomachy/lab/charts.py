"""Charts of a balance study as SVG to stand inside a page.

Drawn by matplotlib, then made part of the page: text and lines take the page's colours, which may be light or dark, and
nothing refers to anything outside. Series have the colours of Okabe and Ito, which the colour-blind can tell apart,
and are told apart by their labels too. Every chart is drawn twice, for a wide page and for a phone, since a drawing
that is scaled down has letters too small to read.
"""

from __future__ import annotations

import io
import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from theomachy.kernel.errors import TheomachyError
from theomachy.lab.balance import Balance
from theomachy.lab.intervals import Share
from theomachy.lab.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: colours while drawing, and the page's names for them
INK: Final = "#010203"
BLUE: Final = "#0072b2"
ORANGE: Final = "#e69f00"
GREEN: Final = "#009e73"
#: how wide the drawings are, in inches of 96 pixels: they fit into the page's width, and into a phone's of 390 pixels
WIDE: Final = 7.2
NARROW: Final = 3.7
#: the longest line of a label beside a narrow drawing
NARROW_LABEL: Final = 15
IN_PAGE: Final = {INK: "currentColor", BLUE: "var(--blue)", ORANGE: "var(--orange)", GREEN: "var(--green)"}


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that are compared with the same average, below a heading where there is more than one group."""

    average: float
    rows: list[tuple[str, Share]]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """The same drawing for a wide page and for a narrow one."""

    wide: str
    narrow: str


def study_charts(words: Words, study: Balance) -> dict[str, Chart]:
    """The charts by the key of the table they belong to."""
    average = study.average.share
    sides = [(words.side(side), share) for side, share in sorted(study.sides.items())]
    places = [(words.place(place), share) for place, share in sorted(study.places.items())]
    charts = {"sides": shares_chart(words, [Group(average, sides)], "sides")} if study.sided else {}
    charts["seats"] = shares_chart(words, [Group(average, places)], "seats")
    for kind in study.varied:
        charts[kind] = shares_chart(words, [_group(words, study, kind, value) for value in study.all_lost[kind]], kind)
    for kind, marks in study.marks.items():
        rows = [(words.value(kind, value), share) for value, share in sorted(marks.items(), key=lambda i: -i[1].plays)]
        charts[kind] = shares_chart(words, [Group(average, rows)], kind)
    if study.best_scores:
        everyone = [score for scores in study.scores.values() for score in scores]
        series = [(words.say("best"), study.best_scores, ORANGE), (words.say("every-seat"), everyone, BLUE)]
        label = words.term(study.study.score_name)
        charts["scores"] = counts_chart(label, words.say("number-of-seats"), series, "scores")
    if study.study.length_name:
        label = words.term(study.study.length_name)
        lengths = [(label, study.lengths, GREEN)]
        charts["lengths"] = counts_chart(label, words.say("number-of-matches"), lengths, "lengths")
    return charts


def _group(words: Words, study: Balance, kind: str, value: str) -> Group:
    """The sides within a value of what varied, compared with the average there."""
    found = [(words.side(side), share) for (of, side), share in sorted(study.factors[kind].items()) if of == value]
    wins, plays = sum(share.wins for _, share in found), sum(share.plays for _, share in found)
    return Group(wins / plays, found, words.value(kind, value))


def shares_chart(words: Words, groups: list[Group], key: str) -> Chart:
    """A dot and an interval per row; a diamond where the interval does not reach the average of its group."""
    return Chart(_shares(words, groups, key, WIDE), _shares(words, groups, f"{key}-narrow", NARROW))


def _shares(words: Words, groups: list[Group], key: str, width: float) -> str:
    lines = sum(bool(group.heading) + len(group.rows) for group in groups)
    figure, axes = _drawing(width, 1.1 + 0.32 * lines)
    names: list[str] = []
    for group in groups:
        if group.heading:
            if names:
                axes.axhline(len(names) - 0.5, color=INK, linewidth=0.8, alpha=0.4)
            names.append(group.heading)
        top = len(names) - 0.5
        for place, (_, share) in enumerate(group.rows, len(names)):
            low, high = share.interval()
            apart = not low <= group.average <= high
            colour, marker = (ORANGE, "D") if apart else (BLUE, "o")
            axes.plot([100 * low, 100 * high], [place, place], color=colour, linewidth=2.5)
            axes.plot([100 * share.share], [place], color=colour, marker=marker, markersize=7)
        names += [name for name, _ in group.rows]
        axes.vlines(100 * group.average, top, len(names) - 0.5, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    if len(groups) == 1:
        axes.set_title(words.say("average", share=words.percent(groups[0].average)), fontsize=9, loc="left")
    axes.set_yticks(range(len(names)), [_label(name, width) for name in names])
    headings = {group.heading for group in groups}
    for label, name in zip(axes.get_yticklabels(), names, strict=True):
        label.set_fontweight("bold" if name in headings else "normal")
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.xaxis.set_major_formatter(lambda value, _: words.figure(round(value, 1)))
    axes.set_xlabel(f"{words.say('win-share')}, %")
    axes.grid(axis="x", color=INK, alpha=0.15)
    told = (f"{group.heading}: {_told(words, group)}" if group.heading else _told(words, group) for group in groups)
    return _svg(figure, key, "; ".join(told))


def _label(name: str, width: float) -> str:
    return textwrap.fill(name, NARROW_LABEL, break_long_words=False) if width == NARROW else name


def _told(words: Words, group: Group) -> str:
    return ", ".join(f"{name} {words.percent(share.share)}" for name, share in group.rows)


def counts_chart(label: str, counted: str, series: list[tuple[str, list[int], str]], key: str) -> Chart:
    """Histograms of whole numbers over each other."""
    return Chart(_counts(label, counted, series, key, WIDE), _counts(label, counted, series, f"{key}-narrow", NARROW))


def _counts(label: str, counted: str, series: list[tuple[str, list[int], str]], key: str, width: float) -> str:
    figure, axes = _drawing(width, 2.8)
    least = min(min(values) for _, values, _ in series)
    most = max(max(values) for _, values, _ in series)
    step = max(1, (most - least) // 40 + 1)
    edges = [least - 0.5 + step * number for number in range((most - least) // step + 2)]
    for name, values, colour in reversed(series):
        axes.hist(values, bins=edges, color=colour, alpha=0.75, label=name, edgecolor=colour)
    axes.locator_params(axis="both", integer=True)
    if len(series) > 1:
        axes.legend(frameon=False, fontsize=9)
    axes.set_xlabel(label)
    axes.set_ylabel(counted)
    axes.grid(axis="y", color=INK, alpha=0.15)
    told = ", ".join(f"{name}: {min(values)} – {max(values)}" for name, values, _ in series)
    return _svg(figure, key, told)


# --- from matplotlib into the page ------------------------------------------------------------------------------------


def _drawing(width: float, height: float) -> tuple[Figure, Axes]:
    try:
        import matplotlib
        from matplotlib.figure import Figure as NewFigure
    except ImportError:
        raise TheomachyError('charts need matplotlib: pip install "theomachy[lab]"') from None
    matplotlib.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "theomachy",
            "text.color": INK,
            "axes.edgecolor": INK,
            "axes.labelcolor": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "font.size": 10,
        }
    )
    figure = NewFigure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.patch.set_alpha(0)
    figure.patch.set_alpha(0)
    return figure, axes


def _svg(figure: Figure, key: str, told: str) -> str:
    """The drawing as an element of a page: its identifiers begin with the key, so that several fit into one page."""
    raw = io.StringIO()
    figure.savefig(raw, format="svg", metadata={"Date": None, "Creator": None})
    text = raw.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r' xmlns(:\w+)?="[^"]*"', "", text)
    text = text.replace("xlink:href", "href")
    text = re.sub(r'\bid="', f'id="{key}-', text)
    text = re.sub(r'href="#', f'href="#{key}-', text)
    text = re.sub(r"url\(#", f"url(#{key}-", text)
    text = re.sub(r"font: ([^;\"']*)'[^\"]*(?=\")", r"font: \1system-ui, sans-serif", text)
    for colour, name in IN_PAGE.items():
        text = text.replace(colour, name)
    label = told.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return text.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
