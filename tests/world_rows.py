"""Rows of a world of one of everything, each made by its own operation."""

from __future__ import annotations

from fractions import Fraction

from clubs import fees, seasons
from clubs.seasons import scales
from clubs.seasons.choosing import SeasonChoice
from referee.base.handed_in import Writer, seal
from referee.models import DeviceLease, Irregularity
from referee.rulings import cases
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.sheets import entry
from tests import cast as people
from tests.cast import Cast
from tournaments.jobs.models import Document
from tournaments.models import (
    ClubFeature,
    Deal,
    Event,
    EventLevel,
    Payment,
    PaymentMethod,
    Person,
    PointKind,
    PostingReason,
    Season,
    SeasonPoints,
    Tournament,
)


def make_document(cast: Cast) -> Document:
    """Return a document that was ordered and made."""
    return Document.objects.create(
        kind="standings",
        language="en",
        input_digest="0" * 64,
        about=cast.event.uid,
        title="Standings",
        file_name="standings.pdf",
        media_type="application/pdf",
        content=b"%PDF-",
    )


def make_ruling(cast: Cast) -> str:
    """Return a ruling in the referee's own words, without consequences."""
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    decision = RulingDecision(own_article="noted", facts="the cards lay otherwise")
    return cases.decide(RulingSource(event), cast.bob, decision).case.uid


def make_payment(cast: Cast) -> Payment:
    """Return the fee that the first entry has paid."""
    fees.set_fee(cast.event, cast.director, 3000)
    return fees.take_fee(cast.event.entries.get(number=1), cast.alice, PaymentMethod.CASH)


def make_season(cast: Cast) -> Season:
    """Return a season in which somebody already has points."""
    cast.club.features = [
        one.value
        for one in (
            ClubFeature.FEES,
            ClubFeature.KIOSK,
            ClubFeature.RATINGS,
            ClubFeature.SEASONS,
        )
    ]
    cast.club.save()
    rules = seasons.SeasonRules("2026秋季", scales.read_text("1: n"))
    season = seasons.create_season(cast.club, cast.director, rules)
    choice = SeasonChoice(EventLevel.EVENING, Fraction(1))
    seasons.choose_events(season, cast.director, {cast.event.pk: choice}, [cast.event.pk])
    member = cast.club.persons.order_by("pk")[0]
    Person.objects.filter(pk=member.pk).update(guest=False)
    SeasonPoints.objects.create(
        season=season,
        event=cast.event,
        person=member,
        kind=PointKind.PLACE,
        numerator=8,
        place=1,
        reason=PostingReason.FINISHED,
        seq=1,
    )
    # As of an earlier evening, so that changes by the tests post nothing.
    Tournament.objects.filter(pk=cast.tournament.pk).update(in_season=False)
    return season


def make_late_exposure(deal: Deal, lease: DeviceLease) -> str:
    """Return a sheet's report of an exposure after its time."""
    late = [{"seat": "N", "card": "SQ", "kind": "exposed", "late": True}]
    report = {**people.NORTH_TAKES_THE_PIG, "exposed": late}
    content = {"deal": deal.uid, "seen": 0, "recorder": "N", "report": report}
    entry.submit(writer=Writer.device(lease), sealed=seal(content))
    return Irregularity.objects.get().uid
