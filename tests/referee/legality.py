"""Invariants of the record of a tournament, checked on its rows alone, whatever has happened."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.apps import apps

from referee.models import Confirmation, DeviceLease, KeptWrite, Sheet
from tournaments.checks.recount import recount, recount_shown
from tournaments.checks.verification import verify
from tournaments.models import (
    AppendOnlyRow,
    AuditEntry,
    Deal,
    Event,
    Game,
    Hold,
    Result,
    Round,
    Tournament,
)
from tournaments.models.record import PLAYED_AGAIN


@dataclass(frozen=True, slots=True)
class Footprint:
    """The state of a tournament: how long its log is, and everything that a change may move."""

    seq: int
    entries: int
    rows: object

    @classmethod
    def of(cls, tournament: Tournament) -> Footprint:
        """Return the state as it is stored now."""
        seq = Tournament.objects.values_list("log_seq", flat=True).get(pk=tournament.pk)
        return cls(seq, AuditEntry.objects.filter(tournament=tournament).count(), _rows())


def check_chain(deal: Deal) -> None:
    """One result of a deal is live at most, and each retires the one before."""
    results = list(deal.results.order_by("version"))
    assert [result.version for result in results] == list(range(1, deal.version + 1))
    assert [result.retires_id for result in results] == [None, *(result.pk for result in results)][
        :-1
    ]
    has_result = bool(results) and results[-1].kind not in PLAYED_AGAIN
    assert deal.done == has_result
    assert list(Result.live.filter(deal=deal)) == results[-1:] * has_result


def check_words(deal: Deal) -> None:
    """Behind every result stands an official, or the table with as many words as were asked for.

    Where two records are asked for, the paper that an official typed is his word.
    """
    for result in deal.results.all():
        if _is_by_official(result):
            continue
        sheet = Sheet.objects.get(uid=result.origin_uid)
        assert sheet.sound
        agreed = Confirmation.objects.filter(result=result.uid).first()
        if agreed is None:
            assert deal.sheets.filter(paper=True, seen=sheet.seen).exists()
        else:
            assert agreed.sheet == sheet
            _check_agreed(deal, sheet, agreed)


def check_record(tournament: Tournament) -> None:
    """The log and its chain hold, and everything that was computed comes to the same again."""
    assert verify(tournament) == []
    assert recount(tournament) == []
    assert recount_shown(tournament) == []


def stored_items() -> set[tuple[str, str]]:
    """Return the key and the digest of everything that devices and officials handed over."""
    models = (Sheet, Confirmation, KeptWrite)
    return {pair for model in models for pair in model.objects.values_list("key", "digest")}


def _check_agreed(deal: Deal, sheet: Sheet, last: Confirmation) -> None:
    """The table's own device said so while it had the table, for all who were to agree."""
    other_seats = set("NWSE") - {sheet.recorder}
    seats = set(sheet.confirmations.values_list("seat", flat=True))
    policy = deal.event.confirmation
    assert policy in {Event.Confirmation.OTHER_SIDE, Event.Confirmation.ALL_OTHERS}
    assert seats
    assert seats <= other_seats
    assert seats == other_seats or policy == Event.Confirmation.OTHER_SIDE
    assert last.lease is not None
    assert last.lease.table_id == deal.sitting.table_id
    lost = last.lease.released_at
    assert lost is None or last.created_at < lost


def _is_by_official(result: Result) -> bool:
    log = AuditEntry.objects.filter(tournament=result.deal.event.tournament_id)
    named = [entry for entry in log.filter(body__contains=result.uid) if _makes(entry, result)]
    assert len(named) == 1
    return named[0].actor.startswith("user:")


def _makes(logged: AuditEntry, result: Result) -> bool:
    return any(row["uid"] == result.uid for row in json.loads(logged.body)["rows"])


def _rows() -> object:
    added_to = [model for model in apps.get_models() if issubclass(model, AppendOnlyRow)]
    return (
        [model._default_manager.count() for model in added_to if model is not AuditEntry],
        _columns(DeviceLease, "token_hash", "released_at", "took_over", "official"),
        _columns(Deal, "version", "done"),
        _columns(Round, "state", "closed_at"),
        _columns(Event, "state"),
        _columns(Game, "ended_at"),
        _columns(Hold, "released_at"),
    )


def _columns(model: type[Deal | Round | Event | Game | Hold | DeviceLease], *names: str) -> object:
    return list(model._default_manager.order_by("pk").values_list("pk", *names))
