"""Awards, forfeited places and suspensions: what they count, and each condition by itself."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cast import Cast
from tests.tournaments import rows_written
from tests.tournaments.drawing import boards_cast, changed, teams_cast
from tests.tournaments.drawing import pairs_cast as pairs_of
from tests.tournaments.organise.played.test_rows_of_rounds import WHY, as_match_of_two, deals, match
from tests.tournaments.organise.taking_part.test_bounds import codes
from tests.tournaments.organise.taking_part.test_stand_in_conditions import in_register
from tests.tournaments.rows_written import Three, written
from tournaments import organise, results
from tournaments.base.refusals import Reason
from tournaments.models import (
    Deal,
    EntryMember,
    Event,
    EventState,
    Match,
    Result,
)
from tournaments.organise.absences import award_points, awards, forfeits
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.persons.namesakes import Named
from tournaments.results import event_record, match_results
from tournaments.standings.unplayed_terms import WalkoverScores


def reasons(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


@pytest.fixture
def three(db: None) -> Three:
    return rows_written.assemble("in_play")


def begun(cast: Cast) -> Match:
    """Publish a round, and return its first match."""
    round_ = organise.draw_round(cast.event, cast.director)
    organise.publish_round(round_, cast.director)
    related = ("round__event__tournament", "round__event__ruleset", "round__group__stage__event")
    return Match.objects.select_related(*related).get(round=round_, number=1)


@pytest.mark.full
@pytest.mark.parametrize(
    ("event", "usual", "spoilt", "by_official"),
    [
        ({}, (50, -50), 0, 0),
        ({"boards": "passed", "comparison": "matchpoints"}, None, None, None),
        ({"boards": "passed", "comparison": "datum_imp"}, (3, 0), -3, 3),
        ({"ranking": "wdl_2_1_0"}, (2, 0), Fraction(4, 5), Fraction(6, 5)),
        ({"ranking": "table_points"}, (2, 0), Fraction(4, 5), Fraction(6, 5)),
    ],
)
def test_what_was_not_played_counts_by_the_ranking(
    db: None,
    event: dict[str, Any],
    usual: tuple[int, int] | None,
    spoilt: Fraction | None,
    by_official: Fraction | None,
) -> None:
    of = begun(changed(pairs_of(4), **event))
    counts = organise.usual_award(of)
    if usual is None:
        # Two tables play a board: its top is two points, and three fifths of it the average plus.
        assert counts.present == Fraction(6, 5)
        return
    assert [counts.present, counts.absent] == [*usual]
    assert organise.spoilt_share(of, by_official=False) == spoilt
    assert organise.spoilt_share(of, by_official=True) == by_official


@pytest.mark.full
def test_an_event_that_was_read_before_is_taken_as_it_was_read(db: None) -> None:
    of = begun(changed(pairs_of(4), ranking="wdl_2_1_0"))
    known = Event.objects.select_related("ruleset", "tournament").get(pk=of.round.event_id)
    before = results.read(known)
    Event.objects.filter(pk=of.round.event_id).update(ranking="points")
    of.round.event.refresh_from_db()
    assert organise.usual_award(of, before).present == 2
    assert organise.usual_award(of).present == 50
    assert organise.spoilt_share(of, by_official=False, known=before) == Fraction(4, 5)
    assert organise.spoilt_share(of, by_official=False) == 0


@pytest.mark.full
@pytest.mark.parametrize(
    ("pairs", "planned", "method", "top"),
    [
        (4, None, "random", 2),
        (6, None, "random", 4),
        # All three tables play the same boards in one round, however few rounds are planned.
        (6, 2, "random", 4),
        (6, 9, "random", 4),
        (10, None, "mitchell", 8),
        (10, None, "random", 8),
    ],
)
def test_the_top_of_a_board_goes_by_the_number_of_its_results(
    db: None, pairs: int, planned: int | None, method: str, top: int
) -> None:
    of = begun(boards_cast(pairs, method, comparison="matchpoints", rounds_planned=planned))
    boards = Deal.objects.filter(sitting__segment__match=of, board__isnull=False).count()
    assert boards == of.round.event.deals_per_round
    assert organise.usual_award(of).present == Fraction(3, 5) * top * boards


def test_a_board_that_was_played_more_often_has_a_higher_top() -> None:
    def sat(match: int, *boards: int | None) -> Any:
        return SimpleNamespace(match=match, deals=[SimpleNamespace(board=row) for row in boards])

    snapshot: Any = SimpleNamespace(
        sittings=[
            sat(1, 7, None),
            sat(1, 7, None),
            sat(1, 7, None),
            sat(2, 7, 7),
            sat(1, None, None),
        ],
        match_by_key={1: SimpleNamespace(is_public=True), 2: SimpleNamespace(is_public=False)},
        matches_of=lambda _round: [None, None],
        rounds_planned=lambda _stage: None,
    )
    round_: Any = SimpleNamespace(
        method="random", reasons=[], seed="x", group=SimpleNamespace(stage=None)
    )
    assert award_points._most_matchpoints(snapshot, round_) == 4


@pytest.mark.full
@pytest.mark.parametrize(
    ("counts", "present", "absent"),
    [(None, 100, -100), (WalkoverScores(Fraction(7), Fraction(1)), 7, 1)],
)
def test_a_walkover_counts_what_is_said_or_what_is_usual(
    three: Three, counts: WalkoverScores | None, present: int, absent: int
) -> None:
    of = as_match_of_two(three)
    winner = of.sides.get(number=1)
    given = organise.award_walkover(of, three.director, winner, WHY, counts)
    assert [given.won, given.lost] == [present, absent]


@pytest.mark.full
@pytest.mark.parametrize(
    ("counts", "each"), [(None, -100), (WalkoverScores(Fraction(7), Fraction(1)), 1)]
)
def test_of_two_absent_sides_each_has_what_the_absent_have(
    three: Three, counts: WalkoverScores | None, each: int
) -> None:
    of = as_match_of_two(three)
    given = organise.award_both_absent(of, three.director, WHY, counts)
    assert [given.won, given.lost] == [each, each]
    assert given.winner is None


@pytest.mark.full
@pytest.mark.parametrize(("share", "found"), [(None, 0), (Fraction(5), 5), (Fraction(0), 0)])
def test_a_spoilt_match_has_the_share_that_is_said_or_usual(
    three: Three, share: Fraction | None, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awards, "spoilt_share", lambda _match, by_official: Fraction(0))
    given = organise.award_spoilt(as_match_of_two(three), three.director, WHY, share)
    assert [given.won, given.lost] == [found, found]


@pytest.mark.full
@pytest.mark.parametrize("kind", ["walkover", "both_absent", "spoilt"])
def test_only_what_is_not_played_closes_the_open_deals(three: Three, kind: str) -> None:
    of = as_match_of_two(three)
    three.cast.post(deals(three)[0])
    if kind == "walkover":
        organise.award_walkover(of, three.director, of.sides.get(number=1), WHY)
    elif kind == "both_absent":
        organise.award_both_absent(of, three.director, WHY)
    else:
        organise.award_spoilt(of, three.director, WHY, Fraction(0))
    kinds = Result.live.filter(deal__sitting__segment__match=of).order_by("deal__play_order")
    assert list(kinds.values_list("kind", flat=True)) == ["played", "not_played"]
    organise.take_back_award(of, three.director, WHY)
    assert [deal.done for deal in deals(three)] == [True, False, False, False]


@pytest.mark.full
def test_what_speaks_against_an_award_speaks_against_taking_it_back(three: Three) -> None:
    of = as_match_of_two(three)
    organise.award_both_absent(of, three.director, WHY)
    assert codes(lambda: organise.take_back_award(of, three.director, AwardGrounds(" "))) == [
        Reason.REASON_MISSING
    ]
    Event.objects.filter(pk=three.own.pk).update(state=EventState.FINISHED)
    assert codes(lambda: organise.take_back_award(of, three.director, WHY)) == [
        Reason.EVENT_NOT_RUNNING
    ]


def level(result: Any, knockout: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "read", lambda _event: None)
    monkeypatch.setattr(event_record, "knockout_of", lambda *_: knockout)
    monkeypatch.setattr(match_results, "results_by_match", lambda *_: {7: result})


def totals(*values: int) -> Any:
    return SimpleNamespace(totals=values)


@pytest.mark.parametrize(
    ("code", "result", "knockout", "decides"),
    [
        ("", totals(3, 3), None, True),
        ("", totals(3, 4), None, False),
        ("", totals(), None, False),
        ("", None, None, False),
        ("F", totals(3, 3), None, True),
        ("F", totals(3, 4), ({}, ()), False),
        ("F", totals(3, 3), ({}, ()), True),
        ("F", totals(3, 4), ({"F": (True, False)}, ()), True),
        ("F", totals(3, 3), ({"F": (False, False)}, ("x",)), False),
        ("F", totals(3, 4), ({"F": (False, True)}, ("x",)), True),
        ("F", totals(3, 4), ({"F": (False, True)}, ()), False),
        ("", totals(3, 4), ({"": (True, True)}, ("x",)), False),
    ],
)
def test_a_match_is_decided_where_it_is_level_or_others_went_on_astray(
    monkeypatch: pytest.MonkeyPatch, code: str, result: Any, knockout: Any, *, decides: bool
) -> None:
    if knockout is not None:
        played, astray = knockout
        rows = {
            name: SimpleNamespace(is_level=is_level, is_over=is_over)
            for name, (is_level, is_over) in played.items()
        }
        knockout = SimpleNamespace(played=rows, astray=astray)
    level(result, knockout, monkeypatch)
    stage = SimpleNamespace(event=None)
    of: Any = SimpleNamespace(
        pk=7, code=code, round=SimpleNamespace(group=SimpleNamespace(stage=stage))
    )
    assert awards._needs_decision(of) is decides


@pytest.mark.full
def test_nothing_is_decided_that_is_not_level(three: Three) -> None:
    of = as_match_of_two(three)
    assert codes(
        lambda: organise.decide_match(of, three.director, of.sides.get(number=1), WHY)
    ) == [Reason.MATCH_NOT_LEVEL]


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("甲", [Reason.NAME_TAKEN]),
        ("子", []),
        ("俱乐部", []),
        ("", [Reason.NAME_MISSING]),
        ("长" * 121, [Reason.NAME_TOO_LONG]),
    ],
)
def test_a_house_player_has_a_name_that_nobody_of_the_event_has(
    three: Three, name: str, found: list[str]
) -> None:
    side = match(three).sides.get(number=2)

    def seat() -> EntryMember:
        return organise.seat_house_player(side, three.director, name, WHY)

    if found:
        assert codes(seat) == found
    else:
        assert seat().person.name == name


@pytest.mark.full
def test_a_house_player_of_the_register_sits_as_himself(three: Three) -> None:
    known = in_register(three.cast, "王五", 7)
    side = match(three).sides.get(number=2)
    found = written(lambda: organise.seat_house_player(side, three.director, "王五", WHY))
    assert found == {"+entrymember": 1, "~seat": 1}
    assert side.seats.get().person == known
    assert forfeits._name_problems(three.own, Named("王五", 7), known) == []


@pytest.mark.full
def test_a_house_player_is_seated_once(three: Three) -> None:
    side = match(three).sides.get(number=2)
    seated = organise.seat_house_player(side, three.director, "俱乐部", WHY)
    entries = three.cast.tournament.log.count()
    found = written(lambda: organise.seat_house_player(side, three.director, " 俱乐部 ", WHY))
    assert found == {}
    assert organise.seat_house_player(side, three.director, "俱乐部", WHY) == seated
    assert three.cast.tournament.log.count() == entries
    other = codes(lambda: organise.seat_house_player(side, three.director, "房主", WHY))
    assert other == [Reason.STAND_IN_TWICE]
    assert side.entries.get().members.filter(role="substitute").get() == seated


@pytest.mark.full
def test_a_house_player_takes_the_seat_of_an_absent_substitute(db: None) -> None:
    three = rows_written.assemble("entered")
    organise.stand_in(three.entry(2), three.director, "替补", 1, 1, points_count=False)
    three.cast.round_in_play()
    side = three.entry(2).sides.get()
    seated = organise.seat_house_player(side, three.director, "俱乐部", WHY)
    assert side.seats.get().person == seated.person


@pytest.mark.full
@pytest.mark.parametrize(
    ("role", "kind", "is_taken"),
    [
        ("player", "competitor", True),
        ("substitute", "competitor", False),
        ("captain", "competitor", False),
        ("player", "house", False),
    ],
)
def test_who_is_no_player_of_an_entry_may_sit_as_a_house_player(
    three: Three, role: str, kind: str, *, is_taken: bool
) -> None:
    row = three.entry().members.get()
    EntryMember.objects.filter(pk=row.pk).update(role=role)
    three.own.entries.filter(number=1).update(kind=kind)
    found = forfeits._name_problems(three.own, Named("甲"), row.person)
    assert reasons(found) == [Reason.NAME_TAKEN] * is_taken
    assert bool(forfeits._name_problems(three.own, Named("甲"), None)) is is_taken


@pytest.mark.full
def test_a_match_has_results_of_its_own(three: Three) -> None:
    assert not forfeits.match_has_results(match(three))
    three.cast.post(deals(three)[2])
    assert not forfeits.match_has_results(match(three))
    assert forfeits.match_has_results(match(three, 1))
    side = match(three).sides.get(number=1)
    organise.forfeit_places(match(three), three.director, [side], WHY)
    away = match(three, 1)
    assert codes(
        lambda: organise.forfeit_places(away, three.director, [away.sides.get(number=1)], WHY)
    ) == [Reason.TABLE_HAS_RESULTS]


@pytest.mark.full
def test_teams_that_were_awarded_have_the_share_of_whole_matches(db: None) -> None:
    of = begun(teams_cast(4, ranking="vp_15_10"))
    assert organise.usual_award(of).present == 18
