"""Manual changes of a draft: two entries exchange places; one of them may have the bye."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from django.db.models import Q

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.models import (
    DrawMethod,
    Entry,
    Form,
    GroupMember,
    Round,
    Seat,
    Side,
    SitOut,
    Sitting,
)
from tournaments.organise.drawing import drawn_tables
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.reasons import Why as Reasoned
from tournaments.pairing.reasons import because
from tournaments.pairing.seating import Seating, meetings, seat_table
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut
from tournaments.record.audit import Actor, Verb, change
from tournaments.results import queries
from tournaments.results.reading import with_members
from tournaments.structure import sides, three_way_matches

FOLLOWING: Final = frozenset({DrawMethod.KNOCKOUT, *pairing.OVER_BOARDS})
"""Draw methods whose later rounds depend on the places in earlier ones."""

Exchange = Mapping[str, str]
"""The new holder of each of two places, by printed number."""


def adjust_draft(round_: Round, actor: Actor, first: str, second: str) -> None:
    """Exchange two entries of a draft; each is the uid of a seat, a team's side, or a sit-out row.

    Raises Refused for a round that is no draft, for one entry twice, for entries of different
    groups, and in a knockout or a movement over boards; Stale if the draft has changed.
    """
    with change(round_.event.tournament, actor, Verb.ADJUST_DRAFT) as made:
        round_ = Round.objects.select_related("event", "group__stage").get(pk=round_.pk)
        if round_.state != Round.State.DRAFT:
            raise Refused(refuse(Reason.ROUND_NOT_DRAFT, number=round_.number))
        entry, other = _entry_at(round_, first), _entry_at(round_, second)
        if problems := _exchange_problems(round_, entry, other):
            raise Refused(*problems)
        _exchange_entries(round_, entry, other)
        made.concerns(round=round_, first=entry, second=other)


def may_exchange(round_: Round) -> bool:
    """Whether entries of a draft can be exchanged: not if later rounds depend on their places."""
    return round_.method not in FOLLOWING


def sit_out_uids(round_: Round) -> Mapping[str, str]:
    """Read the rows of who sits out of a draft, by entry, by which they are chosen there; none of
    a draw that is published, in which nobody is exchanged.
    """
    if round_.state != Round.State.DRAFT or not notes.read(round_.reasons).sit_outs:
        return {}
    rows = SitOut.objects.filter(round=round_)
    return dict(rows.values_list("entry__uid", "uid"))


def _entry_at(round_: Round, uid: str) -> Entry:
    seats = sides.own(Seat.objects.filter(sitting__segment__match__round=round_), round_.event)
    entry_pk = seats.filter(uid=uid).values_list("side__entries", flat=True).first()
    # Teams have no seats in a draft, only sides.
    teams = Side.objects.filter(match__round=round_, uid=uid, match__round__event__form=Form.TEAMS)
    entry_pk = entry_pk or teams.values_list("entries", flat=True).first()
    of_uid = Q(pk=entry_pk) if entry_pk else Q(sit_outs__round=round_, sit_outs__uid=uid)
    entry = Entry.objects.filter(of_uid).first()
    if entry is None:
        raise Stale(refuse(Reason.DRAFT_CHANGED, number=round_.number))
    return entry


def _exchange_problems(round_: Round, entry: Entry, other: Entry) -> list[Problem]:
    """Return why two entries cannot be exchanged; two with a bye have no places."""
    if not may_exchange(round_):
        return [refuse(Reason.EXCHANGE_NOT_OFFERED)]
    out = SitOut.objects.filter(round=round_, entry__in=(entry, other)).count()
    if entry == other or out == len((entry, other)):
        return [refuse(Reason.EXCHANGE_OF_NOTHING)]
    members = GroupMember.objects.filter(group__stage=round_.group.stage, entry__in=(entry, other))
    if len(set(members.values_list("group", flat=True))) > 1:
        return [refuse(Reason.GROUPS_DIFFER)]
    return []


def _exchange_entries(round_: Round, first: Entry, second: Entry) -> None:
    entries = with_members(round_.event.entries.all())
    field = {str(entry.number): entry for entry in entries}
    history = queries.seating_history(round_.event, before=round_.number)
    met, numbers = meetings(history), (str(first.number), str(second.number))
    places: Exchange = dict(zip(numbers, reversed(numbers), strict=True))
    kept = notes.read(round_.reasons)
    draw_input = pairing.read(kept.input, round_.seed) if kept.input else None
    met_before, reasons, floats = dict(kept.met_before), dict(kept.reasons), dict(kept.floats)
    seatings, halves = _seats_by_match(round_), three_way_matches.keys_of(round_)
    for match in (
        round_.matches.select_related("round__event").defer("round__reasons").order_by("number")
    ):
        old = Seating(match.number, seatings[match.pk])
        labels = [label for label, _ in old.seats]
        order = [places.get(entry, entry) for _, entry in old.seats]
        new = seat_table(old.table, labels, order, met)
        met_before[old.table] = tuple(
            (field[a].uid, field[b].uid, times) for a, b, times in new.met_before
        )
        if new.seats != old.seats:
            drawn_tables.seat(match, Sitting.objects.filter(segment__match=match)[0], new, field)
            if draw_input:
                reasons_now, added = pairing.reasons_by_hand(draw_input, new)
                reasons[old.table] = (
                    *reasons_now,
                    *[because(Reasoned.THREE_WAY)] * (match.pk in halves),
                )
                floats = {
                    number: way for number, way in floats.items() if number not in new.entries
                }
                floats |= added
    sit_outs = _exchange_sit_outs(round_, kept.sit_outs, first, second)
    changed = kept.exchanged(first.uid, second.uid, met_before, sit_outs)
    changed = replace(changed, reasons=reasons, floats=floats)
    Round.objects.filter(pk=round_.pk).update(reasons=changed.as_json())


def _seats_by_match(round_: Round) -> Mapping[int, tuple[tuple[str, str], ...]]:
    """Return the seats of each match; in a draft each has one sitting, and teams have sides
    only.
    """
    if round_.event.form == Form.TEAMS:
        return sides.drawn(round_)
    seats = sides.own(Seat.objects.filter(sitting__segment__match__round=round_), round_.event)
    match = "sitting__segment__match_id"
    rows = seats.order_by("pk").values_list(match, "label", "side__entries__number", "pk")
    seats_by_match: Mapping[int, list[tuple[str, str]]] = defaultdict(list)
    for key, label, entry, _ in rows:
        seats_by_match[key].append((label, str(entry)))
    return {key: tuple(match_seats) for key, match_seats in seats_by_match.items()}


def _exchange_sit_outs(
    round_: Round, kept: Iterable[SitsOut], entry: Entry, other: Entry
) -> list[SitsOut]:
    """Move a bye to the entry that gave up its seat."""
    instead = {entry.uid: other, other.uid: entry}
    changed = []
    for sits_out in kept:
        comes = instead.get(sits_out.entry)
        if comes is not None:
            SitOut.objects.filter(round=round_, entry__uid=sits_out.entry).delete()
            SitOut.objects.create(round=round_, entry=comes)
            changed.append(SitsOut(comes.uid, SitOutWhy.BY_HAND))
        else:
            changed.append(sits_out)
    return changed
