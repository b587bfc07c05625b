"""Pages of a club event: no word of lateness; a wrong table is mended there too."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.referee.hall import Hall
from tournaments.models import Membership


@pytest.mark.full
def test_a_club_event_shows_no_word_of_lateness(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    where = reverse("referee_arrivals", args=[hall.cast.tournament.uid, hall.round.uid])
    assert client.get(where)["Location"] == reverse("desk_round", args=[hall.round.uid])
    page = client.get(reverse("desk_round", args=[hall.round.uid])).content.decode()
    assert "Arrivals" not in page


@pytest.mark.full
def test_persons_at_the_wrong_table_are_mended_at_the_desk(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    hall.cast.play(hall.round)
    where = reverse("referee_tables", args=[hall.cast.tournament.uid, hall.deal().uid])
    other = hall.deal(table=hall.tables[1]).sitting
    data = {"what": "persons", "other": other.uid, "first": "1", "last": "2", "at_N": "W"}
    data["reason"] = "they took the wrong table"
    page = client.post(where, data)
    assert "This would change" in page.content.decode()
    data |= {"seen": page.context["preview"].seen, "apply": "1"}
    assert client.post(where, data).status_code == 302
    nobody = client.post(where, data | {"at_N": "", "apply": ""})
    assert nobody.context["form"].errors["what"]


@pytest.mark.full
def test_who_is_limited_to_one_table_mends_no_other(hall: Hall, client: Client) -> None:
    hall.cast.play(hall.round)
    held = Membership.objects.filter(user=hall.cast.bob)
    held.update(club=None, tournament=hall.cast.tournament, tables="|1|")
    client.force_login(hall.cast.bob)
    where = reverse("referee_tables", args=[hall.cast.tournament.uid, hall.deal().uid])
    other = hall.deal(table=hall.tables[1]).sitting
    data = {"what": "results", "other": other.uid, "first": "1", "last": "1", "reason": "x"}
    assert client.post(where, data).status_code == 403
