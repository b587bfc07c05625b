"""Why no mutant can be tried at all."""

from __future__ import annotations


class CannotBegin(Exception):
    """Something is wrong with what was asked for, or the tests do not pass as they are."""
