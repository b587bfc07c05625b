"""The traced requests: a sheet handed in at a table, two pages of an event, and a ruling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from http import HTTPStatus
from itertools import cycle
from typing import Any, Final

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from config.simulation import demo, tables
from config.simulation.demo import accounts, club_day, reports
from referee.base.handed_in import Writer
from referee.leases import leases
from referee.sheets import entry, queries
from scripts.traced.entered_files import entered_files
from tournaments.models import Event, Sitting, User
from tournaments.models.base import new_uid
from web.publish import cache

HOST: Final = "127.0.0.1"
WARNED_FIRST: Final = "P-07"
"""An article whose first offence is warned of, so that a ruling by it changes no points."""


class OpeningEvent:
    """The event with which the demo begins, with its first round published.

    Each method performs its part once and returns the entered files.
    """

    def __init__(self) -> None:
        demo.seed()
        users = {user.username: user for user in accounts.create()}
        self.event = Event.objects.select_related("tournament").get(name=club_day.MAIN.event.name)
        sittings = Sitting.objects.filter(segment__match__round__event=self.event)
        self.tables = cycle(
            [
                (
                    sitting,
                    Writer.device(leases.open_table(table=sitting.table, device="traced").lease),
                )
                for sitting in sittings.select_related("table__tournament")
            ]
        )
        self.stranger = Client(headers={"host": HOST})
        self.director, self.referee = _client(users["director"]), _client(users["referee"])

    def sheet(self) -> set[str]:
        """Submit and confirm the next deal of the next table."""
        sitting, writer = next(self.tables)
        deal = tables.next_deal(sitting)
        if deal is None:
            raise RuntimeError("every deal of the table is played")
        recorder = tables.recorder_of(deal)
        sides = queries.sides_of(deal.sitting)
        seat = queries.confirmers(deal.event.confirmation, sides, recorder)[0]
        sheet = tables.sealed_sheet(deal, reports.captures(deal.play_order), recorder)
        confirmation = tables.sealed_confirmation(sheet, seat)
        with entered_files() as files:
            entry.submit(writer=writer, sealed=sheet)
            entry.confirm(writer=writer, sealed=confirmation)
        return files

    def public_page(self) -> set[str]:
        """Build the public page with a new result."""
        return self._page_of_a_new_result(self.stranger, "event")

    def desk_page(self) -> set[str]:
        """Build the desk's page of the event, after a new result."""
        return self._page_of_a_new_result(self.director, "desk_event")

    def _page_of_a_new_result(self, client: Client, name: str) -> set[str]:
        self.sheet()
        cache.forget()  # otherwise a page that is a few seconds old may still be served
        with entered_files() as files:
            _ok(client.get(reverse(name, args=[self.event.uid])))
        return files

    def ruling(self) -> set[str]:
        """Rule on a deal: the empty form, its storing, and the page of what was stored."""
        return self._ruling()[0]

    def ruling_with_its_look(self) -> set[str]:
        """Rule on a deal as the desk asks for it: first what would follow, then its storing."""
        return set().union(*self._ruling())

    def _ruling(self) -> tuple[set[str], set[str]]:
        """Rule on a deal; what is entered by the look alone is told apart."""
        deal = self.event.deals.filter(done=True).latest("pk")
        seat = deal.sitting.seats.earliest("pk")
        address = reverse("referee_rule_case", args=[self.event.tournament.uid, self.event.uid])
        address += f"?deal={deal.uid}"
        data: dict[str, Any] = {"whom": [f"seat:{seat.uid}"], "article": WARNED_FIRST, "facts": "—"}
        data |= {"seen": str(deal.version), "key": new_uid()}
        with entered_files() as asked:
            _ok(self.referee.get(address))
        with entered_files() as looked:
            shown = _ok(self.referee.post(address, data))
        data |= {"previewed": _hidden(shown.content.decode(), "previewed"), "store": "1"}
        with entered_files() as stored:
            _ok(self.referee.post(address, data, follow=True))
        return asked | stored, looked


TRACED: Final[Mapping[str, Callable[[OpeningEvent], set[str]]]] = {
    "submit and confirm of a sheet": OpeningEvent.sheet,
    "public page of an event": OpeningEvent.public_page,
    "page of an event at the desk": OpeningEvent.desk_page,
    "a ruling, with its form and its page": OpeningEvent.ruling,
    "the same with the look at what would follow": OpeningEvent.ruling_with_its_look,
}


def traced() -> Iterator[tuple[str, set[str]]]:
    """Make the event in a new database, and yield what each part enters the second time."""
    call_command("migrate", verbosity=0)
    event = OpeningEvent()
    for name, trace in TRACED.items():
        trace(event)
        yield name, trace(event)


def _client(user: User) -> Client:
    client = Client(headers={"host": HOST})
    client.force_login(user)
    return client


def _ok(answer: Any) -> Any:
    if answer.status_code != HTTPStatus.OK:
        raise RuntimeError(f"{answer.status_code} from {answer.request['PATH_INFO']}")
    return answer


def _hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    if found is None:
        raise RuntimeError(f"no field {name} in the page")
    return unescape(found[1])
