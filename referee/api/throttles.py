"""Limits: how often one lease may ask, and how many wrong codes may come from one address.

Everyone in a hall may share an address, so nothing that players need is counted by address but
wrong codes.
"""

from __future__ import annotations

from typing import Final

from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle
from rest_framework.views import APIView

from referee import shut_pins
from referee.models import DeviceLease
from referee.tries import Tries
from tournaments.models import Table

HOUR: Final = shut_pins.HOUR


class WrongCodeThrottle(SimpleRateThrottle):
    """Shuts out, for a while, an address from which too many wrong codes came."""

    scope = "wrong_code"
    duration: int
    num_requests: int

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        """Return the name under which the wrong codes of an address are counted."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def throttle_success(self) -> bool:
        """Let the request pass; unlike its parent, count nothing yet."""
        return True

    def admits(self, request: Request) -> bool:
        """Whether codes from this address are looked at now."""
        return self.allow_request(request, APIView())

    def count(self, request: Request) -> None:
        """Count a wrong code, and forget those that count no longer."""
        key, now = self.get_cache_key(request, APIView()), self.timer()
        recent = [then for then in self.cache.get(key, []) if then > now - self.duration]
        self.cache.set(key, [now, *recent], self.duration)


class LeaseThrottle(SimpleRateThrottle):
    """Limits what one lease may ask."""

    scope = "lease"

    def get_cache_key(self, request: Request, _view: APIView) -> str | None:
        """Return the name under which a lease's requests are counted, None without a lease."""
        if not isinstance(request.auth, DeviceLease):
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.auth.uid}


class PreviewThrottle(LeaseThrottle):
    """Limits previews, which settle a deal each time."""

    scope = "preview"


class WriteThrottle(LeaseThrottle):
    """Limits sheets and confirmations, which take the tournament's lock."""

    scope = "write"


class SchemaThrottle(SimpleRateThrottle):
    """Limits how often an address gets the description of the API, which is made anew each time.

    Whoever has signed in is counted with the rest.
    """

    scope = "schema"
    rate = "30/min"

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        """Return the name under which an address is counted."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class OpeningThrottle(SimpleRateThrottle):
    """Limits how often one table is opened, which takes the tournament's lock each time."""

    scope = "opening"
    rate = "20/min"

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def get_cache_key(self, _request: Request, _view: APIView) -> str:
        """Return the name under which the openings of a table are counted."""
        return self.cache_format % {"scope": self.scope, "ident": self._table.uid}

    def check(self, request: Request) -> None:
        """Count an opening. Raises Throttled where it is one too many."""
        if not self.allow_request(request, APIView()):
            raise Throttled(self.wait())


class WrongPins:
    """Shuts PINs out at a table for an hour: for one address, or where many try, for everybody.

    Who knows the code of one table keeps no PIN from the others; who goes from table to table is
    stopped at all of them, until an official at the desk lets PINs be looked at again. Every wrong
    one stands in the log.
    """

    def __init__(self, table: Table, request: Request) -> None:
        here = f"wrong-pins:{table.uid}"
        address = BaseThrottle().get_ident(request)
        of_address = Tries(f"{here}:{address}", most=10, seconds=HOUR)
        at_table = Tries(here, most=30, seconds=HOUR)
        self._all = (of_address, at_table, shut_pins.tries_in(table.tournament))

    def begin(self) -> None:
        """Count a try. Raises Throttled where no PIN is looked at now."""
        for place, tries in enumerate(self._all):
            if not tries.begin():
                for counted in self._all[:place]:
                    counted.forgive()
                raise Throttled(HOUR)

    def forgive(self) -> None:
        """Count this try no longer: it was right."""
        for tries in self._all:
            tries.forgive()
