"""Limits on the requests of one lease, and on wrong codes from one address.

Everyone in a hall may share an address, so of what players need only wrong codes are counted by
address, and only those of unknown devices: a device that has opened a table, a link or an account
here is counted separately.
"""

from __future__ import annotations

from typing import Final, cast

from django.db import transaction
from django.http import HttpRequest
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle
from rest_framework.views import APIView

from clubs.credentials import devices
from referee.leases import shut_pins
from referee.models import DeviceLease
from tournaments.models import Table
from tournaments.system.attempts import AttemptLimit, begin_all
from web.publish.client_address import client_address

HOUR: Final = shut_pins.HOUR


class WrongCodeThrottle(BaseThrottle):
    """Locks out, for a minute, a device or an address that sent too many wrong codes.

    So a right code works on a device that has lately opened a table, whatever others at its address
    type; and no device can try one code after the other.
    """

    MOST: Final = 30
    MINUTE: Final = 60

    def allow_request(self, request: Request, _view: APIView) -> bool:
        """Let the request pass unless there were too many wrong codes; count nothing yet."""
        return self.admits(request)

    def wait(self) -> float:
        """Return after how many seconds, at the latest, codes are accepted again."""
        return self.MINUTE

    def admits(self, request: Request) -> bool:
        """Whether codes from this device or address are accepted now."""
        return not self._limit(request).is_spent

    def count(self, request: Request) -> None:
        """Count a wrong code."""
        self._limit(request).begin()

    def _limit(self, request: Request) -> AttemptLimit:
        return AttemptLimit("table_code", self.MOST, self.MINUTE, origin=_origin_of(request))


class LeaseThrottle(SimpleRateThrottle):
    """Limits the requests of one lease."""

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
    """Limits how often an address gets the description of the API, which is made for each request.

    Signed-in users are counted like all others.
    """

    scope = "schema"
    rate = "30/min"

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        """Return the name under which an address is counted."""
        return self.cache_format % {
            "scope": self.scope,
            "ident": client_address(cast("HttpRequest", request)),
        }


class OpeningLimit:
    """Limits how often a table is opened or its event chosen from one address, or it is taken over
    at all, in a minute.

    Each takes the tournament's lock. What needs the code alone is also counted by known device or
    address, so that nobody who knows the code can keep others from the table. A take-over counts
    only after a right PIN.
    """

    MOST: Final = 20
    MINUTE: Final = 60

    def __init__(self, table: Table) -> None:
        self._table = table

    def count_opening(self, request: Request) -> None:
        """Count an opening of a free table. Raises Throttled if it is one too many."""
        self._count("opening", _origin_of(request))

    def admits_choice(self, request: Request) -> bool:
        """Count a choice of the event that is played; whether it is not one too many."""
        return self._limit("choosing", _origin_of(request)).begin()

    def count_take_over(self) -> None:
        """Count a take-over by a right PIN. Raises Throttled if it is one too many."""
        self._count("take_over", "")

    def _limit(self, kind: str, address: str) -> AttemptLimit:
        return AttemptLimit(kind, self.MOST, self.MINUTE, self._table.uid, address)

    def _count(self, kind: str, address: str) -> None:
        limit = self._limit(kind, address)
        if limit.is_spent or not limit.begin():
            raise Throttled(self.MINUTE)


class PinsShut(Throttled):
    """A device, an address or a tournament had too many wrong PINs of officials."""

    def __init__(self) -> None:
        super().__init__(HOUR)


class WrongPins:
    """Locks PINs for an hour: of a known device separately; of all others at a table, from an
    address, or in a whole tournament.

    Somebody who knows the code of one table cannot lock PINs at others; somebody who goes from
    table to table is stopped at all of them, at that address long before everywhere, until an
    official at the desk lifts the lock. Every wrong PIN is logged.
    """

    def __init__(self, table: Table, request: Request) -> None:
        self._tournament = table.tournament
        guesser = devices.guesser_of(cast("HttpRequest", request))
        self._address = guesser.address
        self._limits = shut_pins.limits(table, guesser)

    def begin(self) -> None:
        """Count an attempt in every limit, or in none. Raises PinsShut if one is exhausted."""
        if not begin_all(self._limits):
            raise PinsShut

    @property
    def left(self) -> int:
        """How many more PINs are looked at within the hour, at most: by the narrowest limit.

        It counts what this device sent, or what strangers at its address did at this table. The
        wider limits, and so what others have tried, are told to nobody.
        """
        return max(self._limits[0].most - self._limits[0].used, 0)

    def take_back(self) -> None:
        """Uncount this attempt, since the PIN was right."""
        with transaction.atomic():
            for limit in self._limits:
                limit.take_back()
            shut_pins.note_right(self._tournament, self._address)


def _origin_of(request: Request) -> str:
    """Return the known device that sent a request, or the address of an unknown one."""
    return _device_of(request) or client_address(cast("HttpRequest", request))


def _device_of(request: Request) -> str:
    # The framework's request has the cookies of the request that it wraps.
    return devices.device_of(cast("HttpRequest", request))
