"""Addresses of public data, and of the pages that show the same to people."""

from __future__ import annotations

from django.urls import reverse

from web.publish.data.values import Link

PREFIX = "data_"
"""How the names of the addresses of public data begin."""


def data(name: str, *args: str | int) -> Link:
    """Return the address of public data by the name of the resource."""
    return Link(reverse(f"{PREFIX}{name}", args=args))


def page(name: str, *args: str | int) -> Link:
    """Return the address of a public page."""
    return Link(reverse(name, args=args))
