"""A hall with a round in play, and a tablet in it that speaks as the page's script does.

hall = Hall.of(cast)
tablet = Tablet(client).opens(hall.table)
sheet = tablet.submits(hall.sheet())
tablet.confirms(hall.agreement(sheet, "W"))
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.test import Client
from rest_framework import serializers

from referee.base.handed_in import Sealed, Writer, seal
from referee.leases import leases
from referee.models import DeviceLease
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.kept_worlds import kept
from tournaments.models import Deal, Event, Round, Sitting, Table
from web.tablet.api.schema import answer_form

WEST_TAKES_ALL: Mapping[str, Any] = {
    "won": {"W": [card for cards in NORTH_TAKES_THE_PIG["won"].values() for card in cards]}
}
NOTHING_WON: Mapping[str, Any] = {"won": {}}
DEVICE = "a-tablet-of-the-club-2741"

# The test client adds json() and more to what a view answered.
Answer = Any


@dataclass(frozen=True)
class Hall:
    """A round in play; what is asked for without saying which is of its first table."""

    cast: Cast
    round: Round
    tables: tuple[Table, ...]

    @classmethod
    def of(cls, cast: Cast) -> Hall:
        """Return a hall in which the next round of the cast's event has been published."""
        round_ = cast.round_in_play()
        sittings = Sitting.objects.filter(segment__match__round=round_)
        ordered = sittings.select_related("table__tournament").order_by("table__number")
        return cls(cast, round_, tuple(sitting.table for sitting in ordered))

    @property
    def table(self) -> Table:
        """The first table."""
        return self.tables[0]

    def deal(self, number: int = 1, table: Table | None = None) -> Deal:
        """Return a deal by its number at a table, as it is now."""
        of_round = Deal.objects.filter(sitting__segment__match__round=self.round)
        deals = of_round.select_related("event", "sitting")
        return deals.get(play_order=number, sitting__table=table or self.table)

    @kept
    def lease(self, table: Table | None = None, device: str = DEVICE) -> DeviceLease:
        """Return a lease of a table to a device."""
        return leases.open_table(table=table or self.table, device=device).lease

    def writer(self, table: Table | None = None, device: str = DEVICE) -> Writer:
        """Return a device that has just opened a table."""
        return Writer.device(self.lease(table, device))

    def official(self) -> Writer:
        """Return Bob, the referee."""
        return Writer.referee(self.cast.tournament, self.cast.bob)

    @kept
    def confirmed_by(self, policy: str) -> None:
        """Let the event ask for this kind of confirmation."""
        Event.objects.filter(pk=self.cast.event.pk).update(confirmation=policy)

    def sheet(
        self,
        deal: Deal | None = None,
        report: Mapping[str, Any] = NORTH_TAKES_THE_PIG,
        *,
        recorder: str = "N",
        seen: int = 0,
        key: str = "",
    ) -> Sealed:
        """Return a sealed sheet of a deal."""
        named = (deal or self.deal()).uid
        content = {"deal": named, "seen": seen, "recorder": recorder, "report": report}
        return seal(content, key)

    def agreement(
        self, sheet: Sealed, seat: str = "W", *, key: str = "", digest: str = ""
    ) -> Sealed:
        """Return a sealed confirmation of a sheet."""
        shown = digest or sheet.digest
        return seal({"sheet": sheet.key, "sheet_digest": shown, "seat": seat}, key)


class Tablet:
    """A browser without cookies that holds a lease."""

    def __init__(self, client: Client, token: str = "") -> None:
        self.client = client
        self.token = token

    def opens(self, table: Table, device: str = DEVICE) -> Tablet:
        """Open a table and keep the token."""
        answer = self.post(f"tables/{table.code}/lease", {"device": device})
        assert answer.status_code in {200, 201}, answer.content
        self.token = answer.json()["token"]
        return self

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for something, in English."""
        return self.client.get(f"/api/tablet/1/{path}", headers=self._headers(headers))

    def post(self, path: str, content: Any, content_type: str = "application/json") -> Answer:
        """Send JSON, or bytes as they are."""
        return self.post_at(f"/api/tablet/1/{path}", content, content_type)

    def post_at(self, address: str, content: Any, content_type: str = "application/json") -> Answer:
        """Send it to a whole address."""
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        return self.client.post(address, body, content_type=content_type, headers=self._headers())

    def sends(self, path: str, sealed: Sealed) -> Answer:
        """Hand over one item of the outbox."""
        item = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}
        return self.post(path, item)

    def submits(self, sealed: Sealed) -> Any:
        """Hand over a sheet that is taken in."""
        return self._taken("sheets", sealed)

    def confirms(self, sealed: Sealed) -> Any:
        """Hand over a confirmation that is taken in."""
        return self._taken("confirmations", sealed)

    def _taken(self, path: str, sealed: Sealed) -> Any:
        answer = self.sends(path, sealed)
        body = answer.json()
        assert answer.status_code == 200, body
        assert (body["key"], body["digest"]) == (sealed.key, sealed.digest)
        return body

    def _headers(self, headers: Mapping[str, str] | None = None) -> dict[str, str]:
        lease = {"Authorization": f"Lease {self.token}"} if self.token else {}
        return {"Accept-Language": "en", **lease, **(headers or {})}


def codes(answer: Answer) -> list[str]:
    """Return the codes of everything that an answer says is wrong."""
    return [problem["code"] for problem in answer.json()["problems"]]


def fits(answer: Any, data: Any) -> Any:
    """Check an answer against its description in the schema, field by field."""
    described = answer_form(answer)(data=data)
    assert described.is_valid(), described.errors
    assert list(_undescribed(described, data)) == []
    return data


def _undescribed(field: Any, value: Any) -> Iterator[str]:
    """Yield the keys of an answer that its description lacks, at any depth."""
    if isinstance(field, serializers.Serializer) and value is not None:
        yield from value.keys() - field.fields.keys()
        for name in field.fields.keys() & value.keys():
            yield from _undescribed(field.fields[name], value[name])
    elif hasattr(field, "child"):
        for part in value.values() if isinstance(value, dict) else value or ():
            yield from _undescribed(field.child, part)
