"""Rounds of pairs: who meets whom by every way to draw, and what is said of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast
from tests.samples import sampled
from tests.tournaments.drawing import codes, next_round, out_of, pairs_cast
from tests.web.publish.reading import read
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Reason, Refused
from tournaments.checks import redraws
from tournaments.formats.templates import CLUB_EVENING, PAIRS_MATCHES, EventTemplate
from tournaments.models import DrawMethod, Entry, Event, Ranking, Round, Seat
from tournaments.organise import EventPlan
from tournaments.organise.drawing import draws
from tournaments.pairing import earlier_draws, notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.fours import sixteen_players
from tournaments.pairing.reasons import Why
from tournaments.progress import event_progress
from tournaments.record.audit import Verb, change
from tournaments.record.digest import digest
from tournaments.results import event_record, queries
from web.desk.events.forms import EventForm

TWO_SIDES = [method for method in pairing.possible_methods(2) if method != DrawMethod.KNOCKOUT]


def meetings(cast: Cast) -> Counter[frozenset[str]]:
    return Counter(frozenset(table.entries) for table in queries.seating_history(cast.event))


def said(round_: Round) -> list[Why]:
    kept = notes.read(Round.objects.get(pk=round_.pk).reasons)
    return [reason.why for reasons in kept.reasons.values() for reason in reasons]


def shown_methods(cast: Cast) -> Sequence[str]:
    event = Event.objects.get(pk=cast.event.pk)
    return event_progress.draw_methods(
        results.read(event), event_progress.progress_of(results.read(event))
    )


@pytest.mark.full
@pytest.mark.parametrize("method", [side for side in TWO_SIDES if side != DrawMethod.DANISH])
@pytest.mark.parametrize("pairs", sampled([6, 7], [6]))
def test_no_two_pairs_meet_twice_while_that_can_be_avoided(
    db: None, method: str, pairs: int
) -> None:
    cast = pairs_cast(pairs)
    rounds = [next_round(cast, method) for _ in range(3)]
    assert set(meetings(cast).values()) == {1}
    byes = Counter(entry for round_ in rounds for entry in out_of(round_))
    assert set(byes.values()) <= {1}
    assert sum(byes.values()) == 3 * (pairs % 2)
    for round_ in rounds:
        assert redraws.redraw(round_).is_equal


@pytest.mark.full
def test_partners_sit_opposite_and_directions_are_even(db: None) -> None:
    cast = pairs_cast(4)
    for _ in range(3):
        next_round(cast, DrawMethod.SWISS)
    north = Counter(table.seats[0][1] for table in queries.seating_history(cast.event))
    assert max(north.values()) - min(north.get(str(n), 0) for n in range(1, 5)) <= 1
    for table in queries.seating_history(cast.event):
        by_seat = dict(table.seats)
        assert by_seat["N"] == by_seat["S"] != by_seat["E"] == by_seat["W"]


@pytest.mark.full
def test_swiss_brings_equal_scores_together_and_says_so(db: None) -> None:
    cast = pairs_cast(8)
    next_round(cast, DrawMethod.SWISS)
    totals = {
        str(r.competitor.number): r.rank.total
        for r in event_record.standings(results.read(cast.event))
    }
    second = organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)
    assert second.algorithm == "swiss-matching-2"
    groups = sorted(set(totals.values()), reverse=True)
    far = [
        [groups.index(totals[entry]) for entry in table.entries]
        for table in queries.seating_history(cast.event)[4:]
    ]
    assert all(first == second for first, second in far)
    assert set(said(second)) >= {Why.SCORE_GROUP}


@pytest.mark.full
@pytest.mark.parametrize(
    ("planned", "second"), [(4, {"rounds": 3}), (1, {}), (None, {})], ids=["four", "one", "none"]
)
def test_the_planned_rounds_that_are_left_stand_in_the_input_where_there_are_any(
    db: None, planned: int | None, second: dict[str, int]
) -> None:
    cast = pairs_cast(4)
    Event.objects.update(rounds_planned=planned, draw_method=DrawMethod.SWISS)
    cast.event.refresh_from_db()
    first = next_round(cast, DrawMethod.SWISS)
    drawn = organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)
    inputs = [notes.read(round_.reasons).input or {} for round_ in (first, drawn)]
    assert [given.get("rounds") for given in inputs] == [planned, second.get("rounds")]
    assert redraws.redraw(drawn).is_equal


@pytest.mark.full
def test_a_round_that_was_drawn_by_the_first_procedure_is_repeated_by_it(db: None) -> None:
    cast = pairs_cast(4)
    Event.objects.update(rounds_planned=3)
    cast.event.refresh_from_db()
    drawn = organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)
    kept = notes.read(drawn.reasons)
    given = {**(kept.input or {})}
    del given["rounds"]
    Round.objects.filter(pk=drawn.pk).update(
        reasons=replace(kept, drawn_from="").as_json(),
        algorithm="swiss-matching-1",
        input_digest=digest(given),
    )
    assert redraws.redraw(Round.objects.get(pk=drawn.pk)).is_equal
    asked = replace(pairing.read(given, drawn.seed), algorithm="swiss-matching-1")
    assert pairing.draw(asked).draw.algorithm == "swiss-matching-1"


@pytest.mark.full
@pytest.mark.parametrize(
    ("ranking", "score"), [(Ranking.TABLE_POINTS, "table_points"), (Ranking.POINTS, "total")]
)
def test_the_scores_of_a_draw_are_what_the_standings_rank_by(
    db: None, ranking: str, score: str
) -> None:
    cast = pairs_cast(4)
    Event.objects.update(ranking=ranking)
    cast.event.refresh_from_db()
    next_round(cast, DrawMethod.SWISS)
    wanted = {
        str(row.competitor.number): str(getattr(row.rank, score))
        for row in event_record.standings(results.read(cast.event))
    }
    round_ = organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)
    assert (notes.read(round_.reasons).input or {})["scores"] == wanted


@pytest.mark.full
def test_the_danish_draw_lets_the_first_meet_the_second_again(db: None) -> None:
    cast = pairs_cast(4)
    next_round(cast, DrawMethod.DANISH)
    ranked = [
        str(row.competitor.number) for row in event_record.standings(results.read(cast.event))
    ]
    organise.draw_round(cast.event, cast.director, method=DrawMethod.DANISH)
    tables = [set(table.entries) for table in queries.seating_history(cast.event)[2:]]
    assert tables == [set(ranked[:2]), set(ranked[2:])]


@pytest.mark.full
def test_a_house_pair_gives_way_before_anybody_has_a_bye(db: None) -> None:
    cast = pairs_cast(5)
    Entry.objects.filter(number=2).update(kind=Entry.Kind.HOUSE)
    assert out_of(organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)) == [2]


@pytest.mark.full
def test_the_public_page_says_of_every_table_why(db: None, client: Client) -> None:
    cast = pairs_cast(4)
    next_round(cast, DrawMethod.SWISS)
    client.cookies["django_language"] = "en"
    page = read(client, reverse("round", args=[cast.event.uid, 1]))
    assert "Why these tables" in page
    assert "Table 1: equal scores: 0; " in page
    assert "has the first seat by lot" in page


@pytest.mark.full
def test_an_exchange_by_hand_says_what_it_breaks(db: None, client: Client) -> None:
    cast = pairs_cast(4)
    next_round(cast, DrawMethod.SWISS)
    first = [table.entries for table in queries.seating_history(cast.event)]
    draft = organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)
    assert Why.REMATCH_BY_HAND not in said(draft)
    seats = Seat.objects.filter(sitting__segment__match__round=draft)
    uid_of = dict(seats.values_list("side__entries__number", "uid"))
    table = queries.seating_history(cast.event)[2].entries
    mate = next(two for two in first if table[0] in two)
    wanted = next(entry for entry in mate if entry != table[0])
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    chosen = [uid_of[int(table[1])], uid_of[int(wanted)]]
    answer: Any = client.post(
        reverse("desk_adjust", args=[draft.uid]), {"chosen": chosen}, follow=True
    )
    assert said(draft).count(Why.REMATCH_BY_HAND) == 2
    assert "they have met 1 time, and were brought together by hand" in answer.content.decode()
    draft.refresh_from_db()
    made = redraws.redraw(draft)
    assert (made.is_equal, len(made.exchanges)) == (True, 1)


@pytest.mark.full
@pytest.mark.parametrize("method", [DrawMethod.MOVEMENT, "nonsense"])
def test_a_way_that_does_not_fit_the_form_is_refused(db: None, method: str) -> None:
    cast = pairs_cast(4)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=method)
    fits = [PlanReason.MOVEMENT_NOT_OFFERED, PlanReason.DRAW_METHOD_NOT_OFFERED]
    assert codes(refused) == [fits[method != DrawMethod.MOVEMENT]]


def test_an_event_is_not_made_with_a_way_to_draw_that_does_not_fit(cast: Cast) -> None:
    plan = EventPlan("二", "gongzhu", {"preset": "classic"}, draw_method=DrawMethod.SWISS)
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert codes(refused) == [PlanReason.DRAW_METHOD_NOT_OFFERED]


@pytest.mark.full
def test_only_ways_that_fit_are_offered(db: None) -> None:
    cast = pairs_cast(4)
    assert shown_methods(cast) == ["random", "swiss", "round_robin"]
    next_round(cast)
    assert shown_methods(cast) == ["random", "swiss", "high_high", "danish"]
    Event.objects.update(draw_method=DrawMethod.BY_STANDING)
    assert shown_methods(cast)[0] == DrawMethod.BY_STANDING


@pytest.mark.full
def test_a_movement_seats_every_number_that_it_claims(db: None) -> None:
    cast = people.assemble(players=15, deals_per_round=1)
    for _ in range(3):
        round_ = next_round(cast, DrawMethod.MOVEMENT)
        assert redraws.redraw(round_).is_equal
    tables = queries.seating_history(cast.event)
    met = Counter(frozenset(two) for table in tables for two in combinations(table.entries, 2))
    assert set(met.values()) == {1}
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=DrawMethod.MOVEMENT)
    assert codes(refused) == [Reason.MOVEMENT_OVER]
    organise.withdraw_entry(cast.event.entries.get(number=15), cast.director)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=DrawMethod.MOVEMENT)
    assert codes(refused) == [PlanReason.MOVEMENT_NOT_OFFERED]


@pytest.mark.full
def test_an_old_movement_goes_on_as_it_began(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = people.assemble(players=16, deals_per_round=1)
    first = next_round(cast, DrawMethod.MOVEMENT)
    assert first.algorithm == "movement-starter-1"
    Round.objects.update(algorithm=sixteen_players.ALGORITHM)
    assert next_round(cast, DrawMethod.MOVEMENT).algorithm == sixteen_players.ALGORITHM


@pytest.mark.full
def test_a_round_of_before_inputs_were_kept_is_drawn_again_by_its_algorithm(cast: Cast) -> None:
    event = cast.event
    field = draws.field_of(results.read(event), 1)
    labels = ("N", "W", "S", "E")
    draw_input = draws.input_of(field, DrawMethod.RANDOM, f"{event.seed}/1/1", labels)
    old = earlier_draws.draw(draw_input.entries, labels, (), draw_input.seed)
    with change(event.tournament, cast.director, Verb.DRAW_ROUND) as made:
        round_ = draws.store(made, field, pairing.DrawnRound(old), draw_input, 1)
    kept = [
        {"table": reason["table"], "met_before": reason["met_before"], "attempt": 1}
        for reason in round_.reasons
    ]
    Round.objects.filter(pk=round_.pk).update(reasons=kept)
    round_.refresh_from_db()
    assert round_.algorithm == "individual-search-2"
    assert redraws.redraw(round_).is_equal
    Round.objects.filter(pk=round_.pk).update(seed="another")
    round_.refresh_from_db()
    assert not redraws.redraw(round_).is_equal


def test_redraw_prints_what_a_round_was_drawn_from(
    cast: Cast, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    round_ = cast.round_in_play()
    call_command("redraw", round_.uid)
    printed = capsys.readouterr().out
    for part in (round_.seed, round_.input_digest, round_.algorithm, "equals the repeated draw"):
        assert part in printed
    Round.objects.filter(pk=round_.pk).update(input_digest="0")
    with pytest.raises(CommandError, match="digests differ"):
        call_command("redraw", round_.uid)
    Round.objects.filter(pk=round_.pk).update(
        input_digest=round_.input_digest, algorithm="unknown-9"
    )
    with pytest.raises(CommandError, match="cannot be drawn again"):
        call_command("redraw", round_.uid)
    with pytest.raises(CommandError, match="There is no round"):
        call_command("redraw", "nothing")


@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        (PAIRS_MATCHES, ("swiss", "random", "high_high", "danish", "round_robin")),
        (CLUB_EVENING, ("random", "by_standing", "movement")),
    ],
)
def test_the_form_of_an_event_offers_the_ways_that_fit(
    template: EventTemplate, wanted: Sequence[str]
) -> None:
    form = EventForm(template)
    offered: Any = form.fields["draw_method"]
    assert tuple(value for value, _label in offered.choices) == wanted
    assert form["draw_method"].value() == wanted[0]
