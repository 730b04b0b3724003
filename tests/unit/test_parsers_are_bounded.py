"""Outside input is parsed by `kernel.bounded_parsing` alone; any other call of a parser is listed with a reason."""

from __future__ import annotations

import ast
from pathlib import Path

import theomachy

SOURCE = Path(theomachy.__file__).parent
#: functions that parse, by module; `*` stands for all of it
PARSERS = {
    "tomllib": {"load", "loads"},
    "json": {"load", "loads", "JSONDecoder"},
    "yaml": {
        "load", "load_all", "safe_load", "safe_load_all", "full_load", "unsafe_load", "parse", "scan", "compose",
        "compose_all", "SafeLoader", "CSafeLoader", "Loader", "CLoader", "FullLoader", "UnsafeLoader",
    },
    "zlib": {"decompress", "decompressobj"},
    "gzip": {"*"}, "bz2": {"*"}, "lzma": {"*"}, "zipfile": {"*"}, "tarfile": {"*"}, "pickle": {"load", "loads"},
    "marshal": {"*"}, "shelve": {"*"}, "xml": {"*"}, "plistlib": {"*"}, "configparser": {"*"}, "cbor2": {"*"},
    "ast": {"literal_eval"}, "msgspec": {"decode", "Decoder", "convert"},
    "datetime": {"fromisoformat", "strptime"}, "time": {"strptime"},
}  # fmt: skip
#: methods that parse whatever they are called on
METHODS = {"fromisoformat", "strptime", "literal_eval", "decompress", "decompressobj"}
GATE = "kernel/bounded_parsing.py"
PACKAGED = "a file of the package"
OWN_ROWS = "rows that this server has written"
OWN_FILE = "a file that this program has written, named by whoever runs it"
WORKERS = "between processes of one server"
ALLOWED = {
    "kernel/data_files.py": PACKAGED,
    "kernel/worth.py": PACKAGED,
    "kernel/study.py": PACKAGED,
    "bots/levels.py": PACKAGED,
    "bots/phrases.py": PACKAGED,
    "book/examples.py": PACKAGED,
    "cli/usage.py": PACKAGED,
    "games/anunnaki/content.py": "a copy of the packaged content by way of JSON",
    "server/asking.py": "bodies of requests, after check_json",
    "server/messages.py": "messages of sockets; `live` calls check_json before",
    "server/hall.py": "saves, after check_json; states that this server has stored",
    "server/rows.py": OWN_ROWS,
    "server/notice_rows.py": OWN_ROWS,
    "server/player_rows.py": OWN_ROWS,
    "server/clock_rows.py": OWN_ROWS,
    "server/deliveries.py": OWN_ROWS,
    "server/analyses.py": OWN_ROWS,
    "server/postgres_database.py": OWN_ROWS,
    "server/advice.py": WORKERS,
    "server/bots.py": WORKERS,
    "server/bot_worker.py": WORKERS,
    "cli/calibrate.py": OWN_FILE,
    "research/records.py": OWN_FILE,
    "research/recording.py": "a copy of settings by way of JSON",
    "lab/results_file.py": OWN_FILE,
    "lab/measure.py": "a save that the benchmark has made",
    "lab/bench.py": "what the benchmark's own process printed",
    "lab/load/people.py": "answers of the server under test",
    "lab/fuzz/contracts.py": "a copy by way of JSON",
}


class _Finder(ast.NodeVisitor):
    """Parsers that a module names, however they were imported."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.found: list[tuple[int, str]] = []

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.names[(alias.asname or alias.name).partition(".")[0]] = alias.name.partition(".")[0]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = (node.module or "").partition(".")[0]
        for alias in node.names:
            if alias.name in PARSERS.get(module, ()) or "*" in PARSERS.get(module, ()):
                self.found.append((node.lineno, f"{module}.{alias.name}"))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        module = self.names.get(root.id, "") if isinstance(root, ast.Name) else ""
        parsers = PARSERS.get(module, set())
        if node.attr in parsers or "*" in parsers or node.attr in METHODS:
            self.found.append((node.lineno, f"{module}.{node.attr}"))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec"):
            self.found.append((node.lineno, node.func.id))
        self.generic_visit(node)


def parsers_in(source: str) -> list[tuple[int, str]]:
    finder = _Finder()
    finder.visit(ast.parse(source))
    return finder.found


def test_the_finder_finds_parsers() -> None:
    for source in (
        "import json\njson.loads(x)",
        "import json as j\nj.loads(x)",
        "from json import loads",
        "from tomllib import loads as read",
        "def f():\n import yaml\n yaml.load(x, Loader=yaml.SafeLoader)",
        "import msgspec\nmsgspec.json.decode(x, type=T)",
        "import msgspec\nd = msgspec.json.Decoder(T)",
        "import datetime\ndatetime.datetime.fromisoformat(x)",
        "import zlib\nzlib.decompressobj()",
        "import pickle\npickle.loads(x)",
        "eval(x)",
    ):
        assert parsers_in(source), source
    for source in ("import json\njson.dumps(x)", "x.decode()", "import zlib\nzlib.compress(x)"):
        assert not parsers_in(source), source


def test_outside_input_is_parsed_by_one_module_alone() -> None:
    found: dict[str, list[tuple[int, str]]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parsers = parsers_in(path.read_text(encoding="utf-8"))
        if parsers:
            found[str(path.relative_to(SOURCE))] = parsers
    assert GATE in found
    unlisted = {path: parsers for path, parsers in found.items() if path not in ALLOWED and path != GATE}
    assert not unlisted, f"use theomachy.kernel.bounded_parsing, or list it with a reason: {unlisted}"
    assert set(ALLOWED) <= set(found), f"no longer needed: {set(ALLOWED) - set(found)}"
