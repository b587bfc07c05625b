"""One row of every kind that a constraint is about, stored by the operation that makes it."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from django.utils import timezone

from clubs import fees, seasons
from clubs.members import doubles, register
from clubs.members.register import MemberData
from clubs.registration import withdrawals
from clubs.seasons import scales
from clubs.seasons.choosing import SeasonChoice
from tests.cast import Cast
from tournaments.models import (
    AttemptCount,
    AtTheDoor,
    Catalogue,
    Club,
    ClubBan,
    ClubRules,
    Deal,
    EnteredName,
    Entry,
    EntryRequest,
    EventLevel,
    EventRegulations,
    Exclusion,
    Message,
    MessageChannel,
    PaymentMethod,
    Publication,
    PublicationTerms,
    RatedEvent,
    RatingRun,
    RatingStep,
    RegistrationTerms,
    RoleLimit,
    SeasonClub,
    SeasonPoints,
    Suspension,
    SuspensionWaiver,
    Table,
    WarningLevel,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin


def store_rulings(cast: Cast) -> None:
    """Store what a referee states of a deal."""
    deal = Deal.objects.filter(event=cast.event).order_by("pk")[0]
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.state_layout(made, deal, 2, reason="fouled", origin=Origin("1", "1"))


def store_beside(cast: Cast) -> None:
    """Store what is made at no table: what a club has, and a table of before it had places."""
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        warned = cast.event.entries.order_by("number")[0]
        ledger.warn(made, warned, WarningLevel.SPOKEN, reason="late", origin=Origin("1", "1"))
    AttemptCount.objects.create(kind="pin", count=1, ends_at=timezone.now())
    Table.objects.create(tournament=cast.tournament, number=98, code="YYYYYY")
    ClubRules.objects.create(
        club=cast.club, name="我们的拱猪", game="gongzhu", preset="classic", rules={}, schema=1
    )
    store_rulings(cast)
    store_members(cast)
    store_season(cast)
    store_ratings(cast)
    store_messages(cast)
    store_requests(cast, cast.event.entries.order_by("number")[0])


def store_members(cast: Cast) -> None:
    """Store two members with all that the register holds of them, and a role with its limit."""
    data = [MemberData("沈一", aliases=("小沈",), phone="1"), MemberData("沈二")]
    doubles.tell_apart(cast.club, SYSTEM, register.add_members(cast.club, SYSTEM, data))
    RoleLimit.objects.create(
        membership=cast.tournament.memberships.get(user=cast.bob), event=cast.event
    )


def store_season(cast: Cast) -> None:
    """Store a season of two clubs in which a member has points."""
    rules = seasons.SeasonRules("2026秋季", scales.read_text("1: n"))
    season = seasons.create_season(cast.club, cast.director, rules)
    choice = SeasonChoice(EventLevel.EVENING, Fraction(1))
    seasons.choose_events(season, cast.director, {cast.event.pk: choice}, [cast.event.pk])
    SeasonClub.objects.create(season=season, club=Club.objects.exclude(pk=cast.club.pk)[0])
    SeasonPoints.objects.create(
        season=season,
        event=cast.event,
        person=cast.club.persons.filter(guest=False)[0],
        kind="place",
        numerator=8,
        reason="finished",
        seq=1,
    )


def store_messages(cast: Cast) -> None:
    """Store a channel of the club, and a message of the event that went out by it."""
    channel = MessageChannel.objects.create(
        club=cast.club, kind="webhook", name="群", address="x", ends_with="x", is_on=True, home="1"
    )
    Message.objects.create(
        channel=channel, event=cast.event, kind="draw", state="sent", sent_at=timezone.now()
    )


def store_ratings(cast: Cast) -> None:
    """Store a run over the event, as if it were finished, with one step."""
    run = RatingRun.objects.create(
        club=cast.club, game="gongzhu", number=1, start=0, parameters={}, digest="0" * 64
    )
    rated = RatedEvent.objects.create(run=run, event=cast.event, position=0, source="0" * 64)
    RatingStep.objects.create(
        rated=rated,
        person=cast.club.persons.filter(guest=False)[0],
        mean_before=0,
        deviation_before=2,
        mean_after=1,
        deviation_after=1,
        games=1,
        games_after=1,
    )


def store_requests(cast: Cast, entry: Entry) -> None:
    """Store what is asked of an event that is open, and the fee that an entry has paid."""
    RegistrationTerms.objects.create(event=cast.event, door="public")
    EntryRequest.objects.create(event=cast.event, secret_hash="0" * 64, state="asked")
    player, persons = entry.members.get(number=1), cast.club.persons.order_by("pk")
    EnteredName.objects.create(player=player, person=persons[0])
    EnteredName.objects.create(player=player, person=persons[1], state="confirmed", by="desk")
    AtTheDoor.objects.create(entry=entry)
    withdrawals.withdraw(entry, cast.director)
    EventRegulations.objects.create(event=cast.event, size="official")
    Catalogue.objects.create(tournament=cast.tournament, articles=[])
    posted = Publication.objects.filter(event=cast.event).order_by("pk")[0]
    PublicationTerms.objects.create(publication=posted, kind="round")
    Exclusion.objects.create(
        entry=cast.event.entries.order_by("number")[0],
        number=1,
        kind="disqualification",
        state="approved",
        after_round=1,
        reason="cheated",
        proposer=cast.alice,
        official=cast.alice,
    )
    store_suspensions(cast)
    fees.set_fee(cast.event, cast.director, 3000)
    fees.take_fee(entry, cast.alice, PaymentMethod.CASH)


def store_suspensions(cast: Cast) -> None:
    """Store who may not play: in a round of an event, and in the club."""
    entry = cast.event.entries.order_by("number")[0]
    row = Suspension.objects.create(
        entry=entry,
        first_round=2,
        last_round=2,
        ruling_year=2026,
        ruling_number=13,
        reason="shouted",
        origin_uid="1",
        origin_label="1",
    )
    SuspensionWaiver.objects.create(
        suspension=row, round_number=2, reason="nobody else is there", official=cast.alice
    )
    ClubBan.objects.create(
        club=cast.club,
        person=cast.club.persons.order_by("pk")[0],
        from_day=date(2026, 11, 21),
        until_day=date(2027, 11, 20),
        decided_by="the board",
        reason="signals",
    )
