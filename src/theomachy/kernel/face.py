"""How a game shows itself to people: the contract, and what serves a game that says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from theomachy.kernel.choice import Choice
from theomachy.kernel.language import Name
from theomachy.kernel.setting import FILE, Setting

if TYPE_CHECKING:
    from theomachy.kernel.game import Game
    from theomachy.kernel.match import Match


class Face:
    """The face of a game. This one is for a game of which nothing is known beyond its view and its catalogue.

    A name in the catalogue has a key of two parts, `card.ace`: what kind of thing it is, and which. The tables here say
    which kinds are looked through for the name of something.
    """

    #: kinds that name who plays a seat
    side_names: tuple[str, ...] = ("side",)
    #: kinds that name the nouns of a verb; a verb that is not here is itself the kind of its nouns
    noun_names: Mapping[str, tuple[str, ...]] = {}
    #: kinds that name what stands in a field of a fact; a field that is not here stands for itself
    field_names: Mapping[str, tuple[str, ...]] = {"side": ("side",), "other": ("side",), "thing": ("thing", "how")}
    #: the kind that goes first for the thing of a fact, where its name alone could mean another thing
    thing_of_fact: Mapping[str, str] = {}
    #: facts that begin something: the log sets them off
    headlines: tuple[str, ...] = ("turn", "match-over")
    #: facts a plan may be aimed at, the weightiest first; none: any
    aims: tuple[str, ...] = ()
    #: facts that warn of how a match was set up
    warnings: tuple[str, ...] = ()
    #: verbs of choices that point at something on the board, the plainest first
    place_verbs: tuple[str, ...] = ()
    #: fields of a fact that name places of the board
    place_fields: tuple[str, ...] = ()

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    # --- words --------------------------------------------------------------------------------------------------------

    def title(self, lang: str) -> str:
        """The name of the game."""
        return self.game.catalogue.find_word("title", lang) or self.game.name.capitalize()

    def setting_words(self, setting: Setting, lang: str) -> str:
        """What a setting is for."""
        return self.game.catalogue.find_word(f"setting.{setting.name}", lang) or ""

    def side_text(self, side: str, lang: str) -> str:
        """What a side can do, for whoever chooses one; empty where nothing is to be said."""
        return ""

    def remark(self, match: Match, choice: Choice, lang: str, view: Mapping[str, Any] | None) -> str:
        """What stands at the place a choice names, to be read beside it. `view`: one that is at hand."""
        return ""

    def term_words(self, term: str, lang: str) -> str:
        """The name of a term of the evaluation."""
        return self.game.catalogue.find_word(f"term.{term}", lang) or term

    # --- places -------------------------------------------------------------------------------------------------------

    def places(self) -> frozenset[str]:
        """Everything on the board that a choice or a fact can point at; `Game.board_info` says where it lies."""
        return frozenset()

    def place_name(self, match: Match, place: str, lang: str) -> Name | None:
        """What people call a place of the notation in this match, with its forms; None: it names itself. Whatever
        people read of a place comes from here."""
        return None

    def place_of(self, choice: Choice) -> str | None:
        """The place of the board that a choice points at, so that a drawing can light it."""
        return choice.noun if choice.noun and choice.verb in self.place_verbs else None

    def places_of(self, fact: Mapping[str, Any]) -> list[str]:
        """The places of the board that a fact is about."""
        places: list[str] = []
        for field in self.place_fields:
            value = fact.get(field)
            if isinstance(value, str):
                places.append(value)
            elif isinstance(value, list):
                places.extend(map(str, value))
        return places

    # --- what everybody may know --------------------------------------------------------------------------------------

    def public_settings(self) -> tuple[str, ...]:
        """The settings of a match that everybody may know: what can be asked for, except files. A seed or a position,
        which may lay hidden things, is no such setting."""
        return tuple(setting.name for setting in self.game.settings() if setting.kind != FILE)

    # --- the terminal -------------------------------------------------------------------------------------------------

    def draw_view(self, match: Match, view: dict[str, Any], lang: str, players: Mapping[int, str], width: int) -> Any:
        """Everything a view shows, as something rich prints; None: the terminal draws the view as plain tables.

        `players`: who plays a seat, in words. `match` is only for the names of places: what is drawn is in the view.
        """
        return None

    def draw_board(self, match: Match, view: dict[str, Any], lang: str) -> Any:
        """The board of a view alone, for a decision in the middle of an action; None: there is none."""
        return None
