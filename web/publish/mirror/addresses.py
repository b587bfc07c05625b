"""Resolve an address of the program to the name and arguments of its URL."""

from __future__ import annotations

from functools import lru_cache

from django.urls import Resolver404, ResolverMatch, resolve


@lru_cache(maxsize=1 << 16)
def resolved(path: str) -> ResolverMatch | None:
    """Return the match of a path; None if there is none."""
    try:
        return resolve(path)
    except Resolver404:
        return None
