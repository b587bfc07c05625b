"""What is handed in: sealed items, read strictly; who writes them; what is kept of a refused one.

A sheet is the text of {"deal", "seen", "recorder", "report"}, a confirmation that of
{"sheet", "sheet_digest", "seat"}. Text that can be read is kept exactly as it came; any other is
refused with every problem and its field. Unknown fields stay in the text and have no effect.
"""

from __future__ import annotations

import json
import math
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.models import Confirmation, DeviceLease, KeptWrite, Sheet
from scoring.problems import Problem
from scoring.reading import as_number, as_object, as_text, echo, required
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Person, Tournament, User
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.record.digest import canonical, sha256
from tournaments.rights import ruling_offices
from tournaments.system.compiled_queries import Query

KEY: Final = r"[A-Za-z0-9_-]{8,64}"
DIGEST: Final = r"[0-9a-f]{64}"
DEVICE: Final = r"[A-Za-z0-9_-]{8,40}"
UID: Final = r"[0-9a-z]{1,12}"
SEAT: Final = r"[A-Za-z0-9]{1,12}"
DEPTH: Final = 24
SEALED_LIMIT: Final = 32_768
LARGEST_VERSION: Final = 2**31 - 2
MOST_SINCE_LOST: Final = 300
"""Items taken in from a device that lost its table: more than it can have played."""

_OPEN_LEASE: Final = Query(
    lambda lease: DeviceLease.objects.filter(pk=lease, released_at=None).values_list("pk"), int
)
_SHEET_KEY: Final = Query(lambda key: Sheet.objects.filter(key=key).values_list("pk"), str)
_CONFIRMATION_KEY: Final = Query(
    lambda key: Confirmation.objects.filter(key=key).values_list("pk"), str
)


@dataclass(frozen=True, slots=True)
class Writer:
    """A device under a lease that it holds or held, a player, or an official: exactly one of them.

    The caller has checked that the account is an official's, and that the phone is the player's.
    """

    tournament: Tournament
    lease: DeviceLease | None = None
    official: User | None = None
    player: Person | None = None
    rules: bool = True
    """Whether an official decides; a scorer types in what has no result, and no more."""
    chooses: bool = False
    """Whether he chooses between versions: then the one that stands is an answer too."""

    @classmethod
    def device(cls, lease: DeviceLease) -> Writer:
        """Return the device of a lease."""
        return cls(lease.table.tournament, lease=lease)

    @classmethod
    def referee(cls, tournament: Tournament, official: User) -> Writer:
        """Return an official who acts in a tournament."""
        return cls(tournament, official=official)

    @classmethod
    def at_desk(cls, tournament: Tournament, official: User, *, rules: bool) -> Writer:
        """Return an official who types at the desk, a referee who `rules` or a scorer."""
        return cls(tournament, official=official, rules=rules)

    @classmethod
    def phone(cls, tournament: Tournament, player: Person) -> Writer:
        """Return a player who answers for himself on his own phone."""
        return cls(tournament, player=player)

    @property
    def actor(self) -> Actor:
        """The name under which the log knows the writer."""
        if self.official is not None:
            return Actor.from_user(self.official)
        if self.lease is not None:
            return Actor("device", self.lease.device)
        if self.player is not None:
            return Actor("person", self.player.uid)
        raise ValueError("a writer is a device, a player or an official")

    def require_right(self, deal: Deal) -> None:
        """Raise Refused for an official whose right to a deal has ended, asked under the lock."""
        if self.official is None:
            return
        if self.rules:
            ruling_offices.check_change(self.official, deal)
        elif ruling_offices.is_window_over(deal.sitting.segment.match.round):
            raise Refused(refuse(Reason.OFFICE_ENDED))

    def is_as_read(self, made: Change) -> bool:
        """Whether nothing has changed in the tournament since the writer was read with it."""
        return made.seq == self.tournament.log_seq + 1

    def holds_table(self, made: Change | None = None) -> bool:
        """Whether the writer may write now; inside a change no release can come between.

        Where nothing has changed in the tournament before the change `made`, its lease is as it was
        read with the writer: no table is given back without an entry in the log.
        """
        if self.lease is None:
            return True
        if made is not None and self.is_as_read(made):
            return self.lease.is_open
        return _OPEN_LEASE.any(self.lease.pk)

    def is_at(self, table_id: int) -> bool:
        """Whether a device has this table; other writers are not bound to one."""
        return self.lease is None or self.lease.table_id == table_id


@dataclass(frozen=True, slots=True)
class Sealed:
    """Item of a device's outbox: its key, the text as it came, and the SHA-256 of the text."""

    key: str
    digest: str
    sealed: str


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """Content of a sheet: deal, version of the result that was seen, recorder and report."""

    deal: str
    seen: int
    recorder: str
    report: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ConfirmationFacts:
    """Content of a confirmation: the sheet, the digest of its text, and the seat that agrees."""

    sheet: str
    sheet_digest: str
    seat: str


def seal(content: Mapping[str, Any], key: str = "") -> Sealed:
    """Return `content` as a device would send it, under a new key unless one is given."""
    text = canonical(content)
    return Sealed(key or secrets.token_hex(16), sha256(text), text)


def sheet_facts(sealed: Sealed) -> SheetFacts:
    """Read a sheet. Raises CodedRefusal where digest and text differ or the text is unreadable."""
    problems: list[Problem] = []
    data = _open_sealed(sealed, problems)
    deal = _matching_text(data, "deal", UID, problems)
    seen = required(data, "seen", "", problems)
    version = as_number(seen, 0, LARGEST_VERSION, "seen", problems) if "seen" in data else 0
    recorder = _matching_text(data, "recorder", SEAT, problems)
    report = required(data, "report", "", problems)
    facts = as_object(report, "report", problems) if "report" in data else {}
    _refuse_unreadable(problems)
    return SheetFacts(deal, version or 0, recorder, facts)


def confirmation_facts(sealed: Sealed) -> ConfirmationFacts:
    """Read a confirmation. Raises CodedRefusal as `sheet_facts` does."""
    problems: list[Problem] = []
    data = _open_sealed(sealed, problems)
    facts = ConfirmationFacts(
        sheet=_matching_text(data, "sheet", KEY, problems),
        sheet_digest=_matching_text(data, "sheet_digest", DIGEST, problems),
        seat=_matching_text(data, "seat", SEAT, problems),
    )
    _refuse_unreadable(problems)
    return facts


def read_json(text: str) -> Any:
    """Return the value of a JSON text, strictly: no name twice, nothing that cannot be stored.

    Raises CodedRefusal, with code `unreadable`.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique_members,
            parse_constant=_refuse_number,
            parse_float=_finite_number,
            parse_int=_whole_number,
        )
    except json.JSONDecodeError as error:
        malformed = refuse(Code.JSON_MALFORMED, line=error.lineno, column=error.colno)
        raise CodedRefusal(Code.UNREADABLE, malformed) from error
    except RecursionError as error:
        raise CodedRefusal(Code.UNREADABLE, refuse(Code.JSON_TOO_DEEP, limit=DEPTH)) from error
    _refuse_unreadable(list(dict.fromkeys(_storage_problems(value))))
    return value


def columns(writer: Writer, sealed: Sealed) -> dict[str, object]:
    """Return the columns in which a row keeps an item and who wrote it."""
    content = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}
    return {**content, "lease": writer.lease, "official": writer.official}


def stored_sheet(writer: Writer, sealed: Sealed) -> Sheet | None:
    """Return the sheet that came under this key before.

    Raises CodedRefusal where that had other content, or was of another tournament.
    """
    if not _SHEET_KEY.any(sealed.key):
        return None
    sheet = Sheet.objects.get(key=sealed.key)
    _check_same(sheet.digest, sheet.deal, writer, sealed)
    return sheet


def stored_confirmation(writer: Writer, sealed: Sealed) -> Confirmation | None:
    """Return the confirmation that came under this key before. Raises as `stored_sheet` does."""
    if not _CONFIRMATION_KEY.any(sealed.key):
        return None
    confirmation = Confirmation.objects.get(key=sealed.key)
    _check_same(confirmation.digest, confirmation.sheet.deal, writer, sealed)
    return confirmation


def _check_same(digest: str, deal: Deal, writer: Writer, sealed: Sealed) -> None:
    if digest != sealed.digest or deal.event.tournament_id != writer.tournament.pk:
        raise CodedRefusal(Code.KEY_REUSED, refuse(Code.KEY_REUSED, "key"))


def check_not_spent(writer: Writer) -> None:
    """Raise CodedRefusal where a device has sent too much since its table was taken from it."""
    if _is_spent(writer):
        raise CodedRefusal(Code.LEASE_SPENT, refuse(Code.LEASE_SPENT, limit=MOST_SINCE_LOST))


def keep_refused(
    kind: KeptWrite.Kind, writer: Writer, sealed: Sealed, refused: Refused
) -> CodedRefusal:
    """Keep what was refused, once for each reason, and return the refusal as it is answered."""
    reason = refused.problems[0].code
    of_kind = {"kind": kind, "key": sealed.key, "digest": sealed.digest, "reason": reason.value}
    stored = KeptWrite.objects.filter(tournament=writer.tournament, **of_kind)
    kept = stored.exists() or not _is_spent(writer)
    if kept and not stored.exists():
        with suppress(Repeated), change(writer.tournament, writer.actor, Verb.KEEP_WRITE) as made:
            if stored.exists():
                raise Repeated
            kept_write = KeptWrite.objects.create(
                **{**columns(writer, sealed), **of_kind},
                tournament=writer.tournament,
                problems=[problem.as_json() for problem in refused.problems],
            )
            made.made(kept_write)
            made.concerns(kept=kept_write)
            made.note(reason=reason.value)
    return CodedRefusal(reason, *refused.problems, key=sealed.key, digest=sealed.digest, kept=kept)


def _is_spent(writer: Writer) -> bool:
    """Whether a device has handed over as much as is taken since its table was taken from it."""
    if writer.lease is None or writer.lease.is_open:
        return False
    released = DeviceLease.objects.values_list("released_at", flat=True).get(pk=writer.lease.pk)
    if released is None:
        return False
    since = {"lease": writer.lease, "created_at__gte": released}
    rows = (Sheet, Confirmation, KeptWrite)
    return sum(row.objects.filter(**since).count() for row in rows) >= MOST_SINCE_LOST


def _open_sealed(sealed: Sealed, problems: list[Problem]) -> Mapping[str, Any]:
    if len(sealed.sealed) > SEALED_LIMIT:
        raise CodedRefusal(
            Code.UNREADABLE, refuse(Code.TEXT_TOO_LONG, "sealed", limit=SEALED_LIMIT)
        )
    if not _is_storable(sealed.sealed):
        raise CodedRefusal(Code.UNREADABLE, refuse(Code.TEXT_NOT_STORABLE, "sealed"))
    if sha256(sealed.sealed) != sealed.digest:
        raise CodedRefusal(Code.DIGEST_MISMATCH, refuse(Code.DIGEST_MISMATCH, "digest"))
    return as_object(read_json(sealed.sealed), "sealed", problems)


def _matching_text(
    data: Mapping[str, Any], name: str, pattern: str, problems: list[Problem]
) -> str:
    value = required(data, name, "", problems)
    text = as_text(value, name, problems) if name in data else None
    if text is not None and not re.fullmatch(pattern, text):
        problems.append(refuse(Code.TEXT_MALFORMED, name))
    return text or ""


def _refuse_unreadable(problems: list[Problem]) -> None:
    if problems:
        raise CodedRefusal(Code.UNREADABLE, *problems)


def _unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise CodedRefusal(
            Code.UNREADABLE, refuse(Code.JSON_NAME_TWICE, name=_without_surrogates(echo(twice)))
        )
    return members


def _refuse_number(_text: str) -> Any:
    raise CodedRefusal(Code.UNREADABLE, refuse(Code.JSON_NUMBER_TOO_LARGE))


def _finite_number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse_number(text)


def _whole_number(text: str) -> int:
    return int(text) if len(text) <= 18 else _refuse_number(text)


def _storage_problems(value: Any) -> list[Problem]:
    """Return what a database cannot hold; without recursion, because the depth may be wrong too."""
    problems: list[Problem] = []
    level = [value]
    for _ in range(DEPTH):
        texts: list[str] = []
        parts: list[Any] = []
        for node in level:
            if isinstance(node, dict):
                texts += node
                parts += node.values()
            elif isinstance(node, list):
                parts += node
            elif isinstance(node, str):
                texts.append(node)
        if not all(map(_is_storable, texts)):
            problems.append(refuse(Code.TEXT_NOT_STORABLE))
        level = parts
    return [*problems, refuse(Code.JSON_TOO_DEEP, limit=DEPTH)] if level else problems


def _is_storable(text: str) -> bool:
    """Whether every database can hold the text: no NUL, no half of a surrogate pair."""
    return "\0" not in text and _without_surrogates(text) == text


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
