"""The texts of an event for a chat: the draw, a closed round, the finish, the next evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext

from clubs.registration.terms import EntryTerms, terms_of
from clubs.wording.money import money_text
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.line_ups import line_up_state
from tournaments.models import Door, Entry, Event, EventFee, Round, Sitting
from tournaments.results.event_record import competitors
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import SeatRow, SittingRow
from tournaments.wording.rooms import room_text
from web.publish import address
from web.publish.publications import Publications
from web.publish.sharing.report import report

COVER: Final = "event_cover"
POSTER: Final = "event_poster"


class ChatMoment(StrEnum):
    """The moment at which a text is sent, which is its heading on the page."""

    DRAW = "draw"
    CLOSED = "closed"
    FINISH = "finish"
    NEXT = "next"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class ChatText:
    """A text to be copied, with the URL name of its picture."""

    moment: ChatMoment
    lines: tuple[str, ...]
    picture: str = COVER

    @property
    def text(self) -> str:
        """The text to be copied."""
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class HowToEnter:
    """How to enter an event that is ahead, for a chat."""

    terms: EntryTerms
    fee: EventFee | None = None


def read_how_to_enter(event: Event) -> HowToEnter:
    """Read how one enters an event, by two queries."""
    return HowToEnter(terms_of(event), EventFee.objects.filter(event=event).first())


def is_ahead(snapshot: EventSnapshot) -> bool:
    """Whether an event has neither begun nor ended, so that its text says how one enters."""
    return not snapshot.public_rounds and snapshot.event.state != Event.State.FINISHED


def chat_texts(
    snapshot: EventSnapshot,
    published: Publications,
    start: str,
    entering: HowToEnter | None,
) -> tuple[ChatText, ...]:
    """Return the texts that fit the present state of an event, the most current first.

    `start` is our address as phones know it; without one no text has a link. `entering` is read
    while the event is ahead.
    """
    return tuple(_texts(snapshot, published, start.rstrip("/"), entering))


def _texts(
    snapshot: EventSnapshot,
    published: Publications,
    start: str,
    entering: HowToEnter | None,
) -> Iterator[ChatText]:
    event, public = snapshot.event, snapshot.public_rounds
    if withdrawn := snapshot.withdrawn_draw:
        yield ChatText(ChatMoment.WITHDRAWN, tuple(_withdrawn_lines(event, withdrawn.number)))
    if event.state == Event.State.FINISHED:
        yield ChatText(ChatMoment.FINISH, tuple(_report_lines(snapshot, published, start)), POSTER)
        return
    if entering is not None:
        yield ChatText(ChatMoment.NEXT, tuple(_next_lines(snapshot, start, entering)))
        return
    last = public[-1]
    if last.state == Round.State.PUBLISHED:
        yield ChatText(ChatMoment.DRAW, tuple(_draw_lines(snapshot, last, start)))
    if any(round_.state == Round.State.CLOSED for round_ in public):
        yield ChatText(ChatMoment.CLOSED, tuple(_report_lines(snapshot, published, start)), POSTER)


def _title(event: Event) -> str:
    values = {"event": event.name, "tournament": event.tournament.name}
    return gettext("[%(event)s] %(tournament)s") % values


def _link(event: Event, start: str, name: str, *args: str | int) -> Iterator[str]:
    """Yield the address of a page: in the mirror, which can be read anywhere, else in the hall."""
    if mirrored := address.of_mirror(event, name, *args):
        yield mirrored
    elif start:
        yield start + reverse(name, args=args)


def _draw_lines(snapshot: EventSnapshot, round_: Round, start: str) -> Iterator[str]:
    """Yield the tables of a round with who sits there, and who has no seat."""
    yield _title(snapshot.event)
    yield gettext("Draw of round %(number)s") % {"number": round_.number}
    yield from _table_lines(snapshot, round_)
    if out := _sat_out(snapshot, round_):
        yield gettext("Sits out: %(names)s") % {"names": wording.listed(out)}
    yield from _link(snapshot.event, start, "round", snapshot.event.uid, round_.number)


def _table_lines(snapshot: EventSnapshot, round_: Round) -> Iterator[str]:
    """Yield who sits at each table, as seated last; for teams also which of them meet there."""
    teams = _meetings_by_match(snapshot, round_)
    for sitting in _last_sittings(snapshot, round_):
        seats = " ".join(_seat_text(snapshot, seat) for seat in sitting.seats)
        who = join_facts(_meeting_text(snapshot, teams, sitting), seats)
        yield gettext("Table %(table)s: %(who)s") % {"table": sitting.table, "who": who}


def _last_sittings(snapshot: EventSnapshot, round_: Round) -> list[SittingRow]:
    last: dict[tuple[int, int], SittingRow] = {}
    for match in snapshot.matches_of(round_):
        for sitting in snapshot.sittings_by_match[match.key]:
            if sitting.seats or (match.key, sitting.table) not in last:
                last[match.key, sitting.table] = sitting
    # Half matches share a table: the first half comes before the second.
    return sorted(last.values(), key=lambda row: (row.table, row.room == Sitting.Room.CLOSED))


def _seat_text(snapshot: EventSnapshot, seat: SeatRow) -> str:
    name = snapshot.names[seat.person]
    if snapshot.entry_of(seat).kind == Entry.Kind.HOUSE:
        name = gettext("%(name)s (house)") % {"name": name}
    return wording.seat_short(seat.label) + name


def _meetings_by_match(
    snapshot: EventSnapshot, round_: Round
) -> Mapping[int, line_up_state.MatchLineUps]:
    if not line_up_state.is_of_teams(snapshot.event):
        return {}
    states = line_up_state.line_up_states(snapshot, round_)
    return {meeting.match.key: meeting for meeting in states}


def _meeting_text(
    snapshot: EventSnapshot, meetings: Mapping[int, line_up_state.MatchLineUps], sitting: SittingRow
) -> str:
    """Return which teams meet at a table, and in which room or half; empty without teams."""
    meeting = meetings.get(sitting.match)
    if meeting is None:
        return ""
    teams = " – ".join(team.name for team in meeting.teams)
    room = room_text(snapshot.event, sitting.room, is_half=meeting.is_half)
    return join_facts(room, teams)


def _sat_out(snapshot: EventSnapshot, round_: Round) -> list[str]:
    out = {entry for in_round, entry in snapshot.sat_out if in_round == round_.pk}
    known = competitors(snapshot)
    rows = [row for row in snapshot.entries if row.pk in out and row.kind == Entry.Kind.COMPETITOR]
    return [known[row.uid].name for row in sorted(rows, key=lambda row: row.number)]


def _report_lines(snapshot: EventSnapshot, published: Publications, start: str) -> Iterator[str]:
    """Yield the report, with a link if it has none of its own."""
    yield from report(snapshot, published)
    if not address.outside(snapshot.event, "event", snapshot.event.uid):
        yield from _link(snapshot.event, start, "event", snapshot.event.uid)


def _next_lines(snapshot: EventSnapshot, start: str, entering: HowToEnter) -> Iterator[str]:
    """Yield when and where the event is, what it costs, who is entered, and how one enters."""
    event, fee, terms = snapshot.event, entering.fee, entering.terms
    yield _title(event)
    first = event.tournament.starts_on
    day = f"{date_format(first)} {date_format(first, 'l')}"
    hour = time_format(event.local_start.time(), "H:i") if event.local_start else ""
    yield " ".join(filter(None, [day, hour, event.tournament.place]))
    if fee:
        amount = money_text(fee.amount, fee.currency)
        yield gettext("Entry fee: %(amount)s") % {"amount": amount}
    entered = [row for row in snapshot.entries if row.kind == Entry.Kind.COMPETITOR]
    names = [
        competitors(snapshot)[row.uid].name for row in entered if row.state != Entry.State.WITHDRAWN
    ]
    if names:
        values = {"number": len(names), "names": wording.listed(names)}
        yield gettext("Entered (%(number)s): %(names)s") % values
    if terms.closes_at:
        local = timezone.localtime(terms.closes_at, ZoneInfo(event.tournament.time_zone))
        closes = date_format(local, "SHORT_DATETIME_FORMAT")
        yield gettext("Entries close: %(hour)s") % {"hour": closes}
    if terms.door == Door.PUBLIC:
        yield from _link(event, start, "enter", event.uid)
    else:
        yield from _link(event, start, "event", event.uid)


def _withdrawn_lines(event: Event, number: int) -> Iterator[str]:
    yield _title(event)
    text = gettext("The draw of round %(number)s is withdrawn: do not take the seats named above.")
    yield text % {"number": number}
