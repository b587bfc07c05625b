"""Words that depend on a value, such as another sentence where a card was exposed."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Case:
    """Words for certain values of a placeholder, and the words otherwise.

    For plural forms alone `ngettext_lazy` is enough; this is for other sentences.

    >>> words = Case("factor", {1: "plain"}, "times %(factor)s")
    >>> filled(words, {"factor": 1}), filled(words, {"factor": 4})
    ('plain', 'times 4')
    """

    value: str
    words: Mapping[object, Text]
    otherwise: Text

    def chosen(self, values: Mapping[str, object]) -> Text:
        """Return the words for these values."""
        return self.words.get(values[self.value], self.otherwise)


Text = str | Promise | Case
"""Words in one language or, as a rule, a lazy translation with named placeholders."""


def filled(text: Text, values: Mapping[str, object]) -> str:
    """Return words in the current language with the values in their places.

    Raises KeyError where a value is missing.
    """
    while isinstance(text, Case):
        text = text.chosen(values)
    # Not str(text) % values: words with plural forms choose among them here.
    return str(operator.mod(text, values))


def every(text: Text) -> tuple[str | Promise, ...]:
    """Return all words that a text may result in.

    >>> every(Case("count", {1: "one"}, Case("count", {2: "two"}, "many")))
    ('one', 'two', 'many')
    """
    if not isinstance(text, Case):
        return (text,)
    parts = [*text.words.values(), text.otherwise]
    return tuple(words for part in parts for words in every(part))
