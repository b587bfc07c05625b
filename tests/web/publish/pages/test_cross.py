"""The cross table of an event: every match in two rows, group by group, and nothing of drafts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP, post
from tournaments import organise, results
from tournaments.models import BoardSource, Comparison, DrawMethod, Event, Form, Round, Stage
from web.publish.pages.ranked import cross


@pytest.fixture
def robin(db: None) -> Cast:
    """Four pairs in a round robin, the first round closed and the second one begun."""
    cast = levels_cast.assemble(
        deals=1, ranking="vp_15_10", tie_breaks=("net",), draw_method="round_robin"
    )
    for number in (1, 2):
        round_ = organise.draw_round(cast.event, cast.director)
        if number == 2:
            break
        organise.publish_round(round_, cast.director)
        for deal in cast.deals(Round.objects.get(pk=round_.pk)):
            post(cast, deal, DEALERS_KEEP)
        organise.close_round(round_, cast.director)
    return replace(cast, event=Event.objects.get(pk=cast.event.pk))


@pytest.mark.full
def test_every_match_stands_in_two_rows(robin: Cast) -> None:
    (group,) = cross.read(results.read(robin.event)).groups
    assert len(group.lines) == len(group.columns) == 4
    for row, line in enumerate(group.lines):
        assert line.cells[row] is None
        met = [cell for cell in line.cells if cell]
        assert [len(cell) for cell in met] == [1]
        assert met[0][0].round == 1
    assert sorted(line.score for line in group.lines) == ["13", "13", "17", "17"]
    assert [line.won for line in group.lines] == ["1", "1", "0", "0"]


@pytest.mark.full
def test_a_draft_is_not_in_the_table_and_a_published_round_is(robin: Cast, client: Client) -> None:
    client.cookies["django_language"] = "en"
    where = reverse("cross", args=[robin.event.uid])
    assert ">open<" not in client.get(where).content.decode()
    organise.publish_round(Round.objects.get(number=2), robin.director)
    page = client.get(where).content.decode()
    assert page.count(">open<") == 4
    answer: Any = client.get(where)
    assert answer.context["page"].event == robin.event


@pytest.mark.full
def test_a_match_against_who_withdrew_early_is_cancelled_and_not_in_play(
    robin: Cast, client: Client
) -> None:
    client.cookies["django_language"] = "en"
    draft = Round.objects.get(number=2)
    organise.discard_round(draft, robin.director)
    organise.withdraw_entry(robin.event.entries.get(number=1), robin.director)
    page = client.get(reverse("cross", args=[robin.event.uid])).content.decode()
    assert ">open<" not in page
    assert page.count("cancelled") == 2


@pytest.mark.full
def test_a_field_without_matches_has_no_cross_table(cast: Cast, client: Client) -> None:
    client.cookies["django_language"] = "en"
    page = client.get(reverse("event", args=[cast.event.uid])).content.decode()
    assert reverse("cross", args=[cast.event.uid]) not in page
    assert client.get(reverse("cross", args=[cast.event.uid])).status_code == 200


@pytest.mark.full
def test_too_many_entries_are_no_table(robin: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross, "MOST", 3)
    (group,) = cross.read(results.read(robin.event)).groups
    assert (group.lines, group.entries) == ((), 4)


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "comparison", "has_tab"),
    [
        (DrawMethod.ROUND_ROBIN, Comparison.NONE, True),
        (DrawMethod.SWISS, Comparison.IMP, True),
        (DrawMethod.KNOCKOUT, Comparison.NONE, False),
        (DrawMethod.KNOCKOUT, Comparison.IMP, False),
        (DrawMethod.HOWELL, Comparison.NONE, False),
        (DrawMethod.MITCHELL, Comparison.MATCHPOINTS, False),
        (DrawMethod.RANDOM, Comparison.DATUM_IMP, False),
    ],
)
def test_the_tab_is_there_where_sides_win_matches_against_one_another(
    cast: Cast, client: Client, method: DrawMethod, comparison: Comparison, has_tab: bool
) -> None:
    of_rooms = comparison == Comparison.IMP
    form, boards = Form.TEAMS if of_rooms else Form.PAIRS, BoardSource.PASSED
    Event.objects.update(form=form, boards=boards, rooms=1 + of_rooms)
    Event.objects.update(draw_method=method, comparison=comparison)
    page = client.get(reverse("rules", args=[cast.event.uid])).content.decode()
    where = reverse("cross", args=[cast.event.uid])
    assert (where in page) == has_tab
    answer: Any = client.get(where)
    assert bool(answer.context["page"].groups) == has_tab


@pytest.mark.full
def test_of_several_stages_those_have_tables_in_which_all_meet(robin: Cast, client: Client) -> None:
    Stage.objects.create(event=robin.event, number=2, draw_method=DrawMethod.KNOCKOUT)
    answer: Any = client.get(reverse("cross", args=[robin.event.uid]))
    assert len(answer.context["page"].groups) == 1
    assert reverse("cross", args=[robin.event.uid]) in answer.content.decode()
