"""What a second device does to have a table, for whoever tries it."""

from __future__ import annotations

from django.test import Client

from tests.referee.hall import Answer, Hall, Tablet, fits
from tournaments.models import Table
from web.tablet.api.errors import Refusal

OTHER = "another-tablet-0123"


def told_of(hall: Hall, device: str = OTHER) -> str:
    """Ask for the table that is taken, and return the lease that is named in the refusal."""
    answer = Tablet(Client()).post(f"tables/{hall.table.code}/lease", {"device": device})
    assert (answer.status_code, answer.json()["code"]) == (409, "table_taken")
    return str(fits(Refusal, answer.json())["lease"])


def takes_over(table: Table, pin: str, seen: str, device: str = OTHER) -> Answer:
    """Ask for a table with a PIN, having seen who has it."""
    content = {"device": device, "pin": pin, "seen": seen}
    return Tablet(Client()).post(f"tables/{table.code}/take-over", content)


def heard(tablet: Tablet, waiting: str | None = None) -> None:
    """Let the server hear a tablet, that may say how much it has to send."""
    headers = {"Huapai-Waiting": waiting} if waiting is not None else {}
    assert tablet.get("round", **headers).status_code == 200
