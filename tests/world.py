"""One object of every kind that an address can name, and the arguments of each address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from clubs.credentials import invitations
from clubs.credentials.grants import Grant
from clubs.ratings import making
from referee.calls import calls
from referee.leases import leases
from referee.models import CallReason, DeviceLease, KeptWrite
from referee.rulings import penalties
from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tests.official_cast import withdrawn_appeal
from tests.world_rows import (
    make_document,
    make_late_exposure,
    make_payment,
    make_ruling,
    make_season,
)
from tournaments import organise
from tournaments.jobs.models import Document
from tournaments.models import (
    Board,
    BoardSet,
    Club,
    ClubFeature,
    Event,
    ExtraDeal,
    MessageChannel,
    Payment,
    Person,
    RegistrationTerms,
    Role,
    Round,
    Season,
    Table,
)
from tournaments.regulations import catalogue


@dataclass(frozen=True)
class World:
    """One object of every kind that an address can name, all of Alice's club, none in draft."""

    cast: Cast
    round: Round
    deal: str
    table: Table
    lease: DeviceLease
    kept: KeptWrite
    document: Document
    stand_in: str
    penalty: str
    call: str
    irregularity: str
    extra_deal: str
    season: Season
    payment: Payment
    ruling: str
    appeal: str


Arguments = Callable[[World], list[Any]]


def club(world: World) -> list[Any]:
    return [world.cast.club.uid]


def tournament(world: World) -> list[Any]:
    return [world.cast.tournament.uid]


def event(world: World) -> list[Any]:
    return [world.cast.event.uid]


def article_of(world: World) -> list[Any]:
    return [world.cast.event.uid, "R-02"]


def event_with_articles(world: World) -> list[Any]:
    if not catalogue.is_shown(world.cast.event):
        tournament, director = world.cast.tournament, world.cast.director
        catalogue.publish_articles(tournament, director, is_public=True)
    return event(world)


def round_(world: World) -> list[Any]:
    return [world.round.uid]


def role_of(world: World) -> list[Any]:
    held = world.cast.tournament.memberships.filter(user=world.cast.bob).first()
    # Already revoked: the address of something that existed.
    return [world.cast.club.uid, held.uid if held else "1" * 12]


def member_of_club(world: World) -> list[Any]:
    """Return the page of a member, made from a guest of the event."""
    person, _ = world.cast.club.persons.get_or_create(
        name="会员", blanked_at=None, same_as=None, defaults={"guest": False, "number": 999}
    )
    return [world.cast.club.uid, person.uid]


def invitation_of(world: World) -> list[Any]:
    club = world.cast.club
    if not invitations.rows_of(club).exists():
        grant = Grant(Role.SCORER, world.cast.tournament)
        invitations.invite(club, world.cast.alice, grant)
    return [club.uid, invitations.rows_of(club).latest("pk").uid]


def invitation_in_tournament(world: World) -> list[Any]:
    return [world.cast.tournament.uid, invitation_of(world)[1]]


def account_of(world: World) -> list[Any]:
    return [world.cast.club.uid, world.cast.bob.uid]


def table(world: World) -> list[Any]:
    return [world.table.uid]


def place_of_club(world: World) -> list[Any]:
    return [world.cast.club.uid, 1]


def person_of_club(world: World) -> list[Any]:
    return [world.cast.club.uid, world.cast.club.persons.order_by("pk")[0].uid]


def code(world: World) -> list[Any]:
    return [world.table.code]


def numbered(world: World) -> list[Any]:
    return [world.cast.event.uid, 1]


def event_in_chinese(world: World) -> list[Any]:
    return [world.cast.event.uid, "zh-hans"]


def tournament_in_chinese(world: World) -> list[Any]:
    return [world.cast.tournament.uid, "zh-hans"]


def numbered_in_chinese(world: World) -> list[Any]:
    return [world.cast.event.uid, 1, "zh-hans"]


def deal_in_chinese(world: World) -> list[Any]:
    return [world.deal, "zh-hans"]


def numbered_twice(world: World) -> list[Any]:
    return [world.cast.event.uid, 1, 1]


def member(world: World) -> list[Any]:
    return [world.cast.event.uid, 1, 1]


def match_of(world: World) -> list[Any]:
    return [world.round.matches.order_by("number")[0].uid]


def stand_in_of(world: World) -> list[Any]:
    return [world.stand_in]


def extra_deal_of(world: World) -> list[Any]:
    return [world.extra_deal]


def deal(world: World) -> list[Any]:
    return [world.deal]


def deal_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.deal]


def lease_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.lease.uid]


def call_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.call]


def irregularity_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.irregularity]


def kept_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.kept.uid]


def event_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.cast.event.uid]


def round_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.round.uid]


def ruling_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.ruling]


def penalty_of(world: World) -> list[Any]:
    return [world.cast.tournament.uid, world.penalty]


def kind_of(world: World) -> list[Any]:
    return [world.cast.event.uid, world.document.kind]


def document_of(world: World) -> list[Any]:
    return [world.cast.event.uid, world.document.kind, world.document.input_digest]


def document(world: World) -> list[Any]:
    return [world.document.uid]


def segment(world: World) -> list[Any]:
    return [world.round.matches.order_by("number")[0].segments.get(number=1).uid]


def side_of_segment(world: World) -> list[Any]:
    return [*segment(world), 1]


def channel_of(world: World) -> list[Any]:
    """Return a channel of messages, a new one if it was removed."""
    club = world.cast.club
    channel = club.message_channels.first() or MessageChannel.objects.create(
        club=club, kind="webhook", name="程序", address="x", ends_with="xxxx"
    )
    return [channel.uid]


def season_of(world: World) -> list[Any]:
    return [world.season.uid]


def season_file_of(world: World) -> list[Any]:
    return [world.season.uid, "csv"]


def season_person_of(world: World) -> list[Any]:
    return [world.season.uid, world.season.points.get().person.uid]


def fees_file_of(world: World) -> list[Any]:
    return [world.cast.event.uid, "list", "csv"]


def payment_of(world: World) -> list[Any]:
    return [world.payment.uid]


def with_ratings(world: World) -> World:
    """Play and rate the first table as if the event were finished; one member is shown.

    All players are members.
    """
    cast, club = world.cast, world.cast.club
    club.persons.update(guest=False)
    Person.objects.filter(pk=club.persons.order_by("pk")[0].pk).update(shown=True)
    event = Event.objects.filter(pk=cast.event.pk)
    for deal in cast.deals(world.round):
        if not deal.done:
            cast.post(deal)
    state = event.get().state
    event.update(state=Event.State.FINISHED)
    making.update(club)
    event.update(state=state)
    return world


def ratings_of_club(world: World) -> list[Any]:
    return [world.cast.club.uid, "gongzhu"]


def shown_member(world: World) -> list[Any]:
    return [rated_member(world)[1]]


def year_of_shown_member(world: World) -> list[Any]:
    return [*shown_member(world), world.cast.tournament.starts_on.year]


def rated_member(world: World) -> list[Any]:
    person = world.cast.club.persons.order_by("pk")[0]
    return [world.cast.club.uid, person.uid]


def nothing(_world: World) -> list[Any]:
    return []


@kept
def assemble(of: Cast | None = None) -> World:
    """Return one of everything, in a club with a round in play; of eight players, or others."""
    cast = of or people.assemble()
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    RegistrationTerms.objects.create(event=cast.event, wants_code=True)
    round_ = cast.round_in_play()
    played = cast.deals(round_)[0]
    cast.post(played)
    table = cast.tournament.tables.order_by("number")[0]
    opened = leases.open_table(table=table, device="tablet-1")
    why: dict[str, Any] = {"kind": "sheet", "sealed": "{", "reason": "unreadable"}
    kept = KeptWrite.objects.create(tournament=cast.tournament, lease=opened.lease, **why)
    if not cast.event.board_sets.exists():
        board_set = BoardSet.objects.create(event=cast.event, number=round_.number)
        Board.objects.create(board_set=board_set, board_no=1, opened_at=timezone.now())
    first = cast.event.entries.get(number=1)
    stand_in = organise.stand_in(first, cast.director, "替补", 2)
    asked = calls.CallDetails(CallReason.QUESTION)
    call = calls.call_referee(opened.lease, "call-of-table-1", asked).uid
    fined = penalties.give(penalties.Target(first), cast.bob, -10, "late").uid
    return World(
        cast,
        round_,
        played.uid,
        table,
        opened.lease,
        kept,
        make_document(cast),
        stand_in.uid,
        fined,
        call,
        make_late_exposure(cast.deals(round_)[1], opened.lease),
        ExtraDeal.objects.create(
            event=cast.event, after_round=0, points={first.uid: 1}, reason="加赛一副"
        ).uid,
        make_season(cast),
        make_payment(cast),
        make_ruling(cast),
        withdrawn_appeal(first, cast, fined),
    )
