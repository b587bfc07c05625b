"""A draft changed by hand: who can be exchanged, what is kept of it, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast as people
from tests.cast import PLAYERS, Cast
from tests.tournaments.drawing import (
    codes,
    next_round,
    out_of,
    pairs_cast,
    seated,
    teams_cast,
    together,
)
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, Stale
from tournaments.checks.verification import verify
from tournaments.models import (
    Match,
    Round,
    Seat,
    SitOut,
    Tournament,
)
from tournaments.pairing import notes
from tournaments.pairing.sit_outs import SitOutWhy
from tournaments.record.audit import Verb
from tournaments.results import queries

CLASSIC: dict[str, object] = {"preset": "classic"}


def uids(round_: Round) -> dict[int, str]:
    """The uid by which each entry of a draft is chosen."""
    seats = Seat.objects.filter(sitting__segment__match__round=round_)
    uids = dict(seats.values_list("side__entries__number", "uid"))
    return uids | dict(SitOut.objects.filter(round=round_).values_list("entry__number", "uid"))


def draft_seats(round_: Round) -> list[Seat]:
    return list(Seat.objects.filter(sitting__segment__match__round=round_).order_by("pk"))


def uid_of(cast: Cast, number: int) -> str:
    return str(cast.event.entries.get(number=number).uid)


@pytest.mark.full
def test_two_of_a_draft_exchange_their_seats(cast: Cast) -> None:
    next_round(cast)
    draft = cast.drawn_round()
    before = {seat.side.entries.get().number: seat for seat in draft_seats(draft)}
    organise.adjust_draft(draft, cast.director, before[1].uid, before[2].uid)
    after = {seat.side.entries.get().number: seat for seat in draft_seats(draft)}
    for first, second in ((1, 2), (2, 1), *((n, n) for n in range(3, 9))):
        now, then = after[first], before[second]
        assert (now.sitting, now.label) == (then.sitting, then.label)
        assert now.person.name == PLAYERS[first - 1]
    organise.publish_round(draft, cast.director)
    assert verify(Tournament.objects.get()) == []


@pytest.mark.full
def test_after_an_exchange_the_reasons_are_those_of_the_new_tables(cast: Cast) -> None:
    next_round(cast)
    history = queries.seating_history(cast.event)
    together = {frozenset((a, b)) for s in history for a in s.entries for b in s.entries if a != b}
    draft = cast.drawn_round()
    by_entry = uids(draft)
    organise.adjust_draft(draft, cast.director, by_entry[1], by_entry[5])
    draft.refresh_from_db()
    kept = notes.read(draft.reasons)
    number = dict(cast.event.entries.values_list("uid", "number"))
    met_again = {
        frozenset((str(number[a]), str(number[b])))
        for pairs in kept.met_before.values()
        for a, b, _ in pairs
    }
    tables = queries.seating_history(cast.event)[2:]
    assert (
        met_again
        == {frozenset((a, b)) for s in tables for a in s.entries for b in s.entries} & together
    )
    assert kept.exchanges == ((uid_of(cast, 1), uid_of(cast, 5)),)
    assert cast.tournament.log.latest("seq").verb == Verb.ADJUST_DRAFT


@pytest.mark.full
def test_somebody_who_sits_out_takes_a_seat_by_hand(db: None) -> None:
    cast = people.assemble(players=9)
    draft = cast.drawn_round()
    (out,) = out_of(draft)
    other = next(number for number in range(1, 10) if number != out)
    organise.adjust_draft(draft, cast.director, uids(draft)[out], uids(draft)[other])
    assert out_of(draft) == [other]
    assert seated(draft) == set(range(1, 10)) - {other}
    draft.refresh_from_db()
    assert [(sit_out.entry, sit_out.why) for sit_out in notes.read(draft.reasons).sit_outs] == [
        (uid_of(cast, other), SitOutWhy.BY_HAND)
    ]


@pytest.mark.full
def test_an_exchange_that_exchanges_nothing_is_refused(db: None) -> None:
    cast = people.assemble(players=10)
    draft = cast.drawn_round()
    outs = [uids(draft)[number] for number in out_of(draft)]
    seat = uids(draft)[next(iter(seated(draft)))]
    for two in ((seat, seat), (outs[0], outs[1])):
        with pytest.raises(Refused) as refused:
            organise.adjust_draft(draft, cast.director, *two)
        assert codes(refused) == [Reason.EXCHANGE_OF_NOTHING]


@pytest.mark.full
def test_an_exchange_from_an_old_page_is_refused(cast: Cast) -> None:
    draft = cast.drawn_round()
    seen = uids(draft)
    organise.adjust_draft(draft, cast.director, seen[1], seen[2])
    with pytest.raises(Stale) as refused:
        organise.adjust_draft(draft, cast.director, seen[1], seen[2])
    assert codes(refused) == [Reason.DRAFT_CHANGED]


@pytest.mark.full
def test_a_published_round_is_not_changed_by_hand(cast: Cast) -> None:
    round_ = cast.round_in_play()
    seen = uids(round_)
    with pytest.raises(Refused) as refused:
        organise.adjust_draft(round_, cast.director, seen[1], seen[2])
    assert codes(refused) == [Reason.ROUND_NOT_DRAFT]


@pytest.mark.full
def test_pairs_are_exchanged_as_pairs(db: None) -> None:
    cast = pairs_cast(4)
    draft = cast.drawn_round()
    first, second = queries.seating_history(cast.event)
    first_entry, second_entry = first.entries[0], second.entries[1]
    organise.adjust_draft(
        draft, cast.director, uids(draft)[int(first_entry)], uids(draft)[int(second_entry)]
    )
    changed = queries.seating_history(cast.event)
    assert changed[0].entries == (second_entry, first.entries[1])
    assert changed[1].entries == (second.entries[0], first_entry)


@pytest.mark.full
@pytest.mark.databases
def test_of_an_exchange_and_a_publication_at_once_the_published_draw_is_what_stands(
    transactional_cast: Cast,
) -> None:
    cast = transactional_cast
    draft = cast.drawn_round()
    seen = uids(draft)
    together(
        partial(organise.publish_round, draft, cast.director),
        partial(organise.adjust_draft, draft, cast.director, seen[1], seen[2]),
    )
    assert Round.objects.get().state == Round.State.PUBLISHED
    assert verify(Tournament.objects.get()) == []


@pytest.mark.full
@pytest.mark.parametrize("of", [pairs_cast, teams_cast])
def test_an_exchange_asks_no_more_however_many_tables_there_are(
    db: None, of: Callable[[int], Cast]
) -> None:
    cast, asked = of(24), []
    round_ = cast.drawn_round()
    matches = list(round_.matches.order_by("number"))
    for gone in (0, 8):
        Match.objects.filter(pk__in=[match.pk for match in matches[2 : 2 + gone]]).delete()
        uids = [_uid(match) for match in matches[:2]]
        with CaptureQueriesContext(connection) as queries:
            organise.adjust_draft(round_, cast.director, *uids)
        asked.append(len(queries.captured_queries))
    assert asked[0] == asked[1]


def _uid(match: Match) -> str:
    """Return by what somebody of a match is chosen: a seat, or the side of a team."""
    seat = Seat.objects.filter(sitting__segment__match=match).order_by("pk").first()
    return seat.uid if seat else match.sides.order_by("number")[0].uid
