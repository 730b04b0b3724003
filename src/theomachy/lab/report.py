"""A balance study as one HTML page that needs nothing beside it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

from theomachy.lab.balance import Balance
from theomachy.lab.charts import study_charts
from theomachy.lab.grids import Cell, Grid, study_grids
from theomachy.lab.words import Words

STYLE: Final = """
:root { color-scheme: light dark; --ground: #fbf8f1; --ink: #221d14; --line: #cfc5b0; --band: #6b4e0012; --shade: #0005;
  --blue: #0072b2; --orange: #d55e00; --green: #009e73; }
@media (prefers-color-scheme: dark) { :root { --ground: #16140f; --ink: #eee6d6; --line: #4a4334; --band: #fff0d00f;
  --shade: #fff6; --blue: #56b4e9; --orange: #e69f00; --green: #009e73; } }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-weight: 600; margin: 0 0 .5rem; } h2 { margin: 2.5rem 0 .5rem; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 1rem 0; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; } code { font-family: ui-monospace, monospace; }
figure { margin: 1rem 0; } svg { display: block; max-width: 100%; height: auto; } svg.narrow { display: none; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top;
  white-space: nowrap; }
th { vertical-align: bottom; font-weight: 600; line-height: 1.25; white-space: normal; }
th.word, td.word { text-align: left; } tbody tr:nth-child(even) { background: var(--band); }
/* Where a table is wider than the page there is a shadow at the edge beyond which it goes on. */
.table { overflow-x: auto; width: fit-content; max-width: 100%; background:
  linear-gradient(to right, var(--ground) 30%, transparent) left / 2.5rem 100% no-repeat local,
  linear-gradient(to left, var(--ground) 30%, transparent) right / 2.5rem 100% no-repeat local,
  linear-gradient(to right, var(--shade), transparent) left / 1rem 100% no-repeat scroll,
  linear-gradient(to left, var(--shade), transparent) right / 1rem 100% no-repeat scroll; }
.table:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
th button { all: unset; cursor: pointer; font-weight: 600; } th button:focus-visible { outline: 2px solid var(--blue); }
th[aria-sort=ascending] button::after { content: " ▲"; } th[aria-sort=descending] button::after { content: " ▼"; }
@media (max-width: 46rem) { body { padding: 1rem .75rem 3rem; }
  svg.wide { display: none; } svg.narrow { display: block; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.25rem; }
  table { font-size: .85rem; } th { font-size: .75rem; } th, td { padding: .25rem .2rem; }
  td { line-height: 1.3; } .word { hyphens: auto; } td.word { white-space: normal; }
  .labels-2 { font-size: .75rem; } .labels-2 th, .labels-2 td { padding: .25rem .15rem; } }
"""

SCRIPT: Final = """
for (const head of document.querySelectorAll("th")) head.firstElementChild.addEventListener("click", () => {
  const table = head.closest("table"), body = table.tBodies[0], column = head.cellIndex;
  const up = head.getAttribute("aria-sort") !== "ascending";
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const value = row => row.cells[column].dataset.value;
  const compare = (a, b) => a - b || (isNaN(a - b) ? a.localeCompare(b) : 0);
  const rows = [...body.rows].sort((a, b) => (up ? 1 : -1) * compare(value(a), value(b)));
  body.append(...rows);
});
"""


@dataclass(frozen=True, slots=True)
class Origin:
    """How a study was made, for whoever reads its report."""

    command: str
    versions: str
    date: str
    setups: str


def report_page(words: Words, study: Balance, origin: Origin) -> str:
    """The whole page. The same study and origin give the same page."""
    title = words.say("report-title", game=words.game_name)
    facts = [
        (words.say("command"), f"<code>{escape(origin.command)}</code>"),
        (words.say("matches"), str(study.matches)),
        (words.say("setups"), escape(origin.setups)),
        (words.say("versions"), escape(origin.versions)),
        (words.say("date"), escape(origin.date)),
    ]
    charts = study_charts(words, study)
    parts = [
        f'<!DOCTYPE html>\n<html lang="{words.lang}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>",
        f"<h1>{escape(title)}</h1>",
        "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{value}</dd>" for name, value in facts) + "</dl>",
        f"<p>{escape(_how_to_read(words, study))}</p>",
    ]
    for grid in study_grids(words, study):
        parts.append(f'<section>\n<h2 id="{grid.key}">{escape(grid.title)}</h2>')
        note = words.find_term(f"{grid.key}.note")
        if note and grid.key in study.varied:
            parts.append(f"<p>{escape(note)}</p>")
        if grid.key in study.marks:
            parts.append(f"<p>{escape(words.say('by-choice'))}</p>")
        if grid.key in charts:
            chart = charts[grid.key]
            wide = chart.wide.replace("<svg", '<svg class="wide"', 1)
            narrow = chart.narrow.replace("<svg", '<svg class="narrow"', 1)
            parts.append(f"<figure>{wide}{narrow}</figure>")
        parts.append(f"{_table(words, grid)}\n</section>")
    parts.append(f"</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n")
    return "\n".join(parts)


def _how_to_read(words: Words, study: Balance) -> str:
    """What happens in these matches is explained, and nothing that another game may have."""
    told = [words.say("read-wins")]
    if study.shared:
        told.append(words.find_term("shared") or words.say("read-shared"))
    if study.lost:
        told.append(words.say("read-all-lose"))
    told.append(words.say("read-intervals"))
    return " ".join(told)


def _table(words: Words, grid: Grid) -> str:
    kinds = [' class="word"' if column < grid.labels else "" for column in range(len(grid.headings))]
    heads = "".join(
        f'<th scope="col"{kind}><button type="button" title="{escape(words.say("sort-by", heading=heading))}">'
        f"{escape(heading)}</button></th>"
        for kind, heading in zip(kinds, grid.headings, strict=True)
    )
    rows = "\n".join(
        "<tr>" + "".join(_cell(kind, cell) for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
        for row in grid.rows
    )
    return (
        f'<div class="table" role="region" tabindex="0" aria-labelledby="{grid.key}">'
        f'<table class="labels-{grid.labels}" aria-labelledby="{grid.key}">\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table></div>"
    )


def _cell(kind: str, cell: Cell) -> str:
    return f'<td{kind} data-value="{escape(str(cell.value))}">{escape(cell.text)}</td>'
