"""What a draw, a publication, a close and a finish look at: each condition by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cast import Cast
from tests.tournaments import rows_written
from tests.tournaments.organise.taking_part.test_bounds import codes, round_of, second_event
from tests.tournaments.rows_written import Three
from tournaments import official, organise, results
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    DrawMethod,
    Event,
    EventState,
    Round,
    RoundState,
    RuleSet,
    Stage,
)
from tournaments.organise import rounds
from tournaments.organise.absences import suspended_seats
from tournaments.organise.drawing import draws, earlier_rounds
from tournaments.pairing import rounds as pairing
from tournaments.progress import open_questions
from tournaments.progress.open_questions import OpenQuestion
from tournaments.record.audit import Verb, change
from tournaments.rights import ruling_offices
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure import stages
from tournaments.structure.stages import StagePlan


def fresh(cast: Cast) -> Event:
    related = Event.objects.select_related("tournament", "ruleset")
    return related.get(pk=cast.event.pk)


def details(cast: Cast, verb: Verb) -> dict[str, Any]:
    """Return what the log tells of the last change of a kind."""
    body = cast.tournament.log.filter(verb=verb).latest("seq").body
    found: dict[str, Any] = json.loads(body)["details"]
    return found


@pytest.mark.full
def test_a_round_is_drawn_again_as_it_was_drawn_or_as_is_wanted(cast: Cast) -> None:
    first = organise.draw_round(cast.event, cast.director, method=DrawMethod.BY_STANDING)
    second = organise.redraw_round(first, cast.director)
    assert second.method == DrawMethod.BY_STANDING
    third = organise.redraw_round(second, cast.director, method=DrawMethod.RANDOM)
    assert third.method == DrawMethod.RANDOM
    organise.discard_round(third, cast.director)
    assert organise.draw_round(cast.event, cast.director).method == DrawMethod.RANDOM


@pytest.mark.full
def test_a_draft_has_changed_where_more_are_entered_than_it_was_drawn_from(cast: Cast) -> None:
    draft = cast.drawn_round()
    before = results.read(fresh(cast))
    assert not organise.has_changed(draft)
    organise.add_entries(cast.event, cast.director, [["壬"]])
    assert organise.has_changed(draft)
    assert not organise.has_changed(draft, before)


@pytest.mark.full
@pytest.mark.parametrize("of_stage", [True, False])
def test_the_rules_that_are_played_are_frozen_with_the_first_draw(
    cast: Cast, *, of_stage: bool
) -> None:
    own = RuleSet.objects.get(pk=cast.event.ruleset_id)
    other = RuleSet.objects.create(
        game=own.game, name="x", rules=own.rules, schema=own.schema, digest="x"
    )
    if of_stage:
        Stage.objects.update(ruleset=other)
    draft = Round.objects.select_related("event__ruleset", "group__stage__ruleset").get(
        pk=cast.drawn_round().pk
    )
    organise.publish_round(draft, cast.director)
    frozen = RuleSet.objects.exclude(frozen_at=None)
    assert list(frozen) == [other if of_stage else own]


@pytest.mark.full
def test_what_speaks_against_a_publication_stops_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_event(cast)
    draft = cast.drawn_round()
    monkeypatch.setattr(ruling_offices, "lacks_chief", lambda event: event == cast.event)
    problem = refuse(Reason.SUSPENDED_IN_DRAFT, names="甲")
    with monkeypatch.context() as patched:
        patched.setattr(suspended_seats, "draft_problems", lambda _snapshot, _round: [problem])
        assert codes(lambda: organise.publish_round(draft, cast.director)) == [
            Reason.CHIEF_MISSING,
            Reason.SUSPENDED_IN_DRAFT,
        ]
    assert codes(lambda: organise.publish_round(draft, cast.director)) == [Reason.CHIEF_MISSING]
    draft.refresh_from_db()
    assert draft.state == RoundState.DRAFT


@pytest.mark.full
@pytest.mark.parametrize(
    ("seed", "asked", "order"),
    [
        ("of the event", "", ["draw", "lock"]),
        ("", "asked for", ["draw", "lock"]),
        ("", "", ["lock", "draw"]),
    ],
)
def test_a_draw_by_a_known_seed_is_made_before_others_have_to_wait(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, seed: str, asked: str, order: list[str]
) -> None:
    Event.objects.filter(pk=cast.event.pk).update(seed=seed)
    seen: list[str] = []
    draw, lock = pairing.draw, change

    def watched(inputs: Any) -> Any:
        seen.append("draw")
        return draw(inputs)

    def locked(*args: Any) -> Any:
        seen.append("lock")
        return lock(*args)

    monkeypatch.setattr(pairing, "draw", watched)
    monkeypatch.setattr(rounds, "change", locked)
    organise.draw_round(fresh(cast), cast.director, seed=asked)
    assert seen == order


def ahead_of_a_ninth(cast: Cast) -> Any:
    """Return a draw of eight that was made before a ninth was entered."""
    ahead = rounds._draw_early(cast.event, 1, None, "seed")
    organise.add_entries(cast.event, cast.director, [["壬"]])
    return ahead


@pytest.mark.full
def test_a_draw_from_what_has_changed_since_is_made_anew(cast: Cast) -> None:
    ahead = ahead_of_a_ninth(cast)
    with change(cast.tournament, cast.director, Verb.DRAW_ROUND) as made:
        round_ = rounds._make_draw(made, cast.event, rounds._DrawWish(None, "seed"), ahead)
    assert round_.sit_outs.count() == 1


@pytest.mark.full
def test_a_draw_from_the_same_field_is_kept_whatever_else_was_done_since(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = rounds._draw_early(cast.event, 1, None, "seed")
    organise.set_notice(cast.event, cast.director, "通知")
    drawn: list[Any] = []
    monkeypatch.setattr(pairing, "draw", drawn.append)
    with change(cast.tournament, cast.director, Verb.DRAW_ROUND) as made:
        rounds._make_draw(made, cast.event, rounds._DrawWish(None, "seed"), ahead)
    assert drawn == []


@pytest.mark.full
@pytest.mark.parametrize("played", [True, False])
def test_a_reason_to_draw_all_the_same_is_noted_where_results_are_missing(
    cast: Cast, *, played: bool
) -> None:
    round_ = cast.round_in_play()
    if played:
        cast.play(round_)
    organise.draw_round(cast.event, cast.director, override=" 时间不够 ")
    noted = details(cast, Verb.DRAW_ROUND)
    assert noted.get("override") == (None if played else "时间不够")
    assert noted.get("missing") == (None if played else {"1": [1, 2]})


@pytest.mark.full
def test_a_draft_of_another_event_stops_no_draw(cast: Cast) -> None:
    other = second_event(cast)
    organise.draw_round(other, cast.director)
    organise.draw_round(cast.event, cast.director)
    assert codes(lambda: organise.draw_round(cast.event, cast.director)) == [Reason.ROUND_IN_DRAFT]


@pytest.mark.full
def test_what_is_to_be_decided_before_a_draw_stops_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = refuse(Reason.HOLDS_OPEN, holds=1)
    monkeypatch.setattr(open_questions, "problems_before_draw", lambda _event: [problem])
    assert codes(lambda: organise.draw_round(cast.event, cast.director)) == [Reason.HOLDS_OPEN]


@pytest.mark.full
@pytest.mark.parametrize(
    ("table", "override", "found", "tables"),
    [
        (3, "", [Reason.QUESTIONS_OPEN], "3"),
        (None, "", [Reason.QUESTIONS_OPEN], "—"),
        (3, "the hall closes", [], None),
    ],
)
def test_a_round_with_open_questions_is_closed_with_a_reason(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    table: int | None,
    override: str,
    found: list[str],
    tables: str | None,
) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    question = OpenQuestion(table, None, "x", "/x/")
    monkeypatch.setattr(open_questions, "questions_of_round", lambda _round: (question,))
    if found:
        with pytest.raises(Refused) as refused:
            organise.close_round(round_, cast.director, override=override)
        (problem,) = refused.value.problems
        assert (problem.code, dict(problem.values)["tables"]) == (found[0], tables)
    else:
        organise.close_round(round_, cast.director, override=override)
        assert details(cast, Verb.CLOSE_ROUND)["override"] == override


@pytest.mark.full
@pytest.mark.parametrize(("planned", "is_last"), [(1, True), (2, False), (None, True)])
def test_the_last_round_is_posted_as_the_last(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, planned: int | None, *, is_last: bool
) -> None:
    Event.objects.update(rounds_planned=planned)
    posted: list[bool] = []
    monkeypatch.setattr(official, "post_round", lambda *_, is_last: posted.append(bool(is_last)))
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert posted == [is_last]


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (EventState.FINISHED, Reason.EVENT_FINISHED),
        (EventState.CANCELLED, Reason.EVENT_NOT_RUNNING),
        (EventState.DRAFT, Reason.EVENT_NOT_RUNNING),
    ],
)
def test_only_a_running_event_is_finished(db: None, state: str, reason: Reason) -> None:
    three = rows_written.assemble("closed")
    Event.objects.filter(pk=three.own.pk).update(state=state)
    assert codes(lambda: organise.finish_event(three.fresh(), three.director)) == [reason]
    organise.finish_event(three.fresh(three.other), three.director)
    assert three.fresh().state == state


@pytest.mark.full
def test_an_event_is_not_finished_before_its_last_stage(cast: Cast) -> None:
    rule = FeedRule((Take(TakeKind.TOP, 4),))
    organise.add_stage(cast.event, cast.director, StagePlan("", DrawMethod.RANDOM, feed=rule))
    with pytest.raises(Refused) as refused:
        organise.finish_event(fresh(cast), cast.director)
    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.values)) == (Reason.STAGES_TO_COME, {"number": 2})


@pytest.mark.full
def test_the_open_rounds_are_those_that_were_published_and_lack_a_result(cast: Cast) -> None:
    draft = cast.drawn_round()
    assert rounds._open_rounds(cast.event) == []
    organise.publish_round(draft, cast.director)
    assert [row.number for row in rounds._open_rounds(cast.event)] == [1]
    cast.play(draft)
    assert rounds._open_rounds(cast.event) == []


@pytest.fixture
def three(db: None) -> Three:
    return rows_written.assemble("closed")


@pytest.mark.full
def test_a_draw_looks_at_the_rounds_before_it_alone(three: Three) -> None:
    snapshot = results.read(three.fresh())
    assert earlier_rounds.seating_history(snapshot, 1) == []
    assert len(earlier_rounds.seating_history(snapshot, 2)) == 2
    of_away = results.read(three.fresh(three.away))
    assert earlier_rounds.sit_out_counts(of_away, 1) == {}
    (out,) = three.round(three.away).sit_outs.all()
    assert earlier_rounds.sit_out_counts(of_away, 2) == {str(out.entry.number): 1}
    fields = earlier_rounds.fields_of(of_away, [three.round(three.away)])
    assert fields == (("1", "2", "3", "4", "5"),)


@pytest.mark.full
def test_a_field_has_those_of_its_stage_who_can_be_drawn(three: Three) -> None:
    snapshot = results.read(three.fresh())
    field = draws.field_of(snapshot, 2)
    assert list(field.entries) == [str(number) for number in range(1, 9)]
    group = three.own.stages.get().groups.get()
    for number in (3, 5):
        group.members.create(entry=three.entry(number), number=number)
    field = draws.field_of(results.read(three.fresh()), 2)
    assert list(field.entries) == ["3", "5"]
    assert [numbers for _group, numbers in field.groups] == [("3", "5")]


@pytest.mark.full
def test_a_later_stage_has_no_members_but_its_own(three: Three) -> None:
    later = Stage.objects.create(event=three.own, number=2)
    later.groups.create(number=1)
    snapshot = results.read(three.fresh())
    (row,) = draws.groups_of(snapshot, next(row for row in snapshot.stages if row.number == 2))
    assert row[1] == ()


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "form", "house", "pair", "partners"),
    [
        ("random", "individual", ("2",), False, False),
        ("random", "pairs", (), True, False),
        ("random", "partners", (), False, True),
    ],
)
def test_an_input_says_the_form_and_the_house_players(
    three: Three, method: str, form: str, house: tuple[str, ...], pair: bool, partners: bool
) -> None:
    if house:
        three.own.entries.filter(number=2).update(kind="house")
    Event.objects.filter(pk=three.own.pk).update(form=form)
    field = draws.field_of(results.read(three.fresh()), 2)
    made = draws.input_of(field, method, "seed", "NWSE")
    assert (made.house, made.pair, made.partners) == (house, pair, partners)
    assert (made.groups, made.three_way, made.fields) == ((), False, ())
    assert len(made.history) == 2


@pytest.mark.full
def test_several_groups_are_drawn_apart_and_one_is_not(three: Three) -> None:
    stage = three.own.stages.get()
    first, second = stage.groups.get(), stage.groups.create(number=2)
    for group, numbers in ((first, (1, 2, 3, 4)), (second, (5, 6, 7, 8))):
        for number in numbers:
            group.members.create(entry=three.entry(number), number=number)
    field = draws.field_of(results.read(three.fresh()), 2)
    made = draws.input_of(field, "random", "seed", "NWSE")
    assert made.groups == (("1", "2", "3", "4"), ("5", "6", "7", "8"))


@pytest.mark.full
def test_attempts_are_those_of_one_round(cast: Cast) -> None:
    first = cast.drawn_round()
    assert (draws.attempt_of(cast.event, 1), draws.attempt_of(cast.event, 2)) == (2, 1)
    organise.discard_round(first, cast.director)
    cast.drawn_round()
    assert draws.attempt_of(cast.event, 1) == 3


@pytest.mark.full
def test_clubs_are_an_input_where_draws_look_at_them(three: Three) -> None:
    three.own.entries.filter(number=2).update(club="城北")
    field = draws.field_of(results.read(three.fresh()), 2)
    assert draws.input_of(field, "random", "seed", "NWSE").clubs == {"2": "城北"}
    assert not draws.input_of(field, "movement", "seed", "NWSE").clubs


@pytest.mark.full
def test_floats_are_those_of_the_round_before(cast: Cast) -> None:
    for number, floated in ((1, "1"), (2, "2"), (3, "3")):
        round_ = round_of(cast, number, RoundState.CLOSED)
        note = [{"table": 0, "floats": {floated: "down"}}]
        Round.objects.filter(pk=round_.pk).update(reasons=note)
    snapshot = results.read(fresh(cast))
    for number, floated in ((2, "1"), (3, "2"), (4, "3")):
        found = draws._last_floats(draws.field_of(snapshot, number))
        assert list(found) == [floated]


@pytest.mark.full
@pytest.mark.parametrize(
    ("possible", "method", "is_drawn"),
    [
        (True, "random", True),
        (True, "round_robin", False),
        (True, "movement", False),
        (False, "random", False),
    ],
)
def test_three_are_drawn_together_where_meetings_are_not_fixed(
    three: Three, monkeypatch: pytest.MonkeyPatch, method: str, *, possible: bool, is_drawn: bool
) -> None:
    field = draws.field_of(results.read(three.fresh()), 2)
    monkeypatch.setattr(stages, "three_may_meet", lambda _event: possible)
    monkeypatch.setattr(earlier_rounds, "seating_history", lambda *_: [])
    assert draws.input_of(field, method, "seed", "NWSE").three_way is is_drawn
