"""Decisions of referees in sentences for the tablet: claims, rulings, versions, penalties."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from django.db.models import F, Q
from django.utils.translation import gettext

from referee.claims.texts import claim_texts
from referee.models import IrregularityRuling, Sheet
from referee.sheets import irregularities, tables, versions
from tournaments import wording
from tournaments.models import Adjustment, Deal, Event, PenaltyWarning, Result, Seat
from tournaments.results.game_results import (
    Seated,
    TablePenalties,
    fined_by,
    in_points,
    penalties_by_seat,
)
from tournaments.results.queries import standing_warnings
from tournaments.rights import sealed_access
from tournaments.wording import result_words
from tournaments.wording.values import signed


def claims_of(sheets: Sequence[Sheet], sealed: Collection[int]) -> dict[int, list[str]]:
    """Return the newest claim of each deal and its outcome, by the key of the deal.

    `sheets` are those of the deals, the oldest first, with their claims.

    No cards are named of the deals in `sealed`, which holds their keys.
    """
    newest = {sheet.deal_id: sheet.claim for sheet in sheets if hasattr(sheet, "claim")}
    return {key: claim_texts(claim, sealed=key in sealed) for key, claim in newest.items()}


def rulings_of(deals: Sequence[Deal], sealed: Collection[int]) -> dict[int, list[str]]:
    """Return the referee's rulings on play against the rules, by the key of the deal.

    No cards are named of the deals in `sealed`, which holds their keys.
    """
    texts: dict[int, list[str]] = {}
    for incident in irregularities.ruled(deal__in=deals):
        deal = incident.row.deal_id
        told = irregularities.told_text(incident, sealed=deal in sealed)
        texts.setdefault(deal, []).append(told)
    return texts


def versions_of(now: tables.TableNow, sealed: Collection[int]) -> dict[int, list[str]]:
    """Return notes on versions that the referee chose or has to choose, by the deal's key.

    Of a choice the reason is told. No reason is told of the deals in `sealed`, which
    holds their keys: it may name cards.
    """
    results = {deal.deal.pk: deal.result for deal in now.deals if deal.result}
    texts = versions.choice_notes(results.values(), now.sheets)
    for key in texts.keys() - sealed:
        reason = gettext("Reason: %(reason)s") % {"reason": results[key].reason}
        texts[key] = [wording.joined_sentences([*texts[key], reason])]
    if now.event.records == Event.Records.TWO:
        texts |= versions.differing([deal.deal for deal in now.deals], now.sheets)
    return texts


def reopened(deals: Sequence[Deal]) -> dict[int, list[str]]:
    """Return what has to be done with reopened deals, by the key of the deal."""
    open_again = [deal.pk for deal in deals if deal.version and not deal.done]
    if not open_again:
        return {}
    newest = Result.objects.filter(deal__in=open_again, version=F("deal__version"))
    kinds = newest.values_list("deal_id", "kind")
    return {key: [result_words.reopened_text(kind)] for key, kind in kinds}


def penalties_at(now: tables.TableNow, adjustments: Sequence[Adjustment]) -> list[str]:
    """Return the penalty points in force of those who sit at a table.

    Reason and article are typed and may name cards, so they are not told of a sealed board.
    """
    sealed = _sealed_penalties(adjustments)
    return [
        _penalty_sentence(adjustment, seat, sealed=adjustment.uid in sealed)
        for adjustment in adjustments
        for seat in _seats_penalised(adjustment, now)
    ]


def warnings_at(now: tables.TableNow) -> list[str]:
    """Return the warnings in force of those who sit at a table."""
    people = {seat.person_id: seat for seat in now.seats}
    rows = PenaltyWarning.objects.filter(event=now.event, person__in=people)
    return [
        gettext("%(seat)s %(name)s: %(level)s")
        % {
            "seat": wording.seat_name(people[row.person_id].label),
            "name": row.person.listed_name if row.person else "",
            "level": row.get_level_display(),
        }
        for row in standing_warnings(rows)
        if row.person_id is not None
    ]


def _seats_penalised(adjustment: Adjustment, now: tables.TableNow) -> list[Seat]:
    """Return the seat of the offender, or all of the side or entry if nobody here is named."""
    seats = [
        seat
        for seat in now.seats
        if adjustment.side_id == seat.side_id
        or adjustment.entry_id in {entry.pk for entry in now.entries.get(seat.side_id, ())}
    ]
    named = adjustment.named
    own = [seat for seat in seats if named and seat.person_id == named.person_id]
    return own or seats


def _sealed_penalties(adjustments: Sequence[Adjustment]) -> frozenset[str]:
    """Return the penalty points of rulings on deals whose cards must stay hidden."""
    if not adjustments:
        return frozenset()
    rows = IrregularityRuling.objects.filter(
        adjustment__in=[adjustment.uid for adjustment in adjustments]
    )
    rulings = list(rows.select_related("irregularity__deal__board", "irregularity__deal__event"))
    open_deals = sealed_access.deals_with_public_cards(
        ruling.irregularity.deal for ruling in rulings
    )
    return frozenset(
        ruling.adjustment for ruling in rulings if ruling.irregularity.deal_id not in open_deals
    )


def fined_at(now: tables.TableNow, adjustments: Iterable[Adjustment]) -> TablePenalties:
    """Return the penalties that are in the points of the seats of a table."""
    seats = [Seated(seat.label, seat.person_id, seat.side_id) for seat in now.seats]
    given = [fined_by(row) for row in adjustments if in_points(now.event, row)]
    return penalties_by_seat(now.event, seats, given)


def standing_penalties(now: tables.TableNow) -> list[Adjustment]:
    """Return the penalties in force of those who sit at a table."""
    sides = [seat.side_id for seat in now.seats]
    entries = [entry.pk for entered in now.entries.values() for entry in entered]
    adjustments = Adjustment.objects.filter(event=now.event, reverses=None, reversed_by=None)
    # Those of the game (局) at the table or, without games, of its room.
    in_room = Q(deal__game=None, deal__sitting__room=now.sitting.room)
    given_here = Q(deal=None) | Q(deal__game__deals__sitting=now.sitting) | in_room
    at_table = Q(side__in=sides) & given_here
    standing = adjustments.filter(at_table | Q(entry__in=entries)).distinct()
    return list(standing.select_related("offender").order_by("pk"))


def _penalty_sentence(adjustment: Adjustment, seat: Seat, *, sealed: bool) -> str:
    values = {
        "seat": wording.seat_name(seat.label),
        "name": seat.person.listed_name,
        "points": signed(adjustment.amount),
        "reason": "" if sealed else adjustment.reason,
    }
    if adjustment.article and not sealed:
        text = gettext("%(seat)s %(name)s: %(points)s penalty points. %(reason)s (%(article)s)")
        return text % {**values, "article": adjustment.article}
    return (gettext("%(seat)s %(name)s: %(points)s penalty points. %(reason)s") % values).rstrip()
