"""Pages that few events have break no rule of axe-core either: with byes, and with prizes."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests import accessibility
from tests import cast as people
from tournaments.models import Event

PRIZES = {"amounts": ["600", "400"], "ties": "divided", "tie_breaks": []}


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_byes_and_prizes_break_no_rule(live_server: LiveServer, chromium: Browser) -> None:
    cast = people.assemble(players=10)
    Event.objects.filter(pk=cast.event.pk).update(prizes=PRIZES)
    cast.closed_round()
    cast.round_in_play()
    # The page's policy lets no tool of a test in.
    with chromium.new_context(base_url=live_server.url, bypass_csp=True) as context:
        page = context.new_page()
        for name, arguments in (("round", [1]), ("round", [2]), ("prizes", []), ("ranks", [])):
            page.goto(reverse(name, args=[cast.event.uid, *arguments]))
            assert accessibility.violations(page) == [], name
