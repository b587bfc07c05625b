"""What a director tries too early, twice, or in another order: it is refused, and says why."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.tournaments.drawing import boards_cast, codes, pairs_cast
from tests.tournaments.duplicate import hall
from tests.tournaments.organise.planning.test_stages_of_events import (
    FINALS,
    GROUPS,
    play,
    staged_cast,
)
from tests.tournaments.results.test_knockout_events import (
    WHY,
    in_play,
    knockout_cast,
    pairs_of,
    standing,
    step,
)
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.models import (
    AuditEntry,
    Comparison,
    Deal,
    DrawMethod,
    Event,
    Form,
    Match,
    Ranking,
    Result,
    Room,
    User,
)
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.movements import board_rounds
from tournaments.progress import event_progress, qualification_state
from tournaments.progress.next_step import Next, next_step
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Actor, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record, queries


def not_played(cast: Cast, match: Match) -> None:
    """Rule that no deal of a match is played."""
    for deal in Deal.objects.filter(sitting__segment__match=match):
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report, origin = Report(Result.Kind.NOT_PLAYED, {}), Origin("desk", "desk")
            ledger.post(made, deal, report, seen=0, origin=origin)


@pytest.mark.full
def test_a_match_of_a_knockout_that_nobody_played_is_decided_and_never_drawn_again(
    db: None,
) -> None:
    cast = knockout_cast(4)
    round_ = in_play(cast)
    first, other = round_.matches.order_by("number")
    organise.award_walkover(first, cast.director, first.sides.get(number=1), WHY)
    not_played(cast, other)
    assert step(cast) == Next.DECIDE_MATCHES
    with pytest.raises(Refused) as refused:
        organise.close_round(round_, cast.director)
    assert codes(refused) == ["knockout_level"]
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, override="they wait")
    assert codes(refused)[0] == "knockout_level"
    organise.decide_match(other, cast.director, other.sides.get(number=2), WHY)
    organise.close_round(round_, cast.director)
    winner = other.sides.get(number=2).entries.get().number
    assert winner in pairs_of(in_play(cast))[0]


@pytest.mark.full
def test_an_override_draws_no_match_of_a_knockout_that_is_in_play(db: None) -> None:
    cast = knockout_cast(4, kind="double")
    round_ = in_play(cast)
    first, other = round_.matches.order_by("number")
    organise.award_walkover(first, cast.director, first.sides.get(number=1), WHY)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, override="they wait")
    assert codes(refused) == ["knockout_goes_on"]
    assert [played.match.key for played in standing(cast).open] == [other.pk]


@pytest.mark.full
def test_no_round_of_a_knockout_is_drawn_while_its_matches_do_not_follow(db: None) -> None:
    cast = knockout_cast(4, third_place=True)
    first = in_play(cast)
    for match in first.matches.all():
        organise.award_walkover(match, cast.director, match.sides.get(number=1), WHY)
    organise.close_round(first, cast.director)
    final = in_play(cast)
    for match in final.matches.all():
        organise.award_walkover(match, cast.director, match.sides.get(number=1), WHY)
    changed = first.matches.get(code="W1.1")
    organise.take_back_award(changed, cast.director, WHY)
    organise.award_walkover(changed, cast.director, changed.sides.get(number=2), WHY)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused)[0] == "knockout_astray"


@pytest.mark.nightly
def test_after_the_last_round_of_a_movement_the_event_is_finished(db: None) -> None:
    cast = pairs_cast(4)
    Event.objects.update(draw_method=DrawMethod.ROUND_ROBIN, rounds_planned=None)
    cast.event.refresh_from_db()
    for _ in range(3):
        assert step(cast) == Next.DRAW_ROUND
        round_ = in_play(cast)
        for match in round_.matches.all():
            not_played(cast, match)
        organise.close_round(round_, cast.director)
    assert step(cast) == Next.FINISH_EVENT
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == ["round_robin_over"]
    # Who likes goes on in another way.
    organise.draw_round(cast.event, cast.director, method=DrawMethod.RANDOM)
    assert step(cast) == Next.PUBLISH_ROUND


@pytest.mark.full
def test_opening_a_stage_twice_says_that_it_is_open(db: None, client: Client) -> None:
    cast = staged_cast(GROUPS, FINALS)
    for _ in range(3):
        play(cast)
    client.force_login(cast.alice)
    address = reverse("desk_stages", args=[cast.event.uid])
    form = {"seen": qualification_state.preview(organise.next_to_open(cast.event)).mark}  # type: ignore[arg-type]
    client.post(address, form)
    again = client.post(address, form, follow=True, headers={"accept-language": "en"})
    assert "Stage 2 has been opened already." in again.content.decode()
    assert len(queries.rounds(cast.event)) == 3


@pytest.mark.full
def test_what_was_taken_back_in_a_closed_round_is_awaited_before_the_end(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    deal = Deal.objects.get(pk=cast.deals(round_)[0].pk)
    table = deal.sitting.table.number
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report, origin = Report(Result.Kind.RETRACTED, {}), Origin("desk", "desk")
        ledger.post(made, deal, report, seen=deal.version, origin=origin, reason="not so")
    event = Event.objects.get(pk=cast.event.pk)
    next_ = next_step(event_progress.progress_of(results.read(event)))
    assert (next_.code, next_.number, next_.tables) == (Next.AWAIT_AGAIN, 1, (table,))
    with pytest.raises(Refused) as refused:
        organise.finish_event(event, cast.director)
    assert codes(refused) == ["round_open"]
    deal.refresh_from_db()
    cast.post(deal, seen=deal.version, reason="found again")
    assert step(cast) == Next.DRAW_ROUND
    organise.finish_event(event, cast.director)


@pytest.mark.full
def test_a_round_that_was_opened_again_asks_for_an_override(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    deal = Deal.objects.get(pk=cast.deals(round_)[0].pk)
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report, origin = Report(Result.Kind.RETRACTED, {}), Origin("desk", "desk")
        ledger.post(made, deal, report, seen=deal.version, origin=origin, reason="not so")
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == ["round_open"]
    client.force_login(cast.alice)
    shown = client.get(reverse("desk_event", args=[cast.event.uid])).context
    assert (shown["may_draw"], shown["may_override"]) == (0, 2)
    organise.draw_round(cast.event, cast.director, override="he plays it later")
    body = AuditEntry.objects.filter(verb="draw_round").order_by("-seq")[0].body
    details = json.loads(body)["details"]
    missing = {"1": [deal.sitting.table.number]}
    assert (details["override"], details["missing"]) == ("he plays it later", missing)


@pytest.mark.full
def test_a_match_over_single_boards_that_nobody_came_to_counts_three_fifths(db: None) -> None:
    with hall(4, 4, comparison=Comparison.BOARD, ranking=Ranking.POINTS, rooms=2) as made:
        round_, boards = made.round(1), made.boards(1, 2)
        match = made.match(round_, [1], [2], boards)
        made.match(round_, [3], [4], boards)
        actor = Actor.from_user(User.objects.get())
        award = organise.award_walkover(match, actor, match.sides.get(number=1), WHY)
        assert [str(award.won), str(award.lost)] == ["12/5", "0"]
        totals = {
            row.competitor.number: row.rank.total
            for row in event_record.standings(results.read(made.event))
        }
        assert [str(totals[1]), str(totals[2])] == ["12/5", "0"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("comparison", "worth"),
    # Two boards: three fifths of four matchpoints each, and three IMPs each.
    [(Comparison.MATCHPOINTS, Fraction(24, 5)), (Comparison.DATUM_IMP, Fraction(6))],
)
def test_a_walkover_among_all_tables_counts_the_average_plus(
    db: None, comparison: Comparison, worth: Fraction
) -> None:
    with hall(6, 2, comparison=comparison, ranking=Ranking.POINTS, form=Form.PAIRS) as made:
        round_, boards = made.round(1), made.boards(1, 2)
        first, *others = [
            made.match(round_, [number], [number + 1], boards, rooms=[Room.ONLY])
            for number in (1, 3, 5)
        ]
        for board in boards:
            for tricks, match in zip((8, 7), others, strict=True):
                made.play(made.deal(match, board), tricks)
        actor = Actor.from_user(User.objects.get())
        award = organise.award_walkover(first, actor, first.sides.get(number=1), WHY)
        assert (award.won, award.lost) == (worth, Fraction(0))
        rank_by_number = {
            row.competitor.number: row.rank
            for row in event_record.standings(results.read(made.event))
        }
        assert (rank_by_number[1].total, rank_by_number[2].total) == (worth, Fraction(0))


@pytest.mark.full
def test_a_walkover_at_boards_that_go_round_knows_how_many_will_play_them(db: None) -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.MATCHPOINTS, "form": Form.PAIRS}
    with hall(6, 2, ranking=Ranking.POINTS, rounds_planned=3, **wanted) as made:
        round_, boards = made.round(1), made.boards(1, 3)
        first, *_others = [
            made.match(round_, [2 * n + 1], [2 * n + 2], [boards[n]], rooms=[Room.ONLY])
            for n in range(3)
        ]
        assert organise.usual_award(first).present == Fraction(12, 5)


@pytest.mark.full
@pytest.mark.parametrize(
    ("pairs", "method", "results"),
    # Four tables of a Mitchell play three rounds: three results, also where a pair is missing.
    [(6, "howell", 3), (7, "mitchell", 3), (8, "mitchell", 3), (10, "mitchell", 5)],
)
def test_a_walkover_in_a_movement_knows_how_many_results_a_board_will_have(
    db: None, pairs: int, method: str, results: int
) -> None:
    cast = boards_cast(pairs, method, comparison="matchpoints", ranking="points")
    round_ = in_play(cast)
    draw_input = pairing.read(notes.read(round_.reasons).input or {}, round_.seed)
    assert board_rounds.most_results(draw_input) == results
    most = cast.event.deals_per_round * 2 * (results - 1)
    for match in round_.matches.all():
        assert organise.usual_award(match).present == Fraction(3, 5) * most


@pytest.mark.full
def test_what_is_usual_for_a_walkover_is_said_in_numbers(db: None, client: Client) -> None:
    cast = knockout_cast(2)
    Event.objects.update(ranking=Ranking.VP_15_10)
    match = in_play(cast).matches.get()
    client.force_login(cast.alice)
    page = client.get(
        reverse("desk_award", args=[match.uid]), headers={"accept-language": "en"}
    ).content.decode()
    assert "as is usual for these standings: 18 : 0" in page


@pytest.mark.full
@pytest.mark.parametrize("method", ["random", "by_standing"])
def test_a_draft_knows_when_what_it_was_drawn_from_has_changed(
    cast: Cast, client: Client, method: str
) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    draft = organise.draw_round(cast.event, cast.director, method=method)
    assert not organise.has_changed(draft)
    client.force_login(cast.alice)
    where = reverse("desk_event", args=[cast.event.uid])
    english = {"accept-language": "en"}
    assert "have changed since the draw" not in client.get(where, headers=english).content.decode()
    organise.add_entries(cast.event, cast.director, [["late"]])
    assert organise.has_changed(draft)
    assert "have changed since the draw" in client.get(where, headers=english).content.decode()
    again = organise.redraw_round(draft, cast.director, method="random")
    assert not organise.has_changed(again)


@pytest.mark.full
@pytest.mark.parametrize("method", ["swiss", "round_robin", "knockout"])
def test_a_corrected_result_is_told_beside_a_draft_of_two_sides(db: None, method: str) -> None:
    cast = knockout_cast(6)
    Event.objects.update(draw_method=method, ranking=Ranking.WDL_2_1_0)
    cast.event.refresh_from_db()
    round_ = in_play(cast)
    for match in round_.matches.all():
        organise.award_walkover(match, cast.director, match.sides.get(number=1), WHY)
    organise.close_round(round_, cast.director)
    draft = organise.draw_round(cast.event, cast.director)
    before = pairs_of(draft)
    assert not organise.has_changed(draft)
    changed = round_.matches.order_by("number")[0]
    organise.take_back_award(changed, cast.director, WHY)
    organise.award_walkover(changed, cast.director, changed.sides.get(number=2), WHY)
    # A round robin does not go by results.
    assert organise.has_changed(draft) is (method != "round_robin")
    assert pairs_of(draft) == before


@pytest.mark.full
@pytest.mark.parametrize("method", ["howell", "mitchell"])
def test_a_draft_over_boards_is_as_it_was_drawn(db: None, method: str) -> None:
    cast = boards_cast(7, method)
    in_play(cast)
    Deal.objects.all().update(done=True)
    assert not organise.has_changed(organise.draw_round(cast.event, cast.director))
