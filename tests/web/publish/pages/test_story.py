"""The sentence that tells how an event ended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from tests.cast import Cast
from tournaments import organise, results, wording
from tournaments.models import Event
from tournaments.results.event_record import standings
from web.publish.pages.story import winners
from web.publish.rank_columns import columns_of_event


@pytest.mark.full
def test_all_who_share_the_second_place_are_named(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    event = Event.objects.get(pk=cast.event.pk)
    snapshot = results.read(event)
    rows = list(standings(snapshot))
    placed = [
        replace(row, rank=replace(row.rank, place=place))
        for row, place in zip(rows, [1, 2, 2, 4, 5, 6, 7, 8], strict=True)
    ]
    with translation.override("zh-hans"):
        (told,) = winners(event, placed, columns_of_event(event))
        both = wording.listed(row.competitor.name for row in placed[1:3])
    assert both in told.story
