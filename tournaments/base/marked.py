"""Translation of texts that are marked for the catalogues in one place and looked up in another."""

from __future__ import annotations

from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from tournaments.codes import CodeMessage


def marked(text: str) -> Promise:
    """Return the translation of a text marked in a table of sentences."""
    return gettext_lazy(text)


@cache
def marked_message(message: CodeMessage) -> Promise:
    """Return the translation of the words that a code carries."""
    if message.plural:
        return ngettext_lazy(message.text, message.plural, message.counted)
    if message.context:
        return pgettext_lazy(message.context, message.text)
    return marked(message.text)
