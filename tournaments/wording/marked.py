"""Texts that were marked for the catalogues where they stand, and are looked up elsewhere."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


def marked(message: str) -> Promise:
    """Return the translation of a text that a table of sentences has marked."""
    return gettext_lazy(message)
