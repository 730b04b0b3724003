"""Choices: one click each, a verb and at most one noun, with a stable integer id, a text form and a JSON form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from theomachy.kernel.errors import IllegalChoice, allowed


class ChoiceTable:
    """All choices a game can ever offer. Ids are given out in order and for ever, so the list of verbs only grows at
    its end: by new verbs, and by late nouns of old ones, for which the verb is named once more.

    The nouns of a verb are counted through, late ones last. Those it began with lie in one block, so that noun `n` of
    them is `base(verb) + n`; `ids(verb)[n]` is right for the late ones, too.
    """

    def __init__(self, verbs: Sequence[tuple[str, Sequence[str]]], spellings: dict[str, str] | None = None) -> None:
        #: for each verb the ids of its choices, by noun
        self.verbs: dict[str, list[int]] = {}
        self.texts: list[str] = []
        self._ids: dict[str, int] = {}
        for verb, nouns in verbs:
            ids = self.verbs.setdefault(verb, [])
            for text in [f"{verb} {noun}" for noun in nouns] if nouns else [verb]:
                if text in self._ids or (ids and (not nouns or " " not in self.texts[ids[0]])):
                    raise AssertionError(f"'{text}' can't be added to the choices: '{verb}' is there already")
                ids.append(len(self.texts))
                self._ids[text] = len(self.texts)
                self.texts.append(text)
        # Other spellings of the same choice (an edge named from its other end).
        for spelling, text in (spellings or {}).items():
            self._ids.setdefault(spelling, self._ids[text])

    def __len__(self) -> int:
        return len(self.texts)

    def base(self, verb: str) -> int:
        """The id of the first choice with this verb: where the block of its first nouns begins."""
        return self.verbs[verb][0]

    def ids(self, verb: str) -> list[int]:
        """The ids of the choices with this verb, by noun; late nouns come last."""
        return self.verbs[verb].copy()

    def noun_index(self, choice: int) -> int:
        """Which of the nouns of its verb a choice has: the inverse of `ids`."""
        return self.verbs[self.verb(choice)].index(choice)

    def text(self, choice: int) -> str:
        return self.texts[choice]

    def verb(self, choice: int) -> str:
        return self.texts[choice].partition(" ")[0]

    def json(self, choice: int) -> dict[str, str]:
        verb, _, noun = self.texts[choice].partition(" ")
        return {"verb": verb, "noun": noun} if noun else {"verb": verb}

    def find(self, choice: object) -> int:
        """The id of a choice in any of its forms (id, text, JSON, `Choice`). Unknown ones are refused, saying why."""
        if isinstance(choice, Choice):
            return self.find(choice.id)
        if isinstance(choice, bool):
            raise IllegalChoice(f"{choice!r} is not a choice; write it like 'done'", "theomachy/unknown")
        if isinstance(choice, int):
            if 0 <= choice < len(self.texts):
                return choice
            raise IllegalChoice(f"choice id {choice} is out of range 0..{len(self.texts) - 1}", "theomachy/unknown")
        if isinstance(choice, dict):
            verb, noun = choice.get("verb"), choice.get("noun", "")
            if isinstance(verb, str) and isinstance(noun, str) and set(choice) <= {"verb", "noun"}:
                return self.find(f"{verb} {noun}" if noun else verb)
            raise IllegalChoice('a choice as JSON is {"verb": …, "noun": …}', "theomachy/unknown")
        if not isinstance(choice, str):
            raise IllegalChoice(f"{type(choice).__name__} is no form of a choice", "theomachy/unknown")
        text = " ".join(choice.split())
        found = self._ids.get(text)
        if found is None:
            verb, _, noun = text.partition(" ")
            found = self._ids.get(f"{verb.lower()} {noun.upper()}" if noun else verb.lower())
            if found is None:
                found = self._ids.get(text.lower())
        if found is None:
            raise IllegalChoice(self._explain(text[:60]), "theomachy/unknown")
        return found

    def _explain(self, text: str) -> str:
        verb, _, noun = text.partition(" ")
        if verb.lower() not in self.verbs:
            return f"'{text}': no choice begins with '{verb}'; verbs are {allowed(self.verbs)}"
        nouns = [self.json(number).get("noun", "") for number in self.verbs[verb.lower()]]
        if nouns == [""]:
            return f"'{text}': '{verb}' stands alone"
        known = allowed(nouns) if len(nouns) <= 20 else f"like {nouns[0]}, {nouns[1]} … {nouns[-1]}"
        return f"'{text}': no '{verb}' named '{noun}'; allowed: {known}"


class Choice:
    """A choice as people and programs handle it: `choice.id`, `str(choice)`, `choice.json`."""

    __slots__ = ("_table", "id")

    def __init__(self, table: ChoiceTable, number: int) -> None:
        self._table = table
        self.id = number

    @property
    def verb(self) -> str:
        return self._table.verb(self.id)

    @property
    def noun(self) -> str:
        return self._table.text(self.id).partition(" ")[2]

    @property
    def json(self) -> dict[str, str]:
        return self._table.json(self.id)

    def __str__(self) -> str:
        return self._table.text(self.id)

    def __repr__(self) -> str:
        return f"Choice({self._table.text(self.id)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and other.id == self.id and other._table is self._table

    def __hash__(self) -> int:
        return hash(self.id)


class Choices:
    """The legal choices of a seat: iterate, count, or test membership with any form of a choice."""

    __slots__ = ("_find", "_table", "ids")

    def __init__(self, table: ChoiceTable, ids: list[int], find: Callable[[object], int] | None = None) -> None:
        self._table = table
        self.ids = ids
        # How a match reads a choice that can be written in several ways
        self._find: Callable[[object], int] = table.find if find is None else find

    def __iter__(self) -> Iterator[Choice]:
        return iter([Choice(self._table, number) for number in self.ids])

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, index: int) -> Choice:
        return Choice(self._table, self.ids[index])

    def __contains__(self, choice: object) -> bool:
        try:
            return self._find(choice) in self.ids
        except IllegalChoice:
            return False

    def __repr__(self) -> str:
        return f"<Choices: {', '.join(self._table.text(number) for number in self.ids)}>"
