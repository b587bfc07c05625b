"""停赛 by a ruling: its reach, what it does, how it is undone, and two yellow cards before it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from referee.base.refusals import Code
from referee.models import CardDecision, SuspensionReach
from referee.rulings import cases, heavy_levels, proposals, two_cards
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from tests import cast as people
from tests.cast import Cast
from tests.referee.rulings.sanctions.test_heavy_levels import chief_of, official, take_back
from tests.suspending import member
from tests.tournaments.drawing import codes
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import AuditEntry, Award, Entry, Event, Role, Suspension, User
from tournaments.regulations.articles import Level


@pytest.fixture
def cast(db: None) -> Cast:
    """Nine single players in an official competition, with their first round in play."""
    cast = people.assemble(players=9)
    cast.round_in_play()
    official(cast.event)
    return cast


@pytest.fixture
def chief(cast: Cast) -> User:
    return chief_of(cast)


def entry(cast: Cast, number: int = 3) -> Entry:
    return cast.event.entries.select_related("event__tournament").get(number=number)


def source(cast: Cast) -> RulingSource:
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    round_ = event.rounds.select_related("group__stage").order_by("-number")[0]
    return RulingSource(event, round=round_)


def asked(cast: Cast, level: Level = Level.L8, number: int = 3, **more: Any) -> RulingDecision:
    values: dict[str, Any] = {"facts": "as both said", "level_reason": "it was meant"}
    values |= {"reach": SuspensionReach.NEXT_ROUND} if level is Level.L8 else {}
    one = entry(cast, number)
    return RulingDecision(
        (NamedOffender(one, member(one)),), "R-05", level=level, **{**values, **more}
    )


def rounds(cast: Cast) -> list[tuple[int, int]]:
    rows = Suspension.objects.filter(reverses=None, reversed_by=None).order_by("pk")
    return list(rows.values_list("first_round", "last_round"))


def finish(cast: Cast) -> None:
    round_ = cast.event.rounds.order_by("-number")[0]
    cast.play(round_)
    organise.close_round(round_, cast.director)


@pytest.mark.full
@pytest.mark.parametrize(
    ("reach", "count", "held"),
    [
        (SuspensionReach.THIS_ROUND, 0, (1, 1)),
        (SuspensionReach.NEXT_ROUND, 0, (2, 2)),
        (SuspensionReach.ROUNDS, 3, (2, 4)),
    ],
)
def test_a_suspension_has_the_reach_that_the_ruling_chooses(
    cast: Cast, chief: User, reach: SuspensionReach, count: int, held: tuple[int, int]
) -> None:
    decision = asked(cast, reach=reach, reach_rounds=count)
    cases.decide(source(cast), chief, decision)
    assert rounds(cast) == [held]
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_suspension_without_a_reach_is_refused(cast: Cast, chief: User) -> None:
    for reach, count, code in (
        (SuspensionReach.UNSAID, 0, Code.REACH_MISSING),
        (SuspensionReach.ROUNDS, 0, Code.REACH_ROUNDS),
    ):
        with pytest.raises(Refused) as refused:
            cases.decide(source(cast), chief, asked(cast, reach=reach, reach_rounds=count))
        assert codes(refused) == [code]


@pytest.mark.full
def test_the_rest_of_a_round_that_is_closed_is_refused(cast: Cast, chief: User) -> None:
    finish(cast)
    with pytest.raises(Refused) as refused:
        cases.decide(source(cast), chief, asked(cast, reach=SuspensionReach.THIS_ROUND))
    assert codes(refused) == [Code.REACH_OVER]


@pytest.mark.full
def test_the_next_draw_leaves_the_offender_out_and_an_annulled_ruling_seats_him(
    cast: Cast, chief: User
) -> None:
    where, decision = source(cast), asked(cast)
    snapshot = results.read(where.event)
    (row,) = proposals.propose(where, decision, chief).sanctions
    facts = heavy_levels.read_facts(where, [row])
    effects = heavy_levels.effects_of(snapshot, where, [row], facts)
    assert "2" in heavy_levels.words_for(effects, row.offender, row.level)
    version = cases.decide(where, chief, decision)
    assert not Award.objects.exists(), "the match in play goes on"
    finish(cast)
    draft = cast.drawn_round("2")
    numbers = set(draft.matches.values_list("sides__entries__number", flat=True))
    assert 3 not in numbers
    take_back(version, chief)
    take_back(version, chief)
    assert rounds(cast) == []
    again = organise.redraw_round(draft, cast.director)
    seated = set(again.matches.values_list("sides__entries__number", flat=True))
    assert 3 in seated | set(again.sit_outs.values_list("entry__number", flat=True))
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_ruled_otherwise_it_has_another_reach(cast: Cast, chief: User) -> None:
    version = cases.decide(source(cast), chief, asked(cast))
    decision = asked(cast, reach=SuspensionReach.ROUNDS, reach_rounds=2)
    cases.revise(version.case, chief, decision, seen=1)
    assert rounds(cast) == [(2, 3)]


@pytest.mark.full
def test_a_table_that_has_begun_is_never_stopped(cast: Cast, chief: User) -> None:
    """Ruled in round 1 while round 2 is played: the suspension holds from round 3 on."""
    finish(cast)
    late = RulingSource(source(cast).event, round=cast.event.rounds.get(number=1))
    second = cast.round_in_play("2")
    at_table = cast.deals(second)[0].sitting.segment.match
    begun = at_table.sides.order_by("number")[0].entries.get().number
    cast.post(cast.deals(second)[0])
    other = next(
        side.entries.get().number
        for match in second.matches.exclude(pk=at_table.pk)
        for side in match.sides.all()
    )
    for number in (begun, other):
        cases.decide(late, chief, asked(cast, number=number))
    assert rounds(cast) == [(3, 3), (2, 2)]


@pytest.mark.full
def test_a_suspension_of_before_excludes_nobody(cast: Cast, chief: User) -> None:
    """Such a version was stored without a reach; ruled otherwise the chief gives it one."""
    decision = asked(cast, Level.L2)
    version = cases.decide(source(cast), chief, decision)
    with_level = version.sanctions.get()
    with_level.level = "L8"
    with translation.override("en"):
        told = heavy_levels.words_done(with_level)
    assert "until the chief referee chooses" in told


def card(cast: Cast, chief: User, number: int = 3) -> Any:
    return cases.decide(source(cast), chief, asked(cast, Level.L2, number))


@pytest.mark.databases
@pytest.mark.full
def test_after_the_second_card_nothing_is_drawn_before_the_chief_decides(
    cast: Cast, chief: User
) -> None:
    card(cast, chief)
    card(cast, chief, 4)
    finish(cast)
    assert two_cards.waiting_pairs(source(cast).event) == []
    card(cast, chief)
    (two,) = two_cards.waiting_pairs(source(cast).event)
    for override in ("", "we are late"):
        with pytest.raises(Refused) as refused:
            organise.draw_round(cast.event, cast.director, override=override)
        assert codes(refused) == ["suspension_undecided"]
    version = cases.decide(source(cast), chief, asked(cast, cards=two.second.uid))
    decided = CardDecision.objects.get()
    assert (decided.first, decided.second, decided.ruling) == (two.first, two.second, version.case)
    round_ = cast.round_in_play("2")
    assert 3 not in set(round_.matches.values_list("sides__entries__number", flat=True))
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_the_chief_dismisses_the_draft_with_a_reason(cast: Cast, chief: User) -> None:
    card(cast, chief)
    card(cast, chief)
    event = source(cast).event
    uid = two_cards.waiting_pairs(event)[0].second.uid
    for official_, reason, code in (
        (cast.bob, "he was provoked", Code.RULING_BEYOND_OFFICE),
        (chief, " ", "reason_missing"),
    ):
        with pytest.raises(Refused) as refused:
            two_cards.dismiss_pair(event, uid, official_, reason)
        assert codes(refused) == [code]
    for _ in range(2):
        two_cards.dismiss_pair(event, uid, chief, "he was provoked")
    # The same again leaves no trace, and another reason is not taken for it.
    with pytest.raises(Refused) as refused:
        two_cards.dismiss_pair(event, uid, chief, "he shouted")
    assert codes(refused) == [Code.CARDS_NOT_OPEN]
    assert AuditEntry.objects.filter(verb="decide_cards").count() == 1
    assert CardDecision.objects.count() == 1
    assert two_cards.waiting_pairs(event) == []
    with pytest.raises(Refused) as refused:
        cases.decide(source(cast), chief, asked(cast, cards=uid))
    assert codes(refused) == [Code.CARDS_NOT_OPEN]
    finish(cast)
    cast.drawn_round("2")


@pytest.mark.full
def test_a_card_that_is_annulled_takes_its_draft_along(cast: Cast, chief: User) -> None:
    first = card(cast, chief)
    card(cast, chief)
    event = source(cast).event
    assert two_cards.waiting_pairs(event)
    take_back(first, chief)
    assert two_cards.waiting_pairs(event) == []


@pytest.mark.full
def test_a_card_that_waits_for_a_deputy_does_not_count_yet(cast: Cast, chief: User) -> None:
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.REFEREE)
    card(cast, chief)
    decision = replace(asked(cast, Level.L2), article="", own_article="shouting")
    version = cases.decide(source(cast), cast.bob, decision)
    event = source(cast).event
    assert two_cards.waiting_pairs(event) == []
    cases.confirm(version, chief)
    assert len(two_cards.waiting_pairs(event)) == 1
