"""The first views of a deal, a person, a season and a cross table; longer pages: `test_parts`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.test import Client
from django.urls import reverse

from clubs import seasons
from tests import levels_cast
from tests.clubs.seasons.test_posting import choose, rules
from tests.levels_cast import ATTACKERS_WIN, DEALERS_KEEP, post
from tests.web.publish import crowds
from tests.web.publish.pages.test_parts import FIRST_VIEW, first_view
from tournaments import organise
from tournaments.models import Deal, Event, Person, Result, Round
from web.publish.pages.ranked import cross

ROUNDS = 3


def too_large(client: Client, addresses: Iterable[str]) -> dict[str, int]:
    sizes = {address: first_view(client, address) for address in addresses}
    assert sizes
    return {address: size for address, size in sizes.items() if size > FIRST_VIEW}


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.usefixtures("serif_face")
def test_the_first_view_of_a_deal_a_person_and_a_season_is_small(client: Client) -> None:
    cast = crowds.large_event(100)
    organise.close_round(Round.objects.get(event=cast.event, number=5), cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    Person.objects.filter(club=cast.club).update(shown=True, guest=False)
    season = seasons.create_season(cast.club, cast.director, rules())
    choose(cast, season)
    deals = Deal.objects.filter(results__kind=Result.Kind.PLAYED)
    pages = {
        "deal": deals[0].uid,
        "person": Person.objects.filter(club=cast.club)[0].uid,
        "season": season.uid,
    }
    assert too_large(client, [reverse(name, args=[uid]) for name, uid in pages.items()]) == {}


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.usefixtures("serif_face")
def test_the_first_view_of_a_cross_table_is_small(client: Client) -> None:
    """Of as many pairs as have one, with the deal of two decks."""
    cast = levels_cast.assemble(
        deals=1, ranking="vp_15_10", tie_breaks=("net",), draw_method="round_robin"
    )
    pairs = [[crowds.name(n), crowds.name(n + cross.MOST)] for n in range(cross.MOST - 4)]
    organise.add_entries(cast.event, cast.director, pairs)
    for number in range(ROUNDS):
        round_ = organise.draw_round(cast.event, cast.director)
        organise.publish_round(round_, cast.director)
        for n, deal in enumerate(cast.deals(Round.objects.get(pk=round_.pk))):
            post(cast, deal, ATTACKERS_WIN if n % 2 and number else DEALERS_KEEP)
        organise.close_round(round_, cast.director)
    table = reverse("cross", args=[cast.event.uid])
    assert client.get(table).content.count(b"<tr") > cross.MOST
    deal = Deal.objects.filter(results__kind=Result.Kind.PLAYED).order_by("-pk")[0]
    assert too_large(client, [table, reverse("deal", args=[deal.uid])]) == {}
