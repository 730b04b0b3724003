"""What `theomachy bench` measures in a process of its own: one figure, one line of JSON.

    python -m theomachy.lab.measure SECONDS FIGURE [ARGUMENT …]

Every figure is measured for about so many seconds, in batches, and gives the best batch: this machine's other work
only ever makes a batch slower.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from theomachy.kernel.build import engine_build

BATCHES: Final = 5


def rate(batch: Callable[[int], int], seconds: float) -> float:
    """How many units a second the best of a few batches did; `batch(n)` does n rounds and gives the units done."""
    rounds = 1
    while True:
        start = time.perf_counter()
        units = batch(rounds)
        took = time.perf_counter() - start
        if took > seconds / BATCHES / 4:
            break
        rounds *= 2
    best = units / took
    rounds = max(1, int(rounds * seconds / BATCHES / took))
    for _ in range(BATCHES):
        start = time.perf_counter()
        units = batch(rounds)
        best = max(best, units / (time.perf_counter() - start))
    return best


# --- the engine -------------------------------------------------------------------------------------------------------


def measure_play(seconds: float, name: str, players: str) -> dict[str, Any]:
    """Random play: decisions and matches a second. A decision is a choice among several; forced ones don't count."""
    from theomachy import game as find_game
    from theomachy.kernel.game import playout

    game = find_game(name)
    setup = game.check_setup({"players": int(players)})
    seeds = iter(range(10**9))
    matches = 0

    def batch(rounds: int) -> int:
        nonlocal matches
        decisions = 0
        for _ in range(rounds):
            seed = next(seeds)
            decisions += playout(game, game.begin(setup, seed, False), seed)
            matches += 1
        return decisions

    decisions_a_second = rate(batch, seconds)
    length = batch(200) / 200
    return {"decisions": decisions_a_second, "matches": decisions_a_second / length, "length": length}


def _middle_of(name: str, players: int) -> Any:
    """A match in its middle, the same in every run."""
    import theomachy

    match = theomachy.new(name, players=players, seed=1)
    rng = random.Random(1)
    for _ in range(120):
        seat = match.decision.seats[0]
        match.play(rng.choice(match.choices_of(seat).ids), seat)
        if match.over:
            break
    return match


def measure_copy(seconds: float, name: str, players: str) -> dict[str, Any]:
    """Microseconds to copy a state, and a whole match with its history."""
    match = _middle_of(name, int(players))
    state, copy = match.state, match.game.copy

    def states(rounds: int) -> int:
        for _ in range(rounds):
            copy(state)
        return rounds

    def matches(rounds: int) -> int:
        for _ in range(rounds):
            match.copy()
        return rounds

    return {"state_us": 1e6 / rate(states, seconds / 2), "match_us": 1e6 / rate(matches, seconds / 2)}


def measure_save(seconds: float, name: str, players: str) -> dict[str, Any]:
    """Microseconds to save, to open a save (every choice replayed and checked), and to restore its state alone."""
    import theomachy

    match = _middle_of(name, int(players))
    text = match.save()
    state = json.loads(text)["state"]

    def saves(rounds: int) -> int:
        for _ in range(rounds):
            match.save()
        return rounds

    def loads(rounds: int) -> int:
        for _ in range(rounds):
            theomachy.load(text)
        return rounds

    def restores(rounds: int) -> int:
        for _ in range(rounds):
            match.game.decode(state)
        return rounds

    third = seconds / 3
    return {
        "save_us": 1e6 / rate(saves, third),
        "load_us": 1e6 / rate(loads, third),
        "restore_us": 1e6 / rate(restores, third),
        "bytes": len(text),
    }


def worst_positions() -> list[dict[str, Any]]:
    """The recorded positions with the dearest lists of choices; `theomachy.lab.worst` finds them."""
    from theomachy import GAMES

    return [position for game in GAMES.values() for position in game.study().worst()]


def measure_choices(seconds: float) -> dict[str, Any]:
    """Microseconds for the list of choices in the worst recorded positions, with nothing remembered from before."""
    from theomachy import game as find_game

    positions = worst_positions()
    figures: dict[str, float] = {}
    for position in positions:
        game = find_game(position["game"])
        state = game.decode(position["state"])
        step = state.stack[-1]
        kind = game.kinds[step.kind]
        seat = position["seat"]

        def lists(rounds: int, game: Any = game, state: Any = state, kind: Any = kind, seat: int = seat) -> int:
            for _ in range(rounds):
                game.forget_memories(state)
                kind.options(state, state.stack[-1], seat)
            return rounds

        figures[position["name"]] = 1e6 / rate(lists, seconds / len(positions))
    return {"us": figures}


# --- the peers --------------------------------------------------------------------------------------------------------


def measure_catanatron(seconds: float) -> dict[str, Any]:
    """Catanatron: four random players; decisions are its ticks (each a choice from a list, forced ones included)."""
    from catanatron import Color, Game, RandomPlayer

    def ticks(rounds: int) -> int:
        count = 0
        for number in range(rounds):
            random.seed(number)
            game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
            while game.winning_color() is None and game.state.num_turns < 1000:
                game.play_tick()
                count += 1
        return count

    decisions = rate(ticks, seconds)
    random.seed(1)
    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    for _ in range(400):
        game.play_tick()

    def copies(rounds: int) -> int:
        for _ in range(rounds):
            game.copy()
        return rounds

    return {"decisions": decisions, "state_us": 1e6 / rate(copies, seconds / 3)}


def measure_chess(seconds: float) -> dict[str, Any]:
    """python-chess: perft nodes, and random games."""
    import chess

    def perft(board: Any, depth: int) -> int:
        if depth == 0:
            return 1
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
        return nodes

    def nodes(rounds: int) -> int:
        return sum(perft(chess.Board(), 3) for _ in range(rounds))

    def plays(rounds: int) -> int:
        count = 0
        for number in range(rounds):
            rng = random.Random(number)
            board = chess.Board()
            while not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
                count += 1
        return count

    board = chess.Board()

    def copies(rounds: int) -> int:
        for _ in range(rounds):
            board.copy()
        return rounds

    return {
        "perft": rate(nodes, seconds / 2),
        "decisions": rate(plays, seconds / 2),
        "state_us": 1e6 / rate(copies, seconds / 4),
    }


def measure_openspiel(seconds: float, name: str) -> dict[str, Any]:
    """OpenSpiel: random rollouts of a game."""
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401  (registers the games written in Python)
    game = pyspiel.load_game(name)

    def rollouts(rounds: int) -> int:
        count = 0
        for number in range(rounds):
            rng = random.Random(number)
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice(state.chance_outcomes())[0])
                    continue
                state.apply_action(rng.choice(state.legal_actions()))
                count += 1
        return count

    state = game.new_initial_state()

    def copies(rounds: int) -> int:
        for _ in range(rounds):
            state.clone()
        return rounds

    return {"decisions": rate(rollouts, seconds), "state_us": 1e6 / rate(copies, seconds / 4)}


FIGURES: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "play": measure_play,
    "copy": measure_copy,
    "save": measure_save,
    "choices": measure_choices,
    "catanatron": measure_catanatron,
    "chess": measure_chess,
    "openspiel": measure_openspiel,
}
ENGINE_FIGURES: Final = ("play", "copy", "save", "choices")


def main(arguments: list[str]) -> None:
    seconds, wanted, *rest = arguments
    figures = FIGURES[wanted](float(seconds), *rest)
    if wanted in ENGINE_FIGURES:
        figures["build"] = engine_build()
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
