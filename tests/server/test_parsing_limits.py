"""Inputs made to exhaust parsers: refused with a 4xx and a reason, in little time and memory. Over real sockets."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.matches import played
from tests.server.serving import FAST, Client, Process, Serving
from theomachy.kernel import bounded_parsing
from theomachy.kernel.positions import Way
from theomachy.server.app import Settings
from theomachy.server.limits import Allowance
from theomachy.server.messages import AskPosition
from theomachy.server.positions import Judged, judged

PERSON = {"who": "person", "name": "Ann"}
PEOPLE = [PERSON, PERSON]
GOOD = "game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7, G2 J9], turn: isis}\n"


def peak_mb(pid: int) -> float:
    """The highest resident size of a process, in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmHWM")


def table_with_file(client: Client, text: str) -> Any:
    files = {"content": {"name": "mine.toml", "text": text}}
    return client.post("/api/tables", {"game": "anunnaki", "seats": PEOPLE, "files": files})


# --- H1: TOML ---------------------------------------------------------------------------------------------------------


def test_a_toml_key_of_many_parts_takes_no_memory(tmp_path: Path) -> None:
    """36 kB of `a.a.a…=1` took 1.36 GB. The server is a process of its own, whose memory can be read."""
    running = Process(tmp_path / "tables.sqlite")
    try:
        dotted = ".".join("a" * 6_000)
        assert table_with_file(running.client, "").status_code == 201
        before = peak_mb(running.pid)
        for text in (f"{dotted}=1", f"[{dotted}]", f"x={{{dotted}=1}}", f"x=[{{{dotted}=1}}]"):
            answer = table_with_file(running.client, text)
            assert answer.status_code == 422
            assert "mine.toml: line 1, column" in answer.json()["words"]
            assert "a key of more than 12 parts" in answer.json()["words"]
        assert peak_mb(running.pid) - before < 100
    finally:
        running.kill()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a=" + "[" * 20_000, "nested deeper than 12"),
        ("a=" + "{a=" * 10_000, "nested deeper than 12"),
        ("a=1\n" * 12_000, "more than 5000 keys"),
        ("a=[" + "1," * 20_000, "more than 5000 keys"),
        ("a=" + "9" * 5_000, "more than 19 digits"),
        ("a=0x" + "f" * 5_000, "more than 19 digits"),
        ("a=9223372036854775808", "beyond 64 bits"),
        ("a=2026-01-01", "not a date"),
        ("a=2026-99-99", "not a TOML file"),
        ("a=nan", "not a finite number"),
        ("a='" + "a.a" * 10_000, "not a TOML file"),
        ('a="' + '\\"' * 10_000, "not a TOML file"),
        ('a="""' + '\\"' * 10_000, "not a TOML file"),
    ],
)
def test_toml_files_are_refused_with_a_reason(client: Client, text: str, words: str) -> None:
    answer = table_with_file(client, text)
    assert answer.status_code == 422
    assert words in answer.json()["words"]


# --- H4: YAML ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def parser_calls(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many YAML documents were parsed, and how many parser events were read."""
    counts = {"documents": 0, "events": 0}
    load, take = bounded_parsing.load_yaml, bounded_parsing._YamlReader.take

    def counted_load(*arguments: Any) -> object:
        counts["documents"] += 1
        return load(*arguments)

    def counted_take(reader: bounded_parsing._YamlReader, event: Any) -> bool:
        counts["events"] += 1
        return take(reader, event)

    monkeypatch.setattr(bounded_parsing, "load_yaml", counted_load)
    monkeypatch.setattr(bounded_parsing._YamlReader, "take", counted_take)
    return counts


@pytest.mark.parametrize("text", ["\n" * 200 + "---\n", "a: 1\n---\n", "---\n# nothing\n"])
def test_only_the_first_document_is_parsed(client: Client, parser_calls: dict[str, int], text: str) -> None:
    """Each document was parsed behind all newlines before it: 160 of them in 30 kB took 7 s."""
    many = GOOD + "---\n" + text * (50_000 // len(text))
    answer = client.post("/api/positions", {"text": many})
    assert answer.status_code == 200
    assert parser_calls["documents"] == 1
    refused = client.post("/api/positions", {"text": text * (50_000 // len(text))})
    assert refused.status_code == 422
    assert parser_calls["documents"] <= 1 + bounded_parsing.POSITION.documents


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 5_000, "nested deeper than 16"),
        ("{a: " * 5_000, "nested deeper than 16"),
        ("- " * 5_000, "nested deeper than 16"),
        ("? " * 5_000, "a key must be a name"),
        ("\n".join(" " * depth + "a:" for depth in range(300)), "nested deeper than 16"),
        ("\n".join(f"k{number}: 1" for number in range(6_000)), "more than 5000 keys"),
        ("a: [" + "1," * 20_000, "more than 5000 keys"),
        ("x" * 60_001, "60001 characters; at most 60000"),
    ],
)
def test_yaml_over_the_budget_is_refused_early(
    client: Client, parser_calls: dict[str, int], text: str, words: str
) -> None:
    for path, body in (
        ("/api/positions", {"text": text}),
        ("/api/tables", {"game": "ankh", "position": text, "seats": PEOPLE}),
    ):
        answer = client.post(path, body)
        assert answer.status_code == 422
        assert words in answer.json()["words"]
    assert parser_calls["events"] <= 2 * (2 * bounded_parsing.POSITION.items + 100)


def test_slow_positions_of_one_address_hold_up_nobody_else(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six positions of one address are being judged, and take until another address has made a table."""
    judging, go_on = threading.Semaphore(0), threading.Event()

    def slowly(asked: AskPosition) -> Judged:
        judging.release()
        assert go_on.wait(30)
        return judged(asked)

    monkeypatch.setattr("theomachy.server.position_routes.judged", slowly)
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with (
        httpx.Client(base_url=f"http://127.0.0.1:{client.port}", transport=elsewhere, timeout=60) as other,
        ThreadPoolExecutor(6) as pool,
    ):
        try:
            asked = [pool.submit(other.post, "/api/positions", json={"text": GOOD}) for _ in range(6)]
            assert judging.acquire(timeout=30)
            table = client.new_table("Eve", "Fay", setup={"first": 0})
            with table.sit(0) as eve:
                eve.expect("state")
                assert eve.choose("action move")["version"] == 1
            assert not any(answer.done() for answer in asked)
            # One job of an address at a time.
            assert not judging.acquire(blocking=False)
        finally:
            go_on.set()
        assert [answer.result(30).status_code for answer in asked] == [200] * 6


# --- M3: values that no parser of ours makes sense of -----------------------------------------------------------------

ODD_VALUES = {
    "!!timestamp x": "a tag",
    "!!int x": "a tag",
    "!!float x": "a tag",
    "!!bool x": "a tag",
    "!!binary x": "a tag",
    "!!python/object:os.system {}": "a tag",
    "! x": "a tag",
    "2026-99-99": "",
    "0000-00-00 99:99:99": "",
    "9" * 5_000: "more than 19 digits",
    "-" + "9" * 5_000: "more than 19 digits",
    "0x" + "f" * 5_000: "",
    "0b_": "",
    "1:99:99": "",
    "1." + "9" * 5_000: "more than 19 digits",
    "1.0e+999": "not a finite number",
    ".nan": "",
    "[*a]": "an alias",
    "{[a]: 1}": "a key must be a name",
    "{a: 1, a: 2}": "'a' twice",
    "{<<: {a: 1}}": "",
    "\x07": "not YAML",
}


@pytest.mark.parametrize("value", ODD_VALUES)
@pytest.mark.parametrize("key", ["pieces", "followers", "turn", "devotion", "x"])
def test_odd_yaml_values_are_refused(client: Client, value: str, key: str) -> None:
    text = f"game: ankh\nseats: [isis, amun]\nposition:\n  {key}: {value}\n"
    for path, body in (
        ("/api/positions", {"text": text}),
        ("/api/tables", {"game": "ankh", "position": text, "seats": PEOPLE}),
    ):
        answer = client.post(path, body)
        assert answer.status_code == 422, answer.text
        assert ODD_VALUES[value] in answer.json()["words"]


@pytest.mark.parametrize(
    "value", ["9" * 5_000, "-" + "9" * 400, "1e400", "1" + "0" * 30, "[" * 3_000, '{"a":' * 3_000, "0.0", "1e300"]
)
def test_odd_json_values_are_refused(client: Client, value: str) -> None:
    """In a document, a setting, a save, and a message."""
    save = json.loads(played(lambda match: len(match.history) == 3).save())
    for path, body in (
        ("/api/positions", '{"document": {"game": "ankh", "seats": ["isis", "amun"], "position": {"followers": %s}}}'),
        ("/api/tables", '{"game": "ankh", "seats": [{"who": "open"}, {"who": "open"}], "setup": {"players": %s}}'),
        ("/api/tables", '{"game": "ankh", "seats": [{"who": "open"}, {"who": "open"}], "setup": {"position": %s}}'),
        ("/api/tables/open", json.dumps({"save": json.dumps({**save, "seed": "%s"}), "seats": PEOPLE})),
    ):
        filled = body.replace('\\"%s\\"', "%s") % value.replace('"', '\\"' if path.endswith("open") else '"')
        answer = client.http.post(path, content=filled, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (path, answer.status_code, answer.text)
        assert answer.json()["words"]
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        ann.socket.send(f'{{"type": "undo", "version": {value}}}')
        assert ann.hear()["type"] in ("error", "refused")
        assert ann.ask(type="ping")["type"] == "pong"


def test_a_step_after_the_last_one_is_refused(client: Client) -> None:
    table = client.open_save(played(lambda match: match.over).save(), "Ann", "Ben")
    steps = client.get(f"{table.path}/replay", step=0).json()["steps"]
    for path in ("case", "position"):
        assert client.get(f"{table.path}/{path}", step=steps).status_code == 200
        for step in (steps + 1, steps + 2, -1, 10**30):
            answer = client.get(f"{table.path}/{path}", step=step)
            assert answer.status_code == 400
            assert str(steps) in answer.json()["words"]


# --- L7: positions and cases of a match -------------------------------------------------------------------------------


def test_a_position_is_written_aside_while_others_play(
    serving: Serving, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took tens of milliseconds of the event loop. Here it takes until the others have played on."""
    writing, go_on = threading.Event(), threading.Event()
    document = Way.document

    def slowly(way: Way) -> dict[str, Any]:
        writing.set()
        assert go_on.wait(30)
        return document(way)

    monkeypatch.setattr(Way, "document", slowly)
    over = client.open_save(played(lambda match: match.over).save(), "Ann", "Ben")
    table = client.new_table("Eve", "Fay", setup={"first": 0})
    with ThreadPoolExecutor(2) as pool, table.sit(0) as eve:
        eve.expect("state")
        try:
            for path in ("position", "case"):
                asked = pool.submit(Client(client.port).get, f"{over.path}/{path}", step=20)
                assert writing.wait(30)
                assert eve.ask(type="ping")["type"] == "pong"
                # Also at its own table: it is not locked meanwhile.
                assert client.get(over.path).status_code == 200
                assert client.get(f"{over.path}/replay", step=3).status_code == 200
                assert not asked.done()
                go_on.set()
                assert asked.result(30).status_code == 200
                writing.clear()
                go_on.clear()
        finally:
            go_on.set()


def test_positions_have_a_price(tmp_path: Path) -> None:
    """In number, and in seconds of work."""
    limits = {
        "positions": msgspec.structs.replace(FAST, positions=Allowance(0.001, 5.0)),
        "work": msgspec.structs.replace(FAST, address_work=Allowance(0.001, 0.3)),
    }
    for name, limited in limits.items():
        running = Serving(Settings(database=str(tmp_path / f"{name}.sqlite"), limits=limited))
        try:
            client = running.client
            table = client.open_save(played(lambda match: match.over).save(), "Ann", "Ben")
            codes = [client.get(f"{table.path}/{path}", step=30).status_code for path in ("position", "case") * 30]
            allowed = codes.index(429)
            assert codes[:allowed] == [200] * allowed
            assert set(codes[allowed:]) == {429}
            if name == "positions":
                assert allowed == 5
                assert client.post("/api/positions", {"text": GOOD}).status_code == 429
                assert client.get(table.path).status_code == 200
        finally:
            running.stop()
