"""A game of another package plays everywhere, without a line of ours being changed; a wrong one is refused by name."""

from __future__ import annotations

import json
import random
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.examples import part
from tests.foreign import blocks, command, environment, install, install_tribute, project, run
from tests.server import serving
from tests.server.matches import play_out
from theomachy.kernel.errors import TheomachyError
from theomachy.registry import Registry


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tribute")
    install_tribute(made)
    (made / "tribute.yaml").write_text(blocks("yaml"), encoding="utf-8")
    return made


# --- in the terminal and in the lab -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "heading"), part([("en", "Player"), ("de", "Spieler"), ("ru", "Игрок")], 3, first=1))
def test_play_and_replay(folder: Path, lang: str, heading: str) -> None:
    file = folder / f"match-{lang}.json"
    arguments = ("play", "tribute", "--players", "3", "--seed", "5", "--lang", lang, "--save", str(file))
    ran = run(folder, *arguments, typed="help\nwhy bid 9\nview\nlog\nhint greedy\n" + "1\n" * 40)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Tribute · seat0" in ran.stdout
    assert heading in ran.stdout
    assert "tribute/bid" in ran.stdout
    assert "The most tribute" in ran.stdout, "played to the end"
    again = run(folder, "replay", str(file), "--lang", lang, "--view", "seat1")
    assert (again.returncode, again.stderr) == (0, "")
    assert "***" in again.stdout, "what others bid is not shown"
    assert "The most tribute" in again.stdout
    moments = json.loads(run(folder, "replay", str(file), "--json").stdout)["moments"]
    assert [moment["side"] for moment in moments[:2]] == ["seat0", "seat1"]


def test_leaving_says_how_to_play_the_match_again(folder: Path) -> None:
    ran = run(folder, "play", "tribute", "--players", "4", "--seed", "8")
    assert "theomachy play tribute --seed 8 --players 4" in ran.stdout


def test_rules(folder: Path) -> None:
    assert "tribute/tie" in run(folder, "rules", "tribute").stdout
    assert "nobody pays and the prize is lost" in run(folder, "rules", "tribute/tie").stdout
    assert "brings two coins" in run(folder, "rules", "tribute/sell", "--lang", "ru").stdout
    assert "Bid, then keep or sell." in run(folder, "rules", "tribute", "--quick").stdout


def test_simulate(folder: Path) -> None:
    ran = run(folder, "simulate", "tribute", "--games", "20", "--players", "3", "--json")
    assert ran.returncode == 0, ran.stderr
    data = json.loads(ran.stdout)
    assert data["matches"] == 20 == data["endings"]["most"]
    assert [seat["matches"] for seat in data["seats"].values()] == [20] * 3
    assert "The most tribute" in run(folder, "simulate", "tribute", "--games", "5").stdout


def test_tournament(folder: Path) -> None:
    arguments = ("tournament", "tribute", "--bots", "greedy,random", "--games", "10", "--jobs", "1")
    ran = run(folder, *arguments, "--json")
    assert ran.returncode == 0, ran.stderr
    data = json.loads(ran.stdout)
    assert data["matches"] == 10
    assert [bot["matches"] for bot in data["bots"].values()] == [10, 10]
    assert "greedy" in run(folder, *arguments).stdout


def test_balance_with_a_report(folder: Path) -> None:
    report = folder / "report.html"
    arguments = ("balance", "tribute", "--bot", "random", "--games", "12", "--jobs", "1", "--report", str(report))
    ran = run(folder, *arguments, "--lang", "de")
    assert ran.returncode == 0, ran.stderr
    assert "Platz in der Reihenfolge" in ran.stdout
    assert "Balance von Tribute" in report.read_text(encoding="utf-8")


def test_fuzz_and_cases(folder: Path) -> None:
    ran = run(folder, "fuzz", "tribute", "--games", "5")
    assert (ran.returncode, ran.stdout.splitlines()[-1]) == (0, "0 failed"), ran.stdout
    ran = run(folder, "cases", "tribute.yaml")
    assert (ran.returncode, ran.stdout) == (0, "1 passed, 0 failed\n")
    wrong = (folder / "tribute.yaml").read_text(encoding="utf-8").replace("coins: [7, 7]", "coins: [4, 7]")
    (folder / "wrong.yaml").write_text(wrong, encoding="utf-8")
    ran = run(folder, "cases", "wrong.yaml")
    assert ran.returncode == 1
    assert "coins: [7, 7], not [4, 7]" in ran.stdout


def test_settings_of_other_games_are_refused(folder: Path) -> None:
    ran = run(folder, "play", "tribute", "--scenario", "old-kingdom")
    assert ran.returncode == 2
    assert ran.stderr == "theomachy: --scenario: Tribute has no such setting; it has none\n"


def test_ours_stay_the_first(folder: Path) -> None:
    assert run(folder, "rules").stdout == run(folder, "rules", "ankh").stdout


# --- over the server's protocol ---------------------------------------------------------------------------------------


def test_a_table_of_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", environment(folder)["PYTHONPATH"])
    monkeypatch.setattr(serving, "COMMAND", (*command(), "serve", "--no-open", "--bot-pause", "0"))
    server = serving.Process(tmp_path / "tables.sqlite")
    try:
        client = server.client
        games = {game["game"]: game for game in client.get("/api/games", lang="de").json()["games"]}
        assert games["tribute"]["name"] == "Tribute"
        assert games["tribute"]["players"] == [2, 3, 4, 5]
        assert client.get("/api/games/tribute/words").json()["rules"]["tribute/tie"]["title"] == "Tie"
        assert client.get("/api/games/tribute/board").json() == {}
        table = client.new_table("Ann", "open", game="tribute")
        joined = client.post(f"{table.path}/join", {"seat": 1, "name": "Ben"})
        assert joined.status_code == 200, joined.text
        table.tokens[1] = joined.json()["token"]
        with table.sit(0) as ann, table.sit(1) as ben, table.sit() as crowd:
            for eyes in (ann, ben, crowd):
                eyes.expect("state")
            assert ann.choices == [f"bid {coins}" for coins in range(8)]
            assert ann.ask(type="why", choice="bid 9")["rule"] == "tribute/bid"
            ann.choose("bid 2")
            assert ben.catch_up(1)["by"] == {"seat": 0}, "a bid is secret"
            ben.choose("bid 3")
            ann.catch_up(2)
            play_out([ann, ben, crowd], random.Random(1), heed=None)
            assert crowd.news["outcome"]["how"] == "most"
            assert any("The match is over" in entry["words"] for entry in crowd.news["entries"])
        assert client.get(f"{table.path}/story").json()["steps"][-1]["numbers"].keys() == {"seat0", "seat1"}
        assert json.loads(client.get(f"{table.path}/save", table.tokens[0]).text)["game"] == "tribute"
        with client.new_table("Ann", "bot:greedy", game="tribute").sit(0) as ann:
            ann.expect("state")
            ann.choose("bid 0")
            ann.catch_up(2)
    finally:
        _, said = server.interrupt()
    assert "Traceback" not in said


# --- packages that are wrong ------------------------------------------------------------------------------------------

WRONG = [
    ("nowhere:Game", "", "can't be loaded: ModuleNotFoundError: No module named 'nowhere'"),
    ("wrong:Missing", "", "can't be loaded: AttributeError: module 'wrong' has no attribute 'Missing'"),
    ("wrong:Broken", "class Broken:\n    def __init__(self):\n        1 / 0\n", "can't be loaded: ZeroDivisionError"),
    ("wrong:Dice", "class Dice:\n    pass\n", "must be a Game, not Dice"),
    (
        "wrong:Other",
        "from tribute import Tribute\nclass Other(Tribute):\n    name = 'other'\n",
        "calls itself 'other'; entry point and game must have the same name",
    ),
]


@pytest.mark.parametrize(("value", "code", "reason"), part(WRONG, 2))
def test_a_wrong_package_is_named(tmp_path: Path, value: str, code: str, reason: str) -> None:
    install_tribute(tmp_path)
    install(tmp_path, project("odd-games", "odd", value), wrong=code)
    ran = run(tmp_path, "play", "odd")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"theomachy: GAME: game 'odd' ({value} of package odd-games)"), ran.stderr
    assert reason in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_beside_a_wrong_package_the_others_play(tmp_path: Path) -> None:
    install_tribute(tmp_path)
    install(tmp_path, project("odd-games", "odd", "nowhere:Game"))
    assert run(tmp_path, "simulate", "tribute", "--games", "1").returncode == 0
    assert "there are ankh, anunnaki, tribute" in run(tmp_path, "play", "chess").stderr


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    install_tribute(tmp_path)
    install(tmp_path, project("more-tribute", "tribute", "copied:Tribute"), copied=blocks("python"))
    ran = run(tmp_path, "play", "tribute")
    assert ran.returncode == 2
    for package in ("tribute:Tribute of package tribute-game", "copied:Tribute of package more-tribute"):
        assert package in ran.stderr
    assert run(tmp_path, "simulate", "--games", "1").returncode == 0


def test_the_registry_knows_who_is_refused() -> None:
    ours = EntryPoint("ankh", "theomachy.games.ankh.game:Ankh", "theomachy.games")
    odd = EntryPoint("odd", "nowhere:Odd", "theomachy.games")
    games = Registry([odd, ours])
    assert list(games) == ["ankh"]
    assert games.first == "ankh"
    assert "odd" not in games
    assert list(games.refused) == ["odd"]
    with pytest.raises(TheomachyError, match="nowhere:Odd"):
        games.find("odd")
    with pytest.raises(TheomachyError, match="no game is installed"):
        list(Registry([]))
