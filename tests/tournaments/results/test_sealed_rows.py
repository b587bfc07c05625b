"""One rule says which results are sealed, of the rows of a snapshot and of what is stored."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests import cast as people
from tests.tournaments import over_boards
from tournaments import results
from tournaments.models import Board, Event
from tournaments.structure import boards


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("has_boards", [True, False])
def test_a_row_is_sealed_where_the_stored_deal_is(has_boards: bool) -> None:
    cast = over_boards.assemble() if has_boards else people.assemble()
    cast.round_in_play()
    opened = Board.objects.order_by("pk").values_list("pk", flat=True)[:1]
    Board.objects.filter(pk__in=list(opened)).update(opened_at=timezone.now())
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    deals = [deal for sitting in results.read(event).sittings for deal in sitting.deals]
    sealed = {deal.key for deal in deals if deal.is_sealed_in(event)}
    assert sealed == boards.sealed_results(event)
    assert bool(sealed) == has_boards
    assert len(sealed) < len(deals)
