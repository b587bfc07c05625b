"""Proof of the record: the chain of the log, and every row and version against what it says."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import F, Max, Q
from django.db.models.functions import Coalesce

from tournaments.checks import coverage
from tournaments.models import (
    AppendOnlyRow,
    AuditEntry,
    Club,
    ClubEntry,
    Deal,
    LogMention,
    Membership,
    Publication,
    Result,
    Tournament,
)
from tournaments.record.audit import Verb
from tournaments.record.digest import row_digest, sha256
from tournaments.record.mentions import Mention, body_of, mentions
from tournaments.results import queries


@dataclass(frozen=True, slots=True)
class Break:
    """A place where the record does not hold: what is wrong, in which entry or with which row."""

    what: str
    seq: int = 0
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found in a tournament: where it does not hold, up to which entry it was read, and
    how many rows of before are not covered, by what of them is not."""

    breaks: tuple[Break, ...]
    seq: int
    head: str
    uncovered: Mapping[str, int]


def verify(tournament: Tournament) -> list[Break]:
    """Return every place where the tournament's record does not hold; none if all is well."""
    return list(prove(tournament).breaks)


def prove(tournament: Tournament) -> Proof:
    """Compare the record of a tournament with itself.

    Entries are compared with one another and with the rows that they name, rows with the entries
    that name them, deals with the versions of their results, seats with the published draw, and
    numbers, names, roles and the states of rounds with what was stated of them last.
    Writers may go on meanwhile: the rows are read first, and the log up to the head that it had
    after that.
    """
    stored = list(_stored(tournament))
    breaks = [*_versions(tournament), *_chains(tournament), *_seats(tournament)]
    last = tournament.log.aggregate(last=Max("seq"))["last"] or 0
    seq, head = Tournament.objects.values_list("log_seq", "log_head").get(pk=tournament.pk)
    entries = list(tournament.log.filter(seq__lte=seq).order_by("seq"))
    breaks += _links(entries, tournament, seq, head)
    breaks += [Break("head", seq)] if last > seq else []
    bodies = {entry.pk: body_of(entry.body) for entry in entries}
    named = Counter(
        (row["table"], row["uid"]) for body in bodies.values() for row in body.get("rows", [])
    )
    breaks += [Break("unlogged", uid=uid) for table, uid in stored if not named[table, uid]]
    breaks += [Break("twice", uid=row[1]) for row, times in named.items() if times > 1]
    breaks += _mentions(tournament, entries, bodies)
    compared = coverage.compare(tournament, bodies)
    breaks += [Break(what, uid=uid) for what, uid in compared.faults]
    return Proof(tuple(breaks), seq, head, compared.uncovered)


def _mentions(
    tournament: Tournament, entries: Iterable[AuditEntry], bodies: Mapping[int, Mapping[str, Any]]
) -> Iterator[Break]:
    """Name the entries of which the side table says something else than they do.

    An entry that was itself altered is named for that.
    """
    stored: dict[int, Counter[tuple[str, Mention]]] = defaultdict(Counter)
    rows = LogMention.objects.filter(entry__tournament=tournament)
    for key, verb, *columns in rows.values_list("entry", "verb", "kind", "part", "uid"):
        stored[key][verb, Mention(*columns)] += 1
    for entry in entries:
        wanted = Counter((entry.verb, mention) for mention in mentions(bodies[entry.pk]))
        if stored[entry.pk] != wanted and not _faults(entry, tournament, entry.previous):
            yield Break("mentions", entry.seq)


def verify_club(club: Club) -> list[Break]:
    """Return every place where the chain of a club does not hold; none if all is well.

    A role that was revoked and is there again, as the same row, was put back past the program.
    """
    last = club.log.aggregate(last=Max("seq"))["last"] or 0
    seq, head = Club.objects.values_list("log_seq", "log_head").get(pk=club.pk)
    entries = list(club.log.filter(seq__lte=seq).order_by("seq"))
    breaks = [*_links(entries, club, seq, head), *_roles_put_back(entries)]
    return [*breaks, Break("head", seq)] if last > seq else breaks


def _roles_put_back(entries: Iterable[ClubEntry]) -> Iterator[Break]:
    revoked = {}
    for entry in entries:
        about = body_of(entry.body).get("about")
        if entry.verb == Verb.REVOKE_ROLE and isinstance(about, dict):
            revoked[about.get("membership")] = entry.seq
    for uid in Membership.objects.filter(uid__in=revoked).values_list("uid", flat=True):
        yield Break("revoked", revoked[uid], uid)


def _links(
    entries: Iterable[AuditEntry | ClubEntry], owner: Tournament | Club, seq: int, head: str
) -> Iterator[Break]:
    previous, expected = "", 0
    for entry in entries:
        expected += 1
        if entry.seq != expected:
            yield Break("missing", expected)
            expected = entry.seq
        for what in _faults(entry, owner, previous):
            yield Break(what, entry.seq)
        previous = entry.hash
    if (expected, previous) != (seq, head):
        yield Break("head", seq)


def _faults(entry: AuditEntry | ClubEntry, owner: Tournament | Club, previous: str) -> list[str]:
    body = body_of(entry.body)
    stated = [body.get(column) for column in (str(owner._meta.model_name), "seq", "verb", "actor")]
    sound = {
        "previous": entry.previous == previous,
        "hash": entry.hash == sha256(entry.previous + entry.body),
        "columns": stated == [owner.uid, entry.seq, entry.verb, entry.actor],
        "rows": all(_stands(row) for row in body.get("rows", [])),
    }
    return [what for what, holds in sound.items() if not holds]


def _append_only() -> Iterator[type[AppendOnlyRow]]:
    for model in apps.get_models():
        if issubclass(model, AppendOnlyRow) and model.of_tournament:
            yield model


def _stored(tournament: Tournament) -> Iterator[tuple[str, str]]:
    for model in _append_only():
        rows = model._default_manager.filter(**{model.of_tournament: tournament})
        for uid in rows.values_list("uid", flat=True):
            yield model._meta.db_table, uid


def _stands(logged_row: dict[str, str]) -> bool:
    """Whether a row is as the log says; of a row that may change the log tells only its birth."""
    model = {model._meta.db_table: model for model in _append_only()}.get(logged_row["table"])
    if model is None:
        return True
    relations = [field.name for field in model._meta.concrete_fields if field.is_relation]
    row = model._default_manager.select_related(*relations).filter(uid=logged_row["uid"]).first()
    return row is not None and row_digest(row) == logged_row["digest"]


def _versions(tournament: Tournament) -> list[Break]:
    deals = Deal.objects.filter(event__tournament=tournament).order_by()
    wrong = deals.annotate(last=Coalesce(Max("results__version"), 0)).exclude(last=F("version"))
    return [Break("version", uid=uid) for uid in wrong.values_list("uid", flat=True)]


def _chains(tournament: Tournament) -> list[Break]:
    results = Result.objects.filter(deal__event__tournament=tournament, retires__isnull=False)
    wrong = results.exclude(Q(retires__deal=F("deal")) & Q(version=F("retires__version") + 1))
    return [Break("chain", uid=uid) for uid in wrong.values_list("uid", flat=True)]


def _seats(tournament: Tournament) -> Iterator[Break]:
    """Name the rounds in which somebody sits elsewhere, or for another side, than was published."""
    draws = Publication.objects.filter(
        event__tournament=tournament, kind=Publication.Kind.DRAW, round__isnull=False
    )
    last = {draw.round: draw.shown for draw in draws.select_related("round").order_by("seq")}
    for round_, shown in last.items():
        if round_ is not None and shown != queries.shown_draw(round_):
            yield Break("seats", uid=round_.uid)
