"""Rounds of a round robin: everybody meets everybody, once or twice, and who comes late."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.samples import sampled
from tests.tournaments.drawing import codes, next_round, out_of, pairs_cast
from tests.tournaments.organise.drawn.test_draws_of_two_sides import meetings
from tests.web.publish.reading import read
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import redraws
from tournaments.models import DrawMethod, Event
from tournaments.pairing import notes
from tournaments.pairing.reasons import Why
from tournaments.progress import event_progress
from tournaments.progress.next_step import next_step
from tournaments.results import queries
from tournaments.structure import stages
from tournaments.wording.next_steps import step_text


@pytest.mark.full
@pytest.mark.parametrize(
    ("pairs", "rounds"), [(4, 3), pytest.param(5, 5, marks=pytest.mark.nightly)]
)
def test_everybody_meets_everybody_in_a_round_robin(db: None, pairs: int, rounds: int) -> None:
    cast = pairs_cast(pairs)
    played = [next_round(cast, DrawMethod.ROUND_ROBIN) for _ in range(rounds)]
    everybody = [frozenset(map(str, two)) for two in combinations(range(1, pairs + 1), 2)]
    assert meetings(cast) == Counter(everybody)
    assert {round_.seed for round_ in played} == {f"{cast.event.seed}/round_robin"}
    assert all(redraws.redraw(round_).is_equal for round_ in played)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=DrawMethod.ROUND_ROBIN)
    assert codes(refused) == [Reason.ROUND_ROBIN_OVER]


@pytest.mark.nightly
def test_a_round_robin_is_played_twice_where_so_many_rounds_are_planned(db: None) -> None:
    cast = pairs_cast(4)
    Event.objects.update(rounds_planned=6)
    cast.event.refresh_from_db()
    for _ in range(6):
        next_round(cast, DrawMethod.ROUND_ROBIN)
    assert set(meetings(cast).values()) == {2}
    firsts = Counter(table.entries for table in queries.seating_history(cast.event))
    assert set(firsts.values()) == {1}


@pytest.mark.full
def test_who_comes_late_takes_the_free_place_of_a_round_robin(db: None) -> None:
    cast = pairs_cast(3)
    next_round(cast, DrawMethod.ROUND_ROBIN)
    organise.add_entries(cast.event, cast.director, [["迟", "到"]])
    second = next_round(cast, DrawMethod.ROUND_ROBIN)
    assert out_of(second) == []
    organise.add_entries(cast.event, cast.director, [["再", "晚"]])
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=DrawMethod.ROUND_ROBIN)
    assert codes(refused) == [Reason.ROUND_ROBIN_FULL]


@pytest.mark.full
def test_whoever_would_meet_an_absent_pair_sits_out_and_is_told_why(
    db: None, client: Client
) -> None:
    cast = pairs_cast(4)
    next_round(cast, DrawMethod.ROUND_ROBIN)
    gone = cast.event.entries.get(number=2)
    organise.withdraw_entry(gone, cast.director)
    second = organise.draw_round(cast.event, cast.director, method=DrawMethod.ROUND_ROBIN)
    (out,) = out_of(second)
    kept = notes.read(second.reasons).sit_outs
    assert [sit_out.reasons[0].why for sit_out in kept] == [Why.OPPONENT_GONE]
    organise.publish_round(second, cast.director)
    client.cookies["django_language"] = "en"
    page = read(client, reverse("round", args=[cast.event.uid, 2]))
    assert f"{out}.1／{out}.2 – would meet 2.1／2.2, who is absent" in page


@pytest.mark.full
@pytest.mark.parametrize(
    "method", sampled([DrawMethod.ROUND_ROBIN, DrawMethod.SWISS], [DrawMethod.ROUND_ROBIN])
)
def test_no_round_is_offered_behind_the_last_of_a_round_robin_in_play(
    db: None, client: Client, method: DrawMethod
) -> None:
    cast = pairs_cast(4)
    client.force_login(cast.alice)
    where = reverse("desk_event", args=[cast.event.uid])
    for number in (1, 2, 3):
        round_ = organise.draw_round(cast.event, cast.director, method=method)
        organise.publish_round(round_, cast.director)
        is_last = number == 3 and method == DrawMethod.ROUND_ROBIN
        context: Any = client.get(where).context
        assert context["may_override"] == (0 if is_last else number + 1)
        cast.play(round_)
        context = client.get(where).context
        assert context["may_draw"] == (0 if is_last else number + 1)


@pytest.mark.full
@pytest.mark.parametrize(
    ("pairs", "planned", "method", "words"),
    [
        (6, 5, "swiss", "循环赛：共5轮，每轮25分钟，合计125分钟"),
        (5, 4, "swiss", "循环赛：共5轮，每轮25分钟，合计125分钟"),
        (6, 4, "swiss", ""),
        (6, None, "swiss", ""),
        (6, 5, "round_robin", ""),
        (6, 5, "howell", ""),
    ],
)
def test_a_round_robin_is_mentioned_where_as_many_rounds_are_planned(
    db: None, pairs: int, planned: int | None, method: str, words: str
) -> None:
    cast = pairs_cast(pairs)
    Event.objects.update(rounds_planned=planned, draw_method=method, round_minutes=25)
    cast.event.refresh_from_db()
    with translation.override("zh-hans"):
        step = next_step(event_progress.progress_of(results.read(cast.event)))
        text = step_text(step, form="pairs")
    assert words in text
    assert ("循环赛" in text) == bool(words)
    assert stages.method_of(results.read(cast.event).current_stage) == method
    organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)
    assert "robin" not in dict(
        next_step(event_progress.progress_of(results.read(cast.event))).values
    )
