"""The source of a new ruling, by its address, and the offenders that may be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.http import Http404
from django.utils.translation import gettext, pgettext

from referee.models import Call, Irregularity, RulingVersion, Sheet
from referee.rulings import listed_penalties, penalties
from referee.rulings.decisions import NamedOffender, RulingSource
from referee.sheets import irregularities
from referee.sheets.irregularities import Incident
from tournaments import wording
from tournaments.models import Deal, Entry, EntryMember, Event, Round, Seat, Sitting
from tournaments.record import ledger
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights.roles import Reach
from web.desk.frame import previews
from web.forms import sent

NAMES = ("deal", "sheet", "call", "table", "entry")
"""The parameters by which an address names the source of a ruling, each a uid."""
_OF_SITTING = ("table", "segment__match__round__event", "segment__match__round__group")
PLACES: Final = (*Round.PUBLIC, Round.State.CANCELLED)
"""The rounds in which something can have happened; a draft may still be discarded."""
Choices = list[Any]
MEMBER = "member:"
SEVERAL = 2


def source_of(event: Event, given: Mapping[str, str]) -> RulingSource:
    """Return the source that an address names. Raises Http404 if it is not of the event."""
    named = {name: given[name] for name in NAMES if given.get(name)}
    if "sheet" in named:
        sheet = _one(Sheet.objects.select_related("deal"), uid=named["sheet"], deal__event=event)
        return _of_deal(event, sheet.deal.uid, sheet=sheet)
    if "call" in named:
        return _of_call(event, named["call"])
    if "deal" in named:
        return _of_deal(event, named["deal"])
    if "table" in named:
        return _of_sitting(event, uid=named["table"])
    if "entry" in named:
        entry = _one(Entry.objects.select_related("event"), uid=named["entry"], event=event)
        return RulingSource(event, _last_round(event), entry=entry)
    return RulingSource(event, _last_round(event))


def incident_of(source: RulingSource, given: Mapping[str, str]) -> Incident | None:
    """Return the irregularity that an address names. Raises Http404 for one of another deal."""
    uid = given.get("irregularity", "")
    if not uid:
        return None
    rows = Irregularity.objects.select_related(
        "deal__sitting__segment__match__round__group__stage", "deal__event__tournament"
    ).defer("deal__sitting__segment__match__round__reasons")
    return irregularities.incident_of(_one(rows, uid=uid, deal=source.deal))


def seats_of(source: RulingSource) -> Sequence[Seat]:
    """Return the seats of the table of a source, with who sits there; none without a table."""
    if source.sitting is None:
        return ()
    return list(source.sitting.seats.select_related("person").order_by("pk"))


def choices_at_table(seats: Sequence[Seat]) -> Choices:
    """Return who may be chosen for what happened at a table: its seats."""
    return [
        (f"seat:{seat.uid}", f"{wording.seat_short(seat.label)} {seat.person.listed_name}")
        for seat in seats
    ]


def choices(snapshot: EventSnapshot, source: RulingSource, reach: Reach) -> Choices:
    """Return who may be chosen for a ruling without a table: every seat and every entry.

    An official limited to tables chooses among their seats.
    """
    if not reach.covers(snapshot.event.pk):
        return _seat_groups(snapshot, reach)
    names = event_record.competitors(snapshot)
    entries = [
        (
            f"entry:{row.uid}",
            f"{row.number} {previews.name_with_departure(row, names[row.uid].name)}",
        )
        for row in snapshot.entries
    ]
    if source.entry is not None:
        own = f"entry:{source.entry.uid}"
        entries.sort(key=lambda choice: choice[0] != own)
        return [*_members(snapshot, source.entry), *entries]
    return [(pgettext("in an event", "Entries"), entries), *_seat_groups(snapshot, reach)]


def offender_of(event: Event, whom: str) -> NamedOffender | None:
    """Return the offender that `entry:<uid>` or `seat:<uid>` means in an event."""
    if whom.startswith(MEMBER):
        return _member(event, whom.removeprefix(MEMBER))
    target = penalties.target(event, whom)
    if target is None:
        return None
    entry = Entry.objects.select_related("event__tournament").get(pk=target.entry.pk)
    if target.seat is not None:
        related = ("person", "side__match__round", "sitting__table", "sitting__segment__match")
        seat = (
            Seat.objects.select_related(*related)
            .defer(*Round.draws_by(*related))
            .get(pk=target.seat.pk)
        )
        return NamedOffender(entry, seat.person, seat)
    members = list(entry.members.select_related("person")[:2])
    return NamedOffender(entry, members[0].person if len(members) == 1 else None)


def named_by(version: RulingVersion, source: RulingSource) -> Iterator[str]:
    """Yield the offenders of a version, in the form that `offender_of` reads."""
    chairs = source.sitting.seats.all() if source.sitting else ()
    seats = {seat.label: seat.uid for seat in chairs}
    for row in version.sanctions.all():
        if row.seat in seats:
            yield f"seat:{seats[row.seat]}"
        elif row.person is not None and row.entry.members.count() > 1:
            yield f"{MEMBER}{row.entry.uid}:{row.person.uid}"
        else:
            yield f"entry:{row.entry.uid}"


def _members(snapshot: EventSnapshot, entry: Entry) -> Choices:
    """Return the persons of a pair or a team, so that a penalty names its offender."""
    members = sorted(snapshot.members_of(entry), key=lambda row: row.key)
    if len(members) < SEVERAL:
        return []
    return [
        (f"{MEMBER}{entry.uid}:{member.person_uid}", f"{entry.number} {member.name}")
        for member in members
    ]


def _member(event: Event, whom: str) -> NamedOffender | None:
    uid, _colon, person = whom.partition(":")
    rows = EntryMember.objects.select_related("person", "entry__event__tournament")
    member = rows.filter(entry__event=event, entry__uid=uid, person__uid=person).first()
    return NamedOffender(member.entry, member.person) if member else None


def _seat_groups(snapshot: EventSnapshot, reach: Reach) -> Choices:
    groups: dict[str, Choices] = {}
    for seat in listed_penalties.played_seats(snapshot):
        if not reach.covers(snapshot.event.pk, seat.table):
            continue
        values = {"round": seat.round.number, "table": seat.table}
        place = gettext("Round %(round)s, table %(table)s") % values
        words = f"{wording.seat_name(seat.label)} {seat.name}"
        groups.setdefault(place, []).append((f"seat:{seat.uid}", words))
    return list(groups.items())


def _of_deal(event: Event, uid: str, **more: Any) -> RulingSource:
    related = [f"sitting__{path}" for path in _OF_SITTING]
    rows = Deal.objects.filter(sitting__segment__match__round__state__in=PLACES)
    deal = _one(
        rows.select_related("event", *related).defer(*Round.draws_by(*related)),
        uid=uid,
        event=event,
    )
    return RulingSource(event, deal.sitting.segment.match.round, deal.sitting, deal, **more)


def _of_call(event: Event, uid: str) -> RulingSource:
    rows = Call.objects.select_related("deal", "table")
    call = _one(rows, uid=uid, table__tournament=event.tournament)
    if call.deal is not None and call.deal.event_id == event.pk:
        return _of_deal(event, call.deal.uid, call=call)
    sittings = Sitting.objects.filter(table=call.table, segment__match__round__event=event)
    in_play = sittings.filter(segment__match__round__state__in=ledger.IN_PLAY)
    last = in_play.order_by("segment__match__round__number", "pk").last()
    if last is None:
        return RulingSource(event, _last_round(event), call=call)
    return _of_sitting(event, uid=last.uid, call=call)


def _of_sitting(event: Event, *, uid: str, **more: Any) -> RulingSource:
    played = Sitting.objects.filter(segment__match__round__state__in=PLACES)
    sitting = _one(
        played.select_related(*_OF_SITTING).defer(*Round.draws_by(*_OF_SITTING)),
        uid=uid,
        segment__match__round__event=event,
    )
    return RulingSource(event, sitting.segment.match.round, sitting, **more)


def _last_round(event: Event) -> Round | None:
    rounds = Round.objects.filter(event=event, state__in=ledger.IN_PLAY)
    return rounds.select_related("group__stage").order_by("number").last()


def _one(rows: Any, *, uid: str, **condition: Any) -> Any:
    row = rows.filter(uid=uid, **condition).first() if sent.UID.fullmatch(uid) else None
    if row is None:
        raise Http404
    return row
