"""Exact numbers to compare: a fraction equals its whole number, whatever their types."""

from __future__ import annotations


def exact(value: object) -> object:
    """Return a value as something that may equal anything."""
    return value
