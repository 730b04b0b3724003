"""The rule book with pictures: examples of rules, as positions before and after some choices. See docs/book.md."""

from theomachy.book.examples import Example, Examples, examples_of
from theomachy.book.picture import picture
from theomachy.book.sources import value_sources

__all__ = ["Example", "Examples", "examples_of", "picture", "value_sources"]
