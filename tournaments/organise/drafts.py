"""A draft changed by hand: two exchange their places, one of them may be sitting out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments import queries
from tournaments.audit import Actor, Verb, change
from tournaments.models import Entry, Round, Seat, SitOut, Sitting
from tournaments.organise import draws
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.seating import Seating, meetings, seated
from tournaments.pairing.sit_outs import SitsOut, Why
from tournaments.refusals import Reason, Refused, Stale, refuse

Exchange = Mapping[str, str]
"""Who comes into whose place, both ways, by printed number."""


def adjust_draft(round_: Round, actor: Actor, first: str, second: str) -> None:
    """Exchange two of a draft; each is the uid of a seat, or of the row of somebody sitting out.

    In an event of pairs the pairs are exchanged. Raises Refused for a round that is no draft, for
    two that are the same, and Stale if the draft no longer has one of them where he was seen.
    """
    with change(round_.event.tournament, actor, Verb.ADJUST_DRAFT) as made:
        round_ = Round.objects.select_related("event").get(pk=round_.pk)
        if round_.state != Round.State.DRAFT:
            raise Refused(refuse(Reason.ROUND_NOT_DRAFT, number=round_.number))
        one, other = _entry_at(round_, first), _entry_at(round_, second)
        if one == other or not _may_change(round_, one, other):
            raise Refused(refuse(Reason.EXCHANGE_OF_NOTHING))
        _exchange(round_, one, other)
        made.concerns(round=round_, first=one, second=other)


def _entry_at(round_: Round, uid: str) -> Entry:
    seats = Seat.objects.filter(sitting__segment__match__round=round_, uid=uid)
    found = Entry.objects.filter(sides__seats__in=seats).first()
    found = found or Entry.objects.filter(sit_outs__round=round_, sit_outs__uid=uid).first()
    if found is None:
        raise Stale(refuse(Reason.DRAFT_CHANGED, number=round_.number))
    return found


def _may_change(round_: Round, *entries: Entry) -> bool:
    """Two who sit out have no places to exchange."""
    return SitOut.objects.filter(round=round_, entry__in=entries).count() < len(entries)


def _exchange(round_: Round, one: Entry, other: Entry) -> None:
    field = draws.numbered(round_.event)
    history = queries.seating_history(round_.event, before=round_.number)
    met, places = meetings(history), _places(one, other)
    kept = notes.read(round_.reasons)
    given = pairing.read(kept.input, round_.seed) if kept.input else None
    met_before, reasons, floats = dict(kept.met_before), dict(kept.reasons), dict(kept.floats)
    for sitting in _sittings(round_):
        old = _seating(sitting)
        labels = [label for label, _ in old.seats]
        order = [places.get(entry, entry) for _, entry in old.seats]
        new = seated(old.table, labels, order, met)
        met_before[old.table] = tuple(
            (field[a].uid, field[b].uid, times) for a, b, times in new.met_before
        )
        if new.seats != old.seats:
            draws.seat(sitting.segment.match, sitting, new, field)
            if given:
                reasons[old.table], added = pairing.changed(given, new)
                floats = {one: way for one, way in floats.items() if one not in new.entries}
                floats |= added
    sit_outs = _exchanged_sit_outs(round_, kept.sit_outs, one, other)
    changed = kept.exchanged(one.uid, other.uid, met_before, sit_outs)
    changed = replace(changed, reasons=reasons, floats=floats)
    Round.objects.filter(pk=round_.pk).update(reasons=changed.as_json())


def _places(one: Entry, other: Entry) -> Exchange:
    return {str(one.number): str(other.number), str(other.number): str(one.number)}


def _sittings(round_: Round) -> Iterable[Sitting]:
    return (
        Sitting.objects.filter(segment__match__round=round_)
        .select_related("table", "segment__match__round")
        .order_by("table__number")
    )


def _seating(sitting: Sitting) -> Seating:
    rows = sitting.seats.order_by("pk").values_list("label", "side__entries__number")
    return Seating(sitting.table.number, tuple((label, str(entry)) for label, entry in rows))


def _exchanged_sit_outs(
    round_: Round, kept: Iterable[SitsOut], one: Entry, other: Entry
) -> list[SitsOut]:
    """Let whoever gave his seat away sit out instead, by hand."""
    instead = {one.uid: other, other.uid: one}
    changed = []
    for sits_out in kept:
        comes = instead.get(sits_out.entry)
        if comes is not None:
            SitOut.objects.filter(round=round_, entry__uid=sits_out.entry).delete()
            SitOut.objects.create(round=round_, entry=comes)
            sits_out = replace(sits_out, entry=comes.uid, why=Why.BY_HAND, times=0, reasons=())  # noqa: PLW2901
        changed.append(sits_out)
    return changed
