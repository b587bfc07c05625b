"""Path converters: an address with any other value gets a 404 before any query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.urls.converters import IntConverter, StringConverter

from tournaments.models.base import UID_ALPHABET, UID_LENGTH


class Uid(StringConverter):
    """The public name of a row."""

    regex = f"[{UID_ALPHABET}]{{{UID_LENGTH}}}"


class Digest(StringConverter):
    """A SHA-256 digest in hexadecimal."""

    regex = "[0-9a-f]{64}"


class Language(StringConverter):
    """The code of a language in which pages are made."""

    regex = "|".join(code for code, _ in settings.LANGUAGES)


class Number(IntConverter):
    """A number without zeros in front: what is kept by its address has one alone."""

    regex = "0|[1-9][0-9]*"


CONVERTERS: Final[Mapping[str, type[IntConverter | StringConverter]]] = {
    "uid": Uid,
    "digest": Digest,
    "language": Language,
    "number": Number,
}
"""The converters by the names that addresses use."""
