"""The server's own sentences."""

from __future__ import annotations

import string

import pytest

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.server.words import WORDS, say


@pytest.mark.parametrize("key", WORDS)
def test_every_sentence_exists_in_every_language_with_the_same_fields(key: str) -> None:
    sentences = WORDS[key]
    assert len(sentences) == len(LANGUAGES)
    assert all(sentence.strip() == sentence != "" for sentence in sentences)
    fields = [{name for _, name, _, _ in string.Formatter().parse(sentence) if name} for sentence in sentences]
    assert fields[0] == fields[1] == fields[2]


def test_what_comes_from_outside_is_not_read_as_a_pattern() -> None:
    assert say("bad-request", "en", detail="{evil}").endswith("{evil}")
