"""What may stand in an address: anything else is not found before a database is asked."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import StringConverter

from tournaments.models.base import UID_ALPHABET, UID_LENGTH


class Uid(StringConverter):
    """The public name of a row."""

    regex = f"[{UID_ALPHABET}]{{{UID_LENGTH}}}"


class Digest(StringConverter):
    """A SHA-256 digest in hexadecimal."""

    regex = "[0-9a-f]{64}"


def register() -> None:
    """Let addresses name what they hold; done once, when the program starts."""
    register_converter(Uid, "uid")
    register_converter(Digest, "digest")
