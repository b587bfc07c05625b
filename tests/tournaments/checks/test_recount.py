"""A recount settles everything again and names what differs, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from scoring.game import find_game
from scoring.gongzhu.deck import SCORING
from tests.cast import Cast
from tests.web.publish import replays
from tournaments import organise
from tournaments.checks.recount import RecountFault, recount, recount_shown
from tournaments.models import Deal, Game, Publication, Result, Round, RuleSet
from tournaments.record import guards, ledger
from tournaments.record.audit import SYSTEM, Verb, change

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast: Cast) -> Deal:
    """A deal with a result, a correction of it, and other deals that were taken back or void."""
    first, second, third, fourth = cast.deals(cast.round_in_play())[:4]
    cast.post(first)
    cast.post(first, seen=1, reason="misread")
    cast.post(second)
    for deal, kind, seen in (
        (second, Result.Kind.RETRACTED, 1),
        (third, Result.Kind.VOID, 0),
        (fourth, Result.Kind.NOT_PLAYED, 0),
    ):
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            origin = ledger.Origin("ruling", "referee")
            ledger.post(
                made, deal, ledger.Report(kind, {}), seen=seen, origin=origin, reason="ruled"
            )
    first.refresh_from_db()
    return first


@pytest.mark.full
@pytest.mark.databases
def test_a_sound_record_has_no_difference(cast: Cast, played: Deal) -> None:
    assert recount(cast.tournament) == []
    output = StringIO()
    call_command("recount", stdout=output)
    assert output.getvalue().strip() == "Every result agrees with its record."


def test_it_changes_nothing(cast: Cast, played: Deal) -> None:
    before = list(Result.objects.order_by("pk").values())
    recount(cast.tournament)
    cast.tournament.refresh_from_db()
    seq = cast.tournament.log_seq
    assert list(Result.objects.order_by("pk").values()) == before
    assert cast.tournament.log.count() == seq


@pytest.mark.parametrize("part", ["lines", "conversions"])
@pytest.mark.full
def test_lines_that_are_missing_are_named_whatever_the_engine(
    cast: Cast, played: Deal, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr(type(find_game("gongzhu")), "engine", "another")
    live = Result.objects.get(deal=played, version=2)
    kept = {name: value for name, value in live.settlement.items() if name != part}
    touch(Result.objects.filter(pk=live.pk), settlement=kept)
    (difference,) = recount(cast.tournament)
    assert (difference.fault, difference.deal, difference.version) == (
        RecountFault.LINES,
        played.uid,
        2,
    )


@pytest.mark.full
def test_plays_of_two_decks_that_were_kept_unread_are_not_read_today(cast: Cast) -> None:
    rules = find_game("gongzhu").rules({"preset": "qq-double", "game_end": None})
    RuleSet.objects.update(rules=rules.as_dict())
    cast.event.refresh_from_db()
    deal = cast.deals(cast.round_in_play())[0]
    won = {"won": {"N": [card for card in SCORING for _ in range(2)]}}
    result = replays.post(cast, deal, won)
    unread = {**won, "plays": [["N", "S4"], ["N", "S4"], "?"]}
    touch(Result.objects.filter(pk=result.pk), facts=unread, schema=2, engine="gongzhu-2")
    assert recount(cast.tournament) == []
    touch(Result.objects.filter(pk=result.pk), schema=3)
    assert [difference.fault for difference in recount(cast.tournament)] == [RecountFault.REFUSED]


def test_points_that_an_engine_makes_otherwise_are_named(
    cast: Cast, played: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("gongzhu")
    other = game.settle({"won": {"W": ["SQ", "DJ", "C10", *_hearts()]}}, game.rules({}))
    monkeypatch.setattr(type(game), "settle", lambda *_: other)
    differences = recount(cast.tournament)
    assert {
        (difference.fault, difference.deal, difference.version)
        for difference in differences
        if difference.deal == played.uid
    } == {
        (RecountFault.POINTS, played.uid, 1),
        (RecountFault.POINTS, played.uid, 2),
    }
    assert differences[0].stored == {"N": -100, "W": 100, "S": 50, "E": 200}
    assert differences[0].settled == other.scores
    with pytest.raises(CommandError, match=f"deal {played.uid}, version 2: points"):
        call_command("recount")


def test_facts_that_are_refused_today_are_named(
    cast: Cast, played: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("gongzhu")
    problems = game.problems({"won": {}}, game.rules({}))
    monkeypatch.setattr(type(game), "problems", lambda *_: problems)
    assert {difference.fault for difference in recount(cast.tournament)} == {RecountFault.REFUSED}


def test_a_deal_that_forgot_its_result_is_named(cast: Cast, played: Deal) -> None:
    Deal.objects.filter(pk=played.pk).update(done=False)
    assert [(difference.fault, difference.deal) for difference in recount(cast.tournament)] == [
        (RecountFault.STANDS, played.uid)
    ]


@pytest.fixture
def closed(cast: Cast) -> Round:
    """A round that was closed, so that the standings after it are published."""
    return cast.closed_round()


def touch(rows: QuerySet[Any], **columns: Any) -> None:
    """Alter rows behind the program's back, which its guards would refuse."""
    guards.remove(connection)
    rows.update(**columns)
    guards.install(connection)


@pytest.mark.full
@pytest.mark.databases
def test_published_standings_that_never_were_so_are_named(cast: Cast, closed: Round) -> None:
    assert recount_shown(cast.tournament) == []
    published = Publication.objects.get(kind=Publication.Kind.STANDINGS)
    shown = [{**row, "total": "12345"} for row in published.shown]
    touch(Publication.objects.filter(pk=published.pk), shown=shown)
    differences = recount_shown(cast.tournament)
    assert {(difference.what, difference.stored) for difference in differences} == {
        ("total", "12345")
    }
    with pytest.raises(CommandError, match="stored 12345"):
        call_command("recount")


@pytest.mark.full
def test_what_was_corrected_or_fined_after_publication_differs_by_right(
    cast: Cast, closed: Round
) -> None:
    cast.post(cast.deals(closed)[0], seen=1, reason="misread")
    entry = cast.event.entries.get(number=1)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        origin = ledger.Origin("ruling", "ruling")
        ledger.adjust(made, entry, Fraction(-10), reason="late", origin=origin)
    assert recount_shown(cast.tournament) == []


@pytest.mark.full
def test_later_rounds_change_nothing_about_standings_of_before(cast: Cast, closed: Round) -> None:
    cast.play(cast.round_in_play())
    assert recount_shown(cast.tournament) == []


@pytest.mark.full
def test_who_was_in_no_draw_and_is_removed_is_no_difference(cast: Cast) -> None:
    round_ = cast.round_in_play()
    (late,) = organise.add_entries(cast.event, cast.director, [["壬"]])
    cast.play(round_)
    organise.close_round(round_, cast.director)
    published = Publication.objects.get(kind=Publication.Kind.STANDINGS)
    assert late.uid in {row["entry"] for row in published.shown}
    organise.remove_entry(late, cast.director)
    assert recount_shown(cast.tournament) == []


@pytest.mark.full
def test_a_game_that_is_said_to_have_ended_and_has_not_is_named(cast: Cast) -> None:
    rules = find_game("gongzhu").rules({"preset": "plusminus"}).as_dict()
    cast.event.ruleset.rules = rules
    cast.event.ruleset.save()
    cast.round_in_play()
    game = Game.objects.earliest("pk")
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now())
    (difference,) = recount_shown(cast.tournament)
    assert (difference.what, difference.uid, difference.stored, difference.counted) == (
        "ended", game.uid, "True", "False",
    )  # fmt: skip


def _hearts() -> list[str]:
    return [f"H{rank}" for rank in ("A", "K", "Q", "J", *map(str, range(2, 11)))]
