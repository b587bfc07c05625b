"""No page of the desk asks the database more than fifteen times, whatever is going on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse

from tests import cast as people
from tests import teams_cast
from tests.samples import sampled
from tournaments import organise
from tournaments.models import DrawMethod, Event, Match, Membership, Round, Segment, Table, User
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from web.desk.rounds import desk_stamps
from web.desk.urls import urlpatterns
from web.publish import cache

pytestmark = pytest.mark.django_db

MOST: Final = 15
MORE: Final = dict.fromkeys(
    ("desk_check_in", "desk_event", "desk_round", "desk_tournament_repeat"), 16
)
"""A draft asks who was suspended since, a held place who holds it, a repeat who may make it."""
NO_PAGE: Final = {
    "login": "leads on who has signed in",
    "logout": "ends the session",
    "setup": "is there before the first account",
    "login_code": "leads on who has signed in",
    "invitation": "is opened by a secret",
    "new_password": "is opened by a secret",
    "desk_ratings": "is where ratings are switched on, asked in ratings/test_pages",
    "desk_rating": "is where ratings are switched on, asked in ratings/test_pages",
    "desk_message_channel": "is of a channel, asked in desk/messages/test_channels",
    "desk_message_state": "is only sent",
    "desk_message_test": "is only sent",
    "desk_message_remove": "is only sent",
    "desk_seasons": "is where seasons are switched on, asked in views/test_seasons",
    "desk_season": "is of a season, asked in views/test_seasons",
    "desk_season_rules": "is of a season, asked in views/test_seasons",
    "desk_season_events": "is of a season, asked in views/test_seasons",
    "desk_season_state": "is only sent",
    "desk_season_clubs": "is only sent",
    "desk_season_file": "is of a season, asked in views/test_seasons",
    "desk_season_person": "is of a season, asked in views/test_seasons",
    "desk_season_certificate": "is of a season, asked in views/test_seasons",
    "desk_season_certificates": "is of a season, asked in views/test_seasons",
    "desk_hall_code": "is where an event asks for the code, asked in registration/test_pages",
    "desk_kiosks": "is where kiosks are switched on, asked in registration/test_pages",
    "desk_club_fees": "is where fees are switched on, asked in views/test_fees",
    "desk_fees": "is where fees are switched on, asked in views/test_fees",
    "desk_fee_take": "is only sent",
    "desk_fee_prizes": "is where fees are switched on, asked in views/test_fees",
    "desk_fees_file": "is where fees are switched on, asked in views/test_fees",
    "desk_payment_back": "is of a payment, asked in views/test_fees",
    "desk_receipt": "is of a payment, asked in views/test_fees",
    "desk_document": "is of a document that was ordered",
    "desk_document_file": "is of a document that was ordered",
    "desk_document_live": "is of a document that was ordered",
    "desk_extra_deal_back": "is of an extra deal, and only sent",
    "desk_stand_in_end": "is of a stand-in, and only sent",
}
"""Why an address is not asked here."""


def in_draft() -> Event:
    """The second round of ten, drawn by what they have, two sit out."""
    cast = people.assemble(players=10)
    Event.objects.update(draw_method=DrawMethod.BY_STANDING)
    cast.event.refresh_from_db()
    first = organise.draw_round(cast.event, cast.director, method=DrawMethod.RANDOM)
    organise.publish_round(first, cast.director)
    cast.play(first)
    organise.close_round(first, cast.director)
    cast.drawn_round()
    return cast.event


def in_play() -> Event:
    """A first result, and a deal that somebody disputes."""
    cast = people.assemble(players=8)
    round_ = cast.round_in_play()
    first, second, *_ = cast.deals(round_)
    cast.post(first)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, second, "claim", origin=Origin("1", "1"))
    return cast.event


def round_robin_of_teams() -> Event:
    """A draft of teams that are to meet each other."""
    teams = teams_cast.assemble(segments=1, drawn=False, draw_method=DrawMethod.ROUND_ROBIN)
    organise.draw_round(teams.event, teams.cast.director)
    return teams.event


def individuals_at_held_tables() -> Event:
    """A draft with sit-outs at tables that another tournament has taken since."""
    return at_held_tables(in_draft())


def teams_at_held_tables() -> Event:
    """The same of teams."""
    return at_held_tables(round_robin_of_teams())


def at_held_tables(event: Event) -> Event:
    """Let another tournament of the club hold every table."""
    club = event.tournament.club
    other = organise.create_tournament(
        club, SYSTEM, name="冬季赛", starts_on=date(2026, 11, 22), time_zone="Asia/Shanghai"
    )
    club.places.update(holder=other)
    return event


def with_line_ups() -> Event:
    """Teams of which one match is played; of another a line-up is in, of a third none."""
    teams = teams_cast.assemble()
    teams.reveal(teams.segment())
    teams.play()
    teams.hand_in(teams.segment(2), 1)
    return teams.event


def finished() -> Event:
    """Two rounds, and the end."""
    cast = people.assemble(players=8)
    for _ in range(2):
        round_ = cast.round_in_play()
        cast.play(round_)
        organise.close_round(round_, cast.director)
    organise.finish_event(cast.event, cast.director)
    return cast.event


def addresses(pattern: URLPattern, event: Event) -> Iterator[str]:
    """Yield the addresses of a name in an event: one for each thing that it may be about."""
    sort = str(pattern.pattern).partition("/")[0]
    of = {
        "account": [event.tournament.club.uid],
        "clubs": [event.tournament.club.uid],
        "tournaments": [event.tournament.uid],
        "events": [event.uid],
        "rounds": Round.objects.filter(event=event).values_list("uid", flat=True),
        "matches": Match.objects.filter(round__event=event).values_list("uid", flat=True)[:1],
        "segments": Segment.objects.filter(match__round__event=event).values_list("uid", flat=True),
        "tables": Table.objects.values_list("uid", flat=True)[:1],
    }
    also = {
        "number": 1,
        "member": 1,
        "side": 1,
        "kind": "standings",
        "code": "R-02",
        "user_uid": User.objects.get(username="bob").uid,
        "person_uid": event.tournament.club.persons.get_or_create(name="会员", number=1)[0].uid,
        "session_uid": "0" * 12,
        "invitation_uid": "0" * 12,
        "role_uid": Membership.objects.get(user__username="bob").uid,
    }
    names = pattern.pattern.converters.keys()
    given = {name: value for name, value in also.items() if name in names}
    for uid in of.get(sort, [""]):
        yield reverse(pattern.name or "", kwargs=given | ({"uid": uid} if "uid" in names else {}))


@pytest.mark.full
@pytest.mark.parametrize(
    "going_on",
    sampled(
        (
            in_draft,
            in_play,
            round_robin_of_teams,
            individuals_at_held_tables,
            teams_at_held_tables,
            with_line_ups,
            finished,
        ),
        (with_line_ups,),
    ),
)
def test_no_page_of_the_desk_takes_more_queries_than_it_may(
    client: Client, going_on: Callable[[], Event]
) -> None:
    event = going_on()
    organise.add_places(event.tournament.club, SYSTEM, 1)
    client.force_login(User.objects.get(username="alice"))
    taken: dict[str, int] = {}
    answered: dict[str, set[int]] = {}
    for pattern in urlpatterns:
        if pattern.name in NO_PAGE:
            continue
        for address in addresses(pattern, event):
            cache.forget()
            desk_stamps.forget()
            with CaptureQueriesContext(connection) as captured:
                answer = client.get(address)
            answered.setdefault(pattern.name or "", set()).add(answer.status_code)
            may = MORE.get(pattern.name or "", MOST)
            if answer.status_code == 200 and len(captured) > may:
                taken[address] = len(captured)
    assert taken == {}
    # None is left out because it is not found, or because nobody looked for it.
    assert {name for name, codes in answered.items() if codes - {200, 302, 405}} == set()
    assert {pattern.name for pattern in urlpatterns} == NO_PAGE.keys() | answered.keys()
