"""Who confirmed a sheet and who objected to it; an objection is a call that its key names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Concat

from referee.models import Call, Confirmation, Sheet
from tournaments.models import Seat

OBJECTION: Final = "objection"
NONE: Final = Value(0)


class Confirmations(NamedTuple):
    """Who confirmed sheets and who objected, by the sheet's key, and sides by sitting and seat."""

    confirmed: Mapping[int, Sequence[str]]
    objecting: Mapping[int, tuple[str, ...]]
    sides: Mapping[int, Mapping[str, int]]


class Objection(NamedTuple):
    """A seat that objected to a sheet, and what the player wrote; empty for nothing."""

    seat: str
    words: str


def objection_key(sheet: str, seat: str) -> str:
    """Return the key of the call by which a seat objects to a sheet; no device can send such a one.

    >>> objection_key("0123456789ab", "W")
    'objection:0123456789ab:W'
    """
    return f"{OBJECTION}:{sheet}:{seat}"


def objecting_seats(sheets: Collection[Sheet]) -> Mapping[int, tuple[str, ...]]:
    """Return the seats that objected to each of these sheets, by the sheet's row."""
    return _objecting(sheets, _objections(sheets).order_by("pk").values_list("key", flat=True))


def objections_to(sheets: Collection[Sheet]) -> Mapping[int, tuple[Objection, ...]]:
    """Return who objected to each of these sheets and what they said, by the sheet's row."""
    if not sheets:
        return {}
    rows = {sheet.uid: sheet.pk for sheet in sheets}
    said: Mapping[int, list[Objection]] = defaultdict(list)
    for key, words in _objections(sheets).order_by("pk").values_list("key", "words"):
        _mark, uid, seat = key.split(":")
        if uid in rows:
            said[rows[uid]].append(Objection(seat, words))
    return {row: tuple(objections) for row, objections in said.items()}


def is_objected() -> Combinable:
    """Return an expression of a sheet: whether anybody objected to it, in any event."""
    key = Concat(Value(f"{OBJECTION}:"), OuterRef("uid"), Value(":"))
    return Exists(Call.objects.filter(deal=OuterRef("deal"), key__startswith=key))


def confirmations_of(
    sheets: Collection[Sheet], by_phone: Collection[Sheet], sittings: Collection[int] = ()
) -> Confirmations:
    """Return who confirmed these sheets and who objected, by one query.

    Only to those confirmed by phone, which `by_phone` are, does anybody object. The sides are those
    of the seats of `sittings`.
    """
    heard: Mapping[int, list[str]] = defaultdict(list)
    sides: Mapping[int, dict[str, int]] = defaultdict(dict)
    if not sheets:
        return Confirmations(heard, {}, sides)
    said = Confirmation.objects.filter(sheet__in=sheets)
    seats = Seat.objects.filter(sitting__in=sittings)
    others = [_columns(seats, "side__number", "sitting", "label")] if sittings else []
    others += [_columns(_objections(by_phone), NONE, NONE, "key")] if by_phone else []
    objections = []
    for _pk, side, of, word in sorted(
        _columns(said, NONE, "sheet", "seat").union(*others, all=True)
    ):
        if side:
            sides[of][word] = side
        elif of:
            heard[of].append(word)
        else:
            objections.append(word)
    return Confirmations(heard, _objecting(by_phone, objections), sides)


def _columns(
    rows: QuerySet[Any], side: str | Combinable, of: str | Combinable, word: str
) -> QuerySet[Any, Any]:
    columns = (Cast(side, BigIntegerField()), Cast(of, BigIntegerField()))
    return rows.order_by().values_list("pk", *columns, Cast(word, TextField()))


def _objections(sheets: Collection[Sheet]) -> QuerySet[Call]:
    """Return the calls by which seats objected in the deals of sheets."""
    deals = {sheet.deal_id for sheet in sheets}
    return Call.objects.filter(deal__in=deals, key__startswith=f"{OBJECTION}:")


def _objecting(sheets: Iterable[Sheet], keys: Iterable[str]) -> Mapping[int, tuple[str, ...]]:
    rows = {sheet.uid: sheet.pk for sheet in sheets}
    seats_by_sheet: Mapping[int, list[str]] = defaultdict(list)
    for key in keys:
        _mark, uid, seat = key.split(":")
        if uid in rows:
            seats_by_sheet[rows[uid]].append(seat)
    return {row: tuple(seats) for row, seats in seats_by_sheet.items()}
