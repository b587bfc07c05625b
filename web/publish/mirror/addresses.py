"""What an address of the program is: the names and arguments of its URL."""

from __future__ import annotations

from functools import lru_cache

from django.urls import Resolver404, ResolverMatch, resolve


@lru_cache(maxsize=1 << 16)
def resolved(path: str) -> ResolverMatch | None:
    """Return what answers at a path; None where nothing does."""
    try:
        return resolve(path)
    except Resolver404:
        return None
