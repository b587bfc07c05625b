"""Why no mutant can be tried at all."""

from __future__ import annotations


class CannotBegin(Exception):
    """The request is invalid, or the tests do not pass as they are."""
