"""Verifies the record: the hash chain of the log, and rows and versions against its entries.

Rows that may change are compared in `coverage`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.apps import apps
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.checks import coverage
from tournaments.models import (
    AppendOnlyRow,
    AuditEntry,
    Club,
    ClubEntry,
    Deal,
    Exclusion,
    LogMention,
    Membership,
    Publication,
    Result,
    Tournament,
)
from tournaments.models.record import PLAYED_AGAIN
from tournaments.organise.absences import exclusion_steps
from tournaments.record.audit import Mention, Verb, mentions
from tournaments.record.digest import row_digest, sha256
from tournaments.record.log_queries import body_of
from tournaments.results import queries

AT_ONCE: Final = 500
"""The number of rows that are read together."""

RowKey = tuple[str, str]
"""The table and the uid of a row."""


@dataclass(frozen=True, slots=True)
class Break:
    """A fault of the record: its kind, and the log entry or the row."""

    what: str
    seq: int = 0
    uid: str = ""


@dataclass(frozen=True, slots=True)
class RecordProof:
    """The outcome for a tournament: faults, the last log entry read, and counts of uncovered rows
    by kind.
    """

    breaks: tuple[Break, ...]
    seq: int
    head: str
    uncovered: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Chain:
    """A log: its owner, and the current digests of the rows that its entries name."""

    owner: Tournament | Club
    digests: Mapping[RowKey, str | None]

    def agrees(self, logged_row: Mapping[str, str]) -> bool:
        """Whether a row agrees with its digest in the log; rows of mutable tables always do."""
        key = logged_row["table"], logged_row["uid"]
        return key not in self.digests or self.digests[key] == logged_row["digest"]


def verify(tournament: Tournament) -> list[Break]:
    """Return every fault in the record of a tournament; none if all is well."""
    return list(prove_record(tournament).breaks)


def prove_record(tournament: Tournament) -> RecordProof:
    """Verify the record of a tournament.

    Entries are compared with one another and with the rows that they name, rows with the entries
    that name them, deals with the versions of their results, seats with the published draw, and
    numbers, names, roles and states of rounds with the last statement on them. Writers may be
    active meanwhile: the rows are read first, then the log up to its head at that moment.
    """
    stored = list(_stored_rows(tournament))
    breaks = [*_version_breaks(tournament), *_seat_breaks(tournament)]
    last = tournament.log.aggregate(last=Max("seq"))["last"] or 0
    seq, head = Tournament.objects.values_list("log_seq", "log_head").get(pk=tournament.pk)
    entries = list(tournament.log.filter(seq__lte=seq).order_by("seq"))
    bodies = {entry.pk: body_of(entry.body) for entry in entries}
    named = Counter(_rows_of(bodies.values()))
    chain = _Chain(tournament, _digests(named))
    breaks += _log_breaks(entries, chain, seq, head)
    breaks += [Break("head", seq)] if last > seq else []
    breaks += [Break("unlogged", uid=uid) for table, uid in stored if not named[table, uid]]
    breaks += [Break("twice", uid=row[1]) for row, times in named.items() if times > 1]
    breaks += _mention_breaks(chain, entries, bodies)
    compared = coverage.compare(tournament, bodies)
    breaks += [Break(what, uid=uid) for what, uid in compared.faults]
    breaks += _decision_breaks(tournament)
    return RecordProof(tuple(breaks), seq, head, compared.uncovered)


def _mention_breaks(
    chain: _Chain, entries: Iterable[AuditEntry], bodies: Mapping[int, Mapping[str, Any]]
) -> Iterator[Break]:
    """Yield the entries that differ from the side table `LogMention`.

    An altered entry is skipped: it is already reported as a fault.
    """
    stored: dict[int, Counter[tuple[str, Mention]]] = defaultdict(Counter)
    rows = LogMention.objects.filter(entry__tournament=chain.owner.pk)
    for key, verb, *columns in rows.values_list("entry", "verb", "kind", "part", "uid"):
        stored[key][verb, Mention(*columns)] += 1
    for entry in entries:
        wanted = Counter((entry.verb, mention) for mention in mentions(bodies[entry.pk]))
        if stored[entry.pk] != wanted and not _faults(entry, chain, entry.previous):
            yield Break("mentions", entry.seq)


def verify_club(club: Club) -> list[Break]:
    """Return every fault in the chain of a club; none if all is well.

    If a revoked role exists again as the same row, it was restored outside the program.
    """
    last = club.log.aggregate(last=Max("seq"))["last"] or 0
    seq, head = Club.objects.values_list("log_seq", "log_head").get(pk=club.pk)
    entries = list(club.log.filter(seq__lte=seq).order_by("seq"))
    chain = _Chain(club, _digests(_rows_of(body_of(entry.body) for entry in entries)))
    breaks = [*_log_breaks(entries, chain, seq, head), *_roles_put_back(entries)]
    return [*breaks, Break("head", seq)] if last > seq else breaks


def _roles_put_back(entries: Iterable[ClubEntry]) -> Iterator[Break]:
    revoked = {}
    for entry in entries:
        about = body_of(entry.body).get("about")
        if entry.verb == Verb.REVOKE_ROLE and isinstance(about, dict):
            revoked[about.get("membership")] = entry.seq
    for uid in Membership.objects.filter(uid__in=revoked).values_list("uid", flat=True):
        yield Break("revoked", revoked[uid], uid)


def _log_breaks(
    entries: Iterable[AuditEntry | ClubEntry], chain: _Chain, seq: int, head: str
) -> Iterator[Break]:
    previous, expected = "", 0
    for entry in entries:
        expected += 1
        if entry.seq != expected:
            yield Break("missing", expected)
            expected = entry.seq
        for what in _faults(entry, chain, previous):
            yield Break(what, entry.seq)
        previous = entry.hash
    if (expected, previous) != (seq, head):
        yield Break("head", seq)


def _faults(entry: AuditEntry | ClubEntry, chain: _Chain, previous: str) -> list[str]:
    body, owner = body_of(entry.body), chain.owner
    stated = [body.get(column) for column in (str(owner._meta.model_name), "seq", "verb", "actor")]
    sound = {
        "previous": entry.previous == previous,
        "hash": entry.hash == sha256(entry.previous + entry.body),
        "columns": stated == [owner.uid, entry.seq, entry.verb, entry.actor],
        "rows": all(chain.agrees(row) for row in body.get("rows", [])),
    }
    return [what for what, holds in sound.items() if not holds]


def _append_only_models() -> Iterator[type[AppendOnlyRow]]:
    for model in apps.get_models():
        if issubclass(model, AppendOnlyRow) and model.of_tournament:
            yield model


def _stored_rows(tournament: Tournament) -> Iterator[tuple[str, str]]:
    for model in _append_only_models():
        rows = model._default_manager.filter(**{model.of_tournament: tournament})
        for uid in rows.values_list("uid", flat=True):
            yield model._meta.db_table, uid


def _rows_of(bodies: Iterable[Mapping[str, Any]]) -> Iterator[RowKey]:
    """Yield the rows that entries name, one for each mention."""
    for body in bodies:
        for row in body.get("rows", []):
            yield row["table"], row["uid"]


def _digests(named: Iterable[RowKey]) -> dict[RowKey, str | None]:
    """Return the current digests of the named rows, None for rows that are gone.

    Rows of mutable tables are skipped.
    """
    models = {model._meta.db_table: model for model in _append_only_models()}
    uids: dict[str, list[str]] = defaultdict(list)
    for table, uid in dict.fromkeys(named):
        if table in models:
            uids[table].append(uid)
    digests: dict[RowKey, str | None] = {}
    for table, wanted in uids.items():
        digests |= dict.fromkeys((table, uid) for uid in wanted)
        for start in range(0, len(wanted), AT_ONCE):
            rows = _with_uids(models[table]).filter(uid__in=wanted[start : start + AT_ONCE])
            digests |= {(table, row.uid): row_digest(row) for row in rows}
    return digests


def _with_uids(model: type[AppendOnlyRow]) -> QuerySet[Any]:
    """Return the rows of a table, with the uids of the rows that they name."""
    names = [field.name for field in model._meta.concrete_fields]
    relations = [field.name for field in model._meta.concrete_fields if field.is_relation]
    uids = [f"{relation}__uid" for relation in relations]
    return model._default_manager.select_related(*relations).only(*names, *uids)


def _version_breaks(tournament: Tournament) -> Iterator[Break]:
    """Yield deals without the version they name or whose status disagrees with it, and results that
    retire a version of another deal.
    """
    deals = Deal.objects.filter(event__tournament=tournament).order_by()
    wrong = deals.annotate(last=Coalesce(Max("results__version"), 0)).exclude(last=F("version"))
    yield from (Break("version", uid=uid) for uid in wrong.values_list("uid", flat=True))
    named = Result.objects.filter(deal=OuterRef("pk"), version=OuterRef("version"))
    # Earlier versions kept a voided deal as done until it was replayed; such rows remain valid.
    stands, void = Exists(named.exclude(kind__in=PLAYED_AGAIN)), Exists(named.filter(kind="void"))
    untrue = deals.annotate(stands=stands, void=void).exclude(done=F("stands"))
    untrue = untrue.exclude(void=True, done=True)
    yield from (Break("done", uid=uid) for uid in untrue.values_list("uid", flat=True))
    results = Result.objects.filter(deal__event__tournament=tournament, retires__isnull=False)
    broken = results.exclude(Q(retires__deal=F("deal")) & Q(version=F("retires__version") + 1))
    yield from (Break("chain", uid=uid) for uid in broken.values_list("uid", flat=True))


def _decision_breaks(tournament: Tournament) -> Iterator[Break]:
    """Yield the entries on which there were decisions and that are not as those in force say."""
    steps = Exclusion.objects.filter(entry__event__tournament=tournament).select_related("entry")
    for _, of_entry in groupby(steps.order_by("entry", "number"), attrgetter("entry_id")):
        rows = list(of_entry)
        decided = exclusion_steps.columns_decided(exclusion_steps.not_taken_back(rows))
        if any(getattr(rows[0].entry, column) != value for column, value in decided.items()):
            yield Break("decision", uid=rows[0].entry.uid)


def _seat_breaks(tournament: Tournament) -> Iterator[Break]:
    """Yield the rounds whose seats or sides differ from the published draw."""
    draws = Publication.objects.filter(
        event__tournament=tournament, kind=Publication.Kind.DRAW, round__isnull=False
    )
    last = {
        draw.round: draw.shown
        for draw in draws.select_related("round__event").defer("round__reasons").order_by("seq")
    }
    for round_, shown in last.items():
        if round_ is not None and shown != queries.shown_draw(round_):
            yield Break("seats", uid=round_.uid)
