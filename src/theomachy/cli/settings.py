"""The settings of the games as options of a command: every game's door says what they are, no command knows them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import typer

from theomachy.cli.phrases import phrase
from theomachy.kernel.errors import BadSetup, allowed
from theomachy.kernel.game import Game
from theomachy.kernel.setting import FILE, FIRST, LIST, SEAT, SWITCH, Setting

#: the parameter of a command that gets the settings as they were given, by name
PARAMETER = "settings"
#: what a command's function takes for the settings it was given
Given = Mapping[str, str]


def with_settings(
    command: Callable[..., None], games: Iterable[Game[Any]], seating: bool, lang: str
) -> Callable[..., None]:
    """The command with an option for every setting of the games; `seating`: also for those that say who sits where and
    goes first, which a study varies by itself. Their help is in the language.

    Its function gets what was given as `settings`, texts by name. A setting named like an option of the command itself
    can't be given there.
    """
    signature = inspect.signature(command, eval_str=True)
    own = [parameter for name, parameter in signature.parameters.items() if name != PARAMETER]
    names = {parameter.name for parameter in own}
    options = {
        name: _option(name, known, lang)
        for name, known in _by_name(games, seating).items()
        if name not in names
    }  # fmt: skip

    def run(**arguments: Any) -> None:
        given: dict[str, str] = {}
        for name in options:
            value = arguments.pop(name)
            if value is not None:
                given[name] = value if isinstance(value, str) else "yes" if value else "no"
        command(**arguments, **{PARAMETER: given})

    run.__name__ = command.__name__
    run.__doc__ = command.__doc__
    parameters = [*own, *options.values()]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters]
    )
    return run


def _by_name(games: Iterable[Game[Any]], seating: bool) -> dict[str, list[tuple[Game[Any], Setting]]]:
    """The settings of all games, those of one name together."""
    known: dict[str, list[tuple[Game[Any], Setting]]] = {}
    for game in games:
        for setting in game.settings():
            if seating or setting.name not in (game.seats_setting, FIRST):
                known.setdefault(setting.name, []).append((game, setting))
    return known


def _option(name: str, known: list[tuple[Game[Any], Setting]], lang: str) -> inspect.Parameter:
    setting = known[0][1]
    helps = " ".join(f"{game.face().title(lang)}: {_help(game, setting, lang)}" for game, setting in known)
    if all(other.kind == SWITCH for _, other in known):
        spelling = f"{setting.option}/--no-{setting.option.removeprefix('--')}"
        annotation: Any = Annotated[bool | None, typer.Option(spelling, help=helps)]
    else:
        metavar = "NAME,NAME,…" if setting.kind == LIST else {SEAT: "N", FILE: "FILE"}.get(setting.kind, "NAME")
        annotation = Annotated[str | None, typer.Option(setting.option, metavar=metavar, help=helps)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _help(game: Game[Any], setting: Setting, lang: str) -> str:
    words = game.face().setting_words(setting, lang) or setting.name
    return f"{words} {phrase('setting-values', lang, values=allowed(setting.values))}" if setting.values else words


def check_given(game: Game[Any], given: Given) -> None:
    """Refuse a setting that the game does not have."""
    known = {setting.name: setting.option for setting in game.settings()}
    for name in given:
        if name not in known:
            option = f"--{name.replace('_', '-')}"
            has = f"it has {allowed(list(known.values()))}" if known else "it has none"
            raise BadSetup(f"{option}: {game.face().title('en')} has no such setting; {has}")


def read_given(game: Game[Any], given: Given) -> dict[str, Any]:
    """The part of a setup that the settings mean."""
    check_given(game, given)
    return {setting.name: setting.read(given[setting.name]) for setting in game.settings() if setting.name in given}


def write_settings(game: Game[Any], setup: Mapping[str, Any]) -> list[str]:
    """The options that give this setup again, who plays last; empty if options can't say all of it."""
    settings = sorted(game.settings(), key=lambda setting: setting.name == game.seats_setting)
    used = {
        setting.name: setup[setting.name]
        for setting in settings
        if setup.get(setting.name) is not None and setup[setting.name] is not False
    }
    if any(setting.kind == FILE and setting.name in used for setting in settings):
        # What was read from a file stands in the set-up, not where it came from.
        return []
    if not used.get(game.seats_setting):
        used["players"] = setup.get("players")
    try:
        if game.check_setup(used) != setup:
            return []
    except BadSetup:
        return []
    command: list[str] = []
    for setting in settings:
        if setting.name in used:
            command += (
                [setting.option] if setting.kind == SWITCH else [setting.option, setting.write(used[setting.name])]
            )
    return command if "players" not in used else [*command, "--players", str(used["players"])]
