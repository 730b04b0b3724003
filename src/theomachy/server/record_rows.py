"""What matches have come to, as rows: results, ratings, and the pages made of them. Each function is called inside a
transaction. Results outlive the tables they were played at."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from theomachy.server.database import Database
from theomachy.server.record import Rating, rated_anew, ratings_available
from theomachy.server.storage import Finish

#: a match in which somebody plays several seats, like at a shared screen, says nothing about who has won
ONE_SEAT: Final = (
    "NOT EXISTS (SELECT 1 FROM results AS other WHERE other.table_id = results.table_id"
    " AND other.player = results.player AND other.seat <> results.seat)"
)


class SideRecord(Struct):
    """How often somebody has played a side, and won with it."""

    side: str
    matches: int
    wins: int


class GameRecord(Struct):
    """What somebody has done in a game. `people` are the matches with other people, `rated` those that count."""

    game: str
    matches: int
    wins: int
    people: int
    rated: int
    sides: list[SideRecord]
    rating: Rating | None = None


class Played(Struct):
    """One finished match of somebody."""

    table: str
    game: str
    side: str
    seats: int
    people: int
    place: int
    won: bool
    rated: bool
    at: float


class Standing(Struct):
    """A player who is public, among all."""

    player: str
    name: str
    game: str
    rating: Rating


class GameCount(Struct):
    """How many public tables of a game are played, wait for somebody, and are over."""

    game: str
    playing: int = 0
    waiting: int = 0
    over: int = 0


def add_results(database: Database, table: str, finish: Finish, at: float) -> None:
    """The match at a table is over, or decided by resignation; what was written first stays. Ratings change if it was
    listed as rated, among people alone, each a player."""
    if database.execute("SELECT 1 FROM results WHERE table_id = ?", (table,)).fetchone() is not None:
        return
    row = database.execute("SELECT game, rated, disclosed FROM tables WHERE id = ?", (table,)).fetchone()
    chairs = database.execute(
        "SELECT seat, side, CASE WHEN resigned IS NULL THEN who ELSE 'person' END, player FROM seats"
        " WHERE table_id = ? ORDER BY seat",
        (table,),
    ).fetchall()
    if row is None:
        return
    game, rated, disclosed = row
    people = sum(who == "person" for _, _, who, _ in chairs)
    players = [player for _, _, who, player in chairs if who == "person" and player is not None]
    # Whoever has had a save of a running match may have known everything.
    counts = bool(rated) and not disclosed and len(set(players)) == len(chairs) > 1
    for seat, side, who, player in chairs:
        database.execute(
            "INSERT INTO results (table_id, seat, player, game, side, seats, people, place, won, rated, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                table, seat, player if who == "person" else None, game, side, len(chairs), people, finish.places[seat],
                int(seat in finish.winners), int(counts), at,
            ),
        )  # fmt: skip
    if counts and ratings_available():
        before = _locked_ratings(database, game, players)
        after = rated_anew([before[player] for player in players], finish.places)
        for player, rating in zip(players, after, strict=True):
            database.execute(
                "UPDATE ratings SET mu = ?, sigma = ?, matches = ? WHERE player = ? AND game = ?",
                (rating.mu, rating.sigma, rating.matches, player, game),
            )


def _locked_ratings(database: Database, game: str, players: list[str]) -> dict[str, Rating]:
    """The ratings of some players, which nobody else changes meanwhile; taken in one order, so that no two servers wait
    for each other."""
    found: dict[str, Rating] = {}
    for player in sorted(players):
        fresh = Rating()
        row = database.execute(
            "INSERT INTO ratings (player, game, mu, sigma, matches) VALUES (?, ?, ?, ?, 0)"
            " ON CONFLICT (player, game) DO UPDATE SET matches = ratings.matches RETURNING mu, sigma, matches",
            (player, game, fresh.mu, fresh.sigma),
        ).fetchone()
        found[player] = Rating(*row)
    return found


def record_of(database: Database, player: str) -> list[GameRecord]:
    """What somebody has played, by game and side."""
    rows = database.execute(
        "SELECT game, side, COUNT(*), SUM(won), SUM(CASE WHEN people > 1 THEN 1 ELSE 0 END), SUM(rated) FROM results"
        f" WHERE player = ? AND {ONE_SEAT} GROUP BY game, side ORDER BY game, COUNT(*) DESC, side",
        (player,),
    ).fetchall()
    games: dict[str, GameRecord] = {}
    for game, side, matches, wins, people, rated in rows:
        record = games.setdefault(game, GameRecord(game, 0, 0, 0, 0, []))
        record.matches += int(matches)
        record.wins += int(wins)
        record.people += int(people)
        record.rated += int(rated)
        record.sides.append(SideRecord(side, int(matches), int(wins)))
    for game, mu, sigma, matches in database.execute(
        "SELECT game, mu, sigma, matches FROM ratings WHERE player = ? AND matches > 0", (player,)
    ).fetchall():
        if game in games:
            games[game].rating = Rating(mu, sigma, matches)
    return list(games.values())


def played_by(database: Database, player: str, limit: int) -> list[Played]:
    """The last matches somebody has finished."""
    rows = database.execute(
        "SELECT table_id, game, side, seats, people, place, won, rated, at FROM results WHERE player = ?"
        " ORDER BY at DESC, table_id, seat LIMIT ?",
        (player, limit),
    ).fetchall()
    return [
        Played(table, game, side, seats, people, place, bool(won), bool(rated), at)
        for table, game, side, seats, people, place, won, rated, at in rows
    ]


def standings(database: Database, limit: int) -> list[Standing]:
    """The players who are public and have a rating; whose skill is surely high are first."""
    rows = database.execute(
        "SELECT id, name, game, mu, sigma, matches FROM ratings JOIN players ON id = player"
        " WHERE public = 1 AND matches > 0 ORDER BY mu - 3 * sigma DESC, id, game LIMIT ?",
        (limit,),
    ).fetchall()
    return [Standing(player, name, game, Rating(mu, sigma, matches)) for player, name, game, mu, sigma, matches in rows]


def game_counts(database: Database) -> list[GameCount]:
    """What is played at public tables."""
    rows = database.execute(
        "SELECT game, over, EXISTS (SELECT 1 FROM seats WHERE table_id = id AND who = 'open') AS waits, COUNT(*)"
        " FROM tables WHERE listed = 1 AND closed = 0 GROUP BY 1, 2, 3"
    ).fetchall()
    games: dict[str, GameCount] = {}
    for game, over, waits, count in rows:
        counted = games.setdefault(game, GameCount(game))
        if over:
            counted.over += count
        elif waits:
            counted.waiting += count
        else:
            counted.playing += count
    return [games[game] for game in sorted(games)]
