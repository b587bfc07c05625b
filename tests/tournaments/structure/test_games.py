"""局: a game goes on deal by deal until its rules end it, and a correction carries it along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.game import find_game
from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tournaments import organise, results
from tournaments.checks import verification
from tournaments.models import (
    Adjustment,
    Deal,
    Event,
    Game,
    Group,
    Result,
    ResultKind,
    Round,
    RuleSet,
    Side,
    Stage,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record, game_results, queries
from tournaments.structure import game_standings, games
from tournaments.structure.game_standings import GameStanding

SHEET = Origin(uid="sheet", label="sheet")
ALL_HEARTS = [f"H{rank}" for rank in "23456789"] + ["H10", "HJ", "HQ", "HK", "HA"]
WEST_LOSES: Mapping[str, Any] = {"won": {"W": ["SQ", "C10", *ALL_HEARTS[:-1]], "E": ["DJ", "HA"]}}
"""The pig, and the hearts without their ace, doubled by the transformer: −500 to West."""
EAST_WINS: Mapping[str, Any] = {"won": {"E": ["SQ", "DJ", "C10", *ALL_HEARTS]}}
"""Everything to East: +800."""


@dataclass(frozen=True)
class Evening:
    """A game (局) to ±1000 at one table, of so many deals at the most."""

    cast: Cast
    round: Round

    @property
    def deals(self) -> list[Deal]:
        return self.cast.deals(self.round)

    def game(self) -> Game:
        return Game.objects.get()

    def stand(self) -> GameStanding:
        (stand,) = game_results.game_standings(results.read(self.cast.event)).values()
        return stand

    def side(self, label: str) -> Side:
        return self.deals[0].sitting.seats.get(label=label).side

    def post(
        self,
        facts: Mapping[str, Any] | None,
        deal: Deal | None = None,
        kind: ResultKind = Result.Kind.PLAYED,
    ) -> None:
        """Record the next deal that is open, or another version of one that is not."""
        wanted = deal or next(deal for deal in self.deals if not deal.done)
        wanted = self.cast.deals(self.round)[wanted.play_order - 1]
        with change(self.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            ledger.post(
                made,
                wanted,
                Report(kind, facts or {}),
                seen=wanted.version,
                origin=SHEET,
                reason="misread" if wanted.version else "",
            )

    def penalise(self, label: str, points: int) -> Adjustment:
        side = self.side(label)
        with change(self.cast.tournament, SYSTEM, Verb.ADJUST) as made:
            return ledger.adjust(
                made, side.entries.get(), Fraction(points), reason="late", origin=SHEET, side=side
            )

    def points(self) -> dict[str, tuple[object, ...]]:
        """Return points, penalties and table points by seat."""
        labels = {self.side(label).entries.get().uid: label for label in "NWSE"}
        return {
            labels[row.rank.entry]: (row.rank.points, row.rank.penalties, row.rank.table_points)
            for row in event_record.standings(results.read(self.cast.event))
        }


def begin(most: int = 6, **changes: Any) -> Evening:
    cast = people.assemble(players=4, deals_per_round=most)
    wanted = {"preset": "plusminus", "all_below_high_are_pigs": False, **changes}
    rules = find_game("gongzhu").rules(wanted)
    RuleSet.objects.update(rules=rules.as_dict())
    cast.event.refresh_from_db()
    return Evening(cast, cast.round_in_play())


@pytest.fixture
def evening(db: None) -> Evening:
    return begin()


@pytest.mark.full
def test_a_game_begins_with_one_deal_and_each_result_makes_the_next(evening: Evening) -> None:
    assert [deal.play_order for deal in evening.deals] == [1]
    evening.post(NORTH_TAKES_THE_PIG)
    assert [(deal.play_order, deal.done) for deal in evening.deals] == [(1, True), (2, False)]
    assert {deal.game for deal in evening.deals} == {evening.game()}
    assert not evening.stand().ended


@pytest.mark.full
def test_it_ends_at_its_limit_and_says_who_won_and_who_is_pig(evening: Evening) -> None:
    evening.post(WEST_LOSES)
    evening.post(WEST_LOSES)
    stand = evening.stand()
    assert (stand.ended, str(stand.code)) == (True, "low_reached")
    assert stand.winners == (evening.side("E").uid,)
    assert stand.pigs == (evening.side("W").uid,)
    assert [deal.done for deal in evening.deals] == [True, True]
    assert evening.game().ended_at is not None


@pytest.mark.full
def test_it_ends_after_the_most_deals_without_a_pig(db: None) -> None:
    short = begin(most=2)
    short.post(NORTH_TAKES_THE_PIG)
    short.post(NORTH_TAKES_THE_PIG)
    stand = short.stand()
    assert (stand.ended, stand.code, stand.pigs) == (True, None, ())
    assert stand.winners == (short.side("E").uid,)
    assert len(short.deals) == 2


@pytest.mark.full
def test_a_correction_that_ends_it_earlier_leaves_the_later_deals_uncounted(
    evening: Evening,
) -> None:
    evening.post(WEST_LOSES)
    evening.post(NORTH_TAKES_THE_PIG)
    evening.post(WEST_LOSES)
    assert [deal.done for deal in evening.deals] == [True, True, True, False]
    evening.post(WEST_LOSES, evening.deals[1])
    assert evening.stand().ended
    assert len(evening.stand().counted) == 2
    assert evening.points()["W"][0] == -1000
    assert queries.open_deals(evening.round) == 0
    left = evening.deals[3].results.get()
    assert (left.kind, left.origin_label) == (Result.Kind.NOT_PLAYED, games.ORIGIN)


@pytest.mark.full
def test_a_correction_that_takes_the_end_away_opens_the_deal_that_was_left(
    evening: Evening,
) -> None:
    evening.post(WEST_LOSES)
    evening.post(NORTH_TAKES_THE_PIG)
    evening.post(WEST_LOSES, evening.deals[1])
    assert evening.game().ended_at
    evening.post(NORTH_TAKES_THE_PIG, evening.deals[1])
    assert evening.game().ended_at is None
    assert [deal.done for deal in evening.deals] == [True, True, False]
    assert evening.deals[2].version == 2
    evening.post(WEST_LOSES, evening.deals[2])
    assert [deal.done for deal in evening.deals] == [
        True,
        True,
        True,
        False,
    ] or evening.stand().ended
    assert verification.verify(evening.cast.tournament) == []


@pytest.mark.full
def test_a_correction_that_takes_the_end_away_makes_one_more_deal(evening: Evening) -> None:
    evening.post(WEST_LOSES)
    evening.post(WEST_LOSES)
    assert len(evening.deals) == 2
    evening.post(NORTH_TAKES_THE_PIG, evening.deals[1])
    assert [deal.done for deal in evening.deals] == [True, True, False]


@pytest.mark.full
def test_no_deal_is_made_in_a_round_that_is_closed(evening: Evening) -> None:
    evening.post(WEST_LOSES)
    evening.post(WEST_LOSES)
    organise.close_round(evening.round, evening.cast.director)
    evening.post(NORTH_TAKES_THE_PIG, evening.deals[1])
    assert len(evening.deals) == 2
    assert not evening.stand().ended


@pytest.mark.full
def test_a_result_taken_back_leaves_the_game_open(evening: Evening) -> None:
    evening.post(WEST_LOSES)
    evening.post(WEST_LOSES)
    evening.post(None, evening.deals[0], Result.Kind.RETRACTED)
    assert evening.game().ended_at is None
    assert [deal.done for deal in evening.deals] == [False, True]


@pytest.mark.full
def test_a_void_deal_counts_nothing_and_is_played_once_more(db: None) -> None:
    short = begin(most=2)
    short.post(None, kind=Result.Kind.VOID)
    short.post(NORTH_TAKES_THE_PIG)
    assert not short.stand().ended
    short.post(NORTH_TAKES_THE_PIG)
    assert short.stand().ended
    assert [deal.version for deal in short.deals] == [2, 1]


@pytest.mark.full
def test_penalties_count_at_the_end_and_decide_who_is_ahead_at_the_table(db: None) -> None:
    short = begin(most=1)
    short.post(NORTH_TAKES_THE_PIG)
    assert short.points()["E"] == (200, 0, 4)
    penalty = short.penalise("E", -150)
    # 200 − 150 is what South has, at +50: they share the second and the third place.
    assert short.points()["E"] == (200, -150, Fraction(3, 2))
    assert short.points()["W"] == (100, 0, 4)
    assert short.stand().winners == (short.side("W").uid,)
    with change(short.cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.reverse(made, penalty, reason="not late", origin=SHEET)
    assert short.points()["E"] == (200, 0, 4)


@pytest.mark.full
def test_a_confirmation_reads_penalties_and_deals_of_its_own_match_alone(evening: Evening) -> None:
    evening.post(NORTH_TAKES_THE_PIG)
    evening.penalise("W", -50)
    game = Game.objects.select_related("match__round__event__ruleset").get()
    with CaptureQueriesContext(connection) as asked:
        game_standings.next_step(game)
    statements = [query["sql"] for query in asked.captured_queries]
    assert len(statements) <= 8
    of_penalties = [sql for sql in statements if 'FROM "tournaments_adjustment"' in sql]
    assert len(of_penalties) == 1
    assert f'"match_id" IN ({game.match_id})' in of_penalties[0]


@pytest.mark.full
def test_fixed_deals_know_no_game(db: None) -> None:
    cast = people.assemble(players=4, deals_per_round=3)
    round_ = cast.round_in_play()
    cast.play(round_)
    assert (Game.objects.count(), len(cast.deals(round_))) == (0, 3)
    assert game_results.game_standings(results.read(cast.event)) == {}


@pytest.mark.full
def test_a_penalty_counts_towards_the_limit_where_the_rules_say_so(db: None) -> None:
    """GZ-43: what brings a side to the limit ends the game, and taken back it goes on."""
    strict = begin(penalties="towards_limit")
    strict.post(WEST_LOSES)
    penalty = strict.penalise("W", -500)
    assert (strict.stand().ended, str(strict.stand().code)) == (True, "low_reached")
    assert strict.stand().pigs == (strict.side("W").uid,)
    assert [deal.done for deal in strict.deals] == [True, True]
    with change(strict.cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.reverse(made, penalty, reason="not late", origin=SHEET)
    assert not strict.stand().ended
    assert [deal.done for deal in strict.deals] == [True, False]


@pytest.mark.full
def test_a_penalty_at_the_end_makes_nobody_pig(evening: Evening) -> None:
    """GZ-43."""
    evening.post(WEST_LOSES)
    evening.penalise("W", -500)
    assert not evening.stand().ended


@pytest.mark.full
def test_both_limits_in_one_deal_and_everybody_else_is_pig(db: None) -> None:
    """GZ-41, GZ-45, T3 L72."""
    hard = begin(all_below_high_are_pigs=True, game_end={"low": -100, "high": 200})
    hard.post(NORTH_TAKES_THE_PIG)
    stand = hard.stand()
    assert (stand.ended, str(stand.code)) == (True, "both_reached")
    assert stand.winners == (hard.side("E").uid,)
    assert set(stand.pigs) == {hard.side(label).uid for label in "NWS"}


@pytest.mark.full
def test_two_who_are_level_for_the_win_play_one_more_deal(db: None) -> None:
    """GZ-44: then the limits are asked again, and here nobody is at one any more."""
    level = begin(game_end={"low": -100, "high": None})
    level.post({"won": {"N": ["SQ", "DJ"], "S": ALL_HEARTS[:3], "E": ["C10", *ALL_HEARTS[3:]]}})
    stand = level.stand()
    assert (stand.ended, str(stand.code)) == (False, "extra_deal")
    assert [deal.done for deal in level.deals] == [True, False]
    level.post(EAST_WINS)
    assert (level.stand().ended, level.stand().code, len(level.deals)) == (False, None, 3)
    level.post(WEST_LOSES)
    assert level.stand().winners == (level.side("E").uid,)
    assert level.stand().pigs == (level.side("W").uid,)


@pytest.mark.full
@pytest.mark.parametrize(("end", "code"), [({"minutes": 60}, "time_up"), (None, "None")])
def test_a_referee_says_that_the_time_is_up(db: None, end: Any, code: str) -> None:
    """GZ-42, T9 L239: the open deal is not played, and the game stands as it is."""
    timed = begin(**({"game_end": end} if end else {}))
    timed.post(NORTH_TAKES_THE_PIG)
    timed.post(None, kind=Result.Kind.NOT_PLAYED)
    stand = timed.stand()
    assert (stand.ended, str(stand.code), len(stand.counted)) == (True, code, 1)
    assert (stand.winners, stand.pigs) == ((timed.side("E").uid,), ())
    assert timed.game().ended_at is not None
    assert len(timed.deals) == 2
    timed.post(None, timed.deals[1], Result.Kind.RETRACTED)
    assert not timed.stand().ended
    assert [deal.done for deal in timed.deals] == [True, False]
    assert verification.verify(timed.cast.tournament) == []


def test_a_stage_is_played_by_its_own_rules_or_by_those_of_the_event() -> None:
    own, of_event = RuleSet(name="own"), RuleSet(name="of the event")
    event = Event(ruleset=of_event)
    assert games.ruleset_of_stage(Stage(ruleset=own), event) is own
    assert games.ruleset_of_stage(Stage(), event) is of_event
    assert games.ruleset_of_round(Round(event=event, group=Group(stage=Stage()))) is of_event
