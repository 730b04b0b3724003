"""`theomachy serve`: tables in the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from enum import StrEnum
from typing import Annotated

import typer

import theomachy
from theomachy.cli.storage_errors import storage_refusals
from theomachy.kernel.errors import TheomachyError


class Log(StrEnum):
    """How what goes wrong is written."""

    text = "text"
    json = "json"


#: hosts that mean: whoever can reach this computer
EVERYWHERE = ("0.0.0.0", "::", "")


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets other computers in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0: any free one.")] = 8765,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            envvar="THEOMACHY_DATABASE",
            metavar="FILE",
            help="Where the tables are kept; also postgresql://…",
        ),
    ] = "matches.sqlite",
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser, where there is a screen.")
    ] = True,
    bot_workers: Annotated[
        int, typer.Option("--bot-workers", metavar="N", min=0, help="Processes that think for bots.")
    ] = max(1, min(4, (os.cpu_count() or 2) - 1)),
    bot_pause: Annotated[
        float,
        typer.Option("--bot-pause", metavar="SECONDS", min=0, help="Before each choice of a bot that people see."),
    ] = 0.6,
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=VALUE", help="Change a limit, like sockets=5000; may be repeated."),
    ] = None,
    processes: Annotated[
        int, typer.Option("--processes", metavar="N", min=1, help="Servers that share the tables; needs PostgreSQL.")
    ] = 1,
    metrics: Annotated[
        str,
        typer.Option(
            "--metrics", metavar="ADDRESS:PORT", help="Tell figures for Prometheus there, like 127.0.0.1:9100."
        ),
    ] = "",
    address: Annotated[
        str,
        typer.Option(
            "--address",
            envvar="THEOMACHY_ADDRESS",
            metavar="URL",
            help="Where the page is for everybody, like https://play.example.org; messages link there.",
        ),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            "--smtp",
            envvar="THEOMACHY_SMTP",
            metavar="URL",
            help="Send letters through smtp+starttls://user:password@host:587, or smtps://…",
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(
            "--mail-from", envvar="THEOMACHY_MAIL_FROM", metavar="ADDRESS", help="The address letters come from."
        ),
    ] = "",
    log: Annotated[
        Log,
        typer.Option("--log", metavar="text|json", help="How to write what goes wrong: as text, or as JSON by line."),
    ] = Log.text,
) -> None:
    """Play in the browser: serve tables to this computer, or to everybody who can reach it.

    Matches are kept in a file and go on after a restart. Ctrl-C ends the server, and so does SIGTERM; everybody who is
    playing has their answer first.
    """
    try:
        from theomachy.server.app import Settings, read_mail
        from theomachy.server.database import is_postgres, open_database
        from theomachy.server.limit_options import read_limits
        from theomachy.server.logs import write_logs
        from theomachy.server.page import PAGE
        from theomachy.server.processes import run_processes
        from theomachy.server.running import run
    except ImportError as error:
        raise TheomachyError(f"serve needs more packages: pip install 'theomachy[server]' ({error})") from error
    limits = read_limits(limit or [])
    write_logs(as_json=log is Log.json)
    if not is_postgres(database):
        if processes > 1:
            raise TheomachyError("--processes: a file has one server; for several name --database postgresql://…")
        if bot_workers < 1:
            raise TheomachyError("--bot-workers: a file has one server, which must think for the bots itself")
    elif processes > 1:
        # What is wrong with it is said once, before anything is started.
        open_database(database).close()
    listening = _listen(host, port)
    settings = Settings(
        database=database, bot_workers=bot_workers, bot_pause=bot_pause, limits=limits, metrics=metrics,
        address=_page_address(address), smtp=smtp, mail_from=mail_from,
    )  # fmt: skip
    # What is wrong with it is said before anything is started.
    read_mail(settings)
    here = _address(host, listening.getsockname()[1])

    def started() -> None:
        typer.echo(f"Theomachy is at {here} — Ctrl-C ends it.")
        if host in EVERYWHERE:
            typer.echo(f"For other computers in this network: {_address(_own_address(), listening.getsockname()[1])}")
        if not (PAGE / "index.html").is_file():
            typer.echo("The page is not built yet; in the project's folder: make page")
        for reason in theomachy.GAMES.refused.values():
            typer.echo(f"Left out: {reason}")
        sys.stdout.flush()
        if open_browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    with storage_refusals(database):
        if processes > 1:
            run_processes(processes, settings, listening, log is Log.json, started)
        else:
            run(settings, listening, started)


def _page_address(address: str) -> str:
    """The address without a slash at its end; refused if it is none."""
    if address and not address.startswith(("https://", "http://")):
        raise TheomachyError("--address: an address like https://play.example.org is needed")
    return address.rstrip("/")


def _listen(host: str, port: int) -> socket.socket:
    """A socket at the address asked for; refused if that is taken, saying what to do."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family)
        if os.name == "posix":
            # A port whose last connections are still closing down is free; elsewhere this would share a port in use.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(1024)
    except socket.gaierror as error:
        raise TheomachyError(f"--host: no address '{host}': {error.strerror}") from error
    except OSError as error:
        raise TheomachyError(
            f"--port: can't listen at {host}:{port}: {error.strerror}; choose another port, like --port {port + 1}"
        ) from error
    return listening


def _address(host: str, port: int) -> str:
    if host in EVERYWHERE:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address() -> str:
    """The address other computers are likely to reach this one at."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way a packet to there would go.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
