"""Turn the values of public data into JSON, with full addresses and local times of the hall."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime, tzinfo
from fractions import Fraction
from typing import Any, Final

from web.publish.data.listing import Listed
from web.publish.data.values import Link

PLACES: Final = 6
"""The decimals of a number that has no end, such as a third."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """Makes JSON for a request to `base`, the scheme and the host.

    Times are in `zone`; without one they have their own zone already.
    """

    base: str
    zone: tzinfo | None = None

    def body(self, value: object) -> bytes:
        """Return a value, or a page of a list, as it is sent."""
        return json.dumps(self.plain(value), ensure_ascii=False, separators=(",", ":")).encode()

    def plain(self, value: Any) -> Any:
        """Return a value as JSON data.

        >>> Encoder("http://hall").plain((Link("/api/1/"), Fraction(6, 2), Fraction(1, 3)))
        ['http://hall/api/1/', 3, 0.333333]
        """
        if is_dataclass(value) and not isinstance(value, type):
            return {each.name: self.plain(getattr(value, each.name)) for each in fields(value)}
        if isinstance(value, Mapping):
            return {str(name): self.plain(part) for name, part in value.items()}
        if isinstance(value, tuple | list):
            return [self.plain(part) for part in value]
        return self._scalar(value)

    def link(self, value: Link) -> str | None:
        """Return an address as it is sent."""
        return f"{self.base}{value}"

    def _scalar(self, value: Any) -> Any:
        if isinstance(value, Link):
            return self.link(value)
        if isinstance(value, Fraction):
            return int(value) if value.denominator == 1 else round(float(value), PLACES)
        if isinstance(value, datetime):
            return (value.astimezone(self.zone) if self.zone else value).isoformat("T", "seconds")
        if isinstance(value, date):
            return value.isoformat()
        # A choice of a model is more than its value.
        return str(value) if isinstance(value, str) else value


def envelope(listed: Listed, path: str, query: str) -> dict[str, object]:
    """Return a page of a list with the addresses of the pages beside it.

    `query` is the rest of the request's parameters, as in an address.
    """

    def _at(page: int) -> Link | None:
        if not 1 <= page <= listed.pages:
            return None
        return Link(f"{path}?page={page}{query and '&'}{query}")

    return {
        "count": listed.count,
        "page": listed.page,
        "pages": listed.pages,
        "next": _at(listed.page + 1),
        "previous": _at(listed.page - 1),
        "items": listed.items,
    }
