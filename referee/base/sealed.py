"""Sealed items of a device: strict JSON, the digest of its text, and the facts read from it.

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
from dataclasses import dataclass
from typing import Any, Final

from referee.base.refusals import Code, CodedRefusal, problem
from scoring.problems import Problem
from scoring.reading import as_number, as_object, as_text, echo, required
from tournaments.record.digest import canonical, sha256

KEY: Final = r"[A-Za-z0-9_-]{8,64}"
DIGEST: Final = r"[0-9a-f]{64}"
DEVICE: Final = r"[A-Za-z0-9_-]{8,40}"
UID: Final = r"[0-9a-z]{1,12}"
SEAT: Final = r"[A-Za-z0-9]{1,12}"
DEPTH: Final = 24
SEALED_LIMIT: Final = 32_768
LARGEST_VERSION: Final = 2**31 - 2


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
    """Read a sheet. Raises Turned where the digest does not match or the text cannot be read."""
    problems: list[Problem] = []
    data = _open_sealed(sealed, problems)
    facts = SheetFacts(
        deal=_matching_text(data, "deal", UID, problems),
        seen=_seen_version(data, problems),
        recorder=_matching_text(data, "recorder", SEAT, problems),
        report=_report(data, problems),
    )
    _refuse_unreadable(problems)
    return facts


def confirmation_facts(sealed: Sealed) -> ConfirmationFacts:
    """Read a confirmation. Raises Turned as `sheet_facts` does."""
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

    Raises Turned, with code `unreadable`.
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
        malformed = problem(Code.JSON_MALFORMED, line=error.lineno, column=error.colno)
        raise CodedRefusal(Code.UNREADABLE, malformed) from error
    except RecursionError as error:
        raise CodedRefusal(Code.UNREADABLE, problem(Code.JSON_TOO_DEEP, limit=DEPTH)) from error
    _refuse_unreadable(list(dict.fromkeys(_storage_problems(value))))
    return value


def _open_sealed(sealed: Sealed, problems: list[Problem]) -> Mapping[str, Any]:
    if len(sealed.sealed) > SEALED_LIMIT:
        raise CodedRefusal(
            Code.UNREADABLE, problem(Code.TEXT_TOO_LONG, "sealed", limit=SEALED_LIMIT)
        )
    if not _is_storable(sealed.sealed):
        raise CodedRefusal(Code.UNREADABLE, problem(Code.TEXT_NOT_STORABLE, "sealed"))
    if sha256(sealed.sealed) != sealed.digest:
        raise CodedRefusal(Code.DIGEST_MISMATCH, problem(Code.DIGEST_MISMATCH, "digest"))
    return as_object(read_json(sealed.sealed), "sealed", problems)


def _matching_text(
    data: Mapping[str, Any], name: str, pattern: str, problems: list[Problem]
) -> str:
    problem_count = len(problems)
    value = required(data, name, "", problems)
    text = as_text(value, name, problems) if len(problems) == problem_count else None
    if text is not None and not re.fullmatch(pattern, text):
        problems.append(problem(Code.TEXT_MALFORMED, name))
    return text or ""


def _seen_version(data: Mapping[str, Any], problems: list[Problem]) -> int:
    problem_count = len(problems)
    value = required(data, "seen", "", problems)
    if len(problems) > problem_count:
        return 0
    return as_number(value, 0, LARGEST_VERSION, "seen", problems) or 0


def _report(data: Mapping[str, Any], problems: list[Problem]) -> Mapping[str, Any]:
    problem_count = len(problems)
    value = required(data, "report", "", problems)
    return {} if len(problems) > problem_count else as_object(value, "report", problems)


def _refuse_unreadable(problems: list[Problem]) -> None:
    if problems:
        raise CodedRefusal(Code.UNREADABLE, *problems)


def _unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise CodedRefusal(
            Code.UNREADABLE, problem(Code.JSON_NAME_TWICE, name=_without_surrogates(echo(twice)))
        )
    return members


def _refuse_number(_text: str) -> Any:
    raise CodedRefusal(Code.UNREADABLE, problem(Code.JSON_NUMBER_TOO_LARGE))


def _finite_number(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse_number(text)


def _whole_number(text: str) -> int:
    return int(text) if len(text) <= 18 else _refuse_number(text)


def _storage_problems(value: Any) -> list[Problem]:
    """Return what a database cannot hold; without recursion, because the depth may be wrong too."""
    problems, level = [], [value]
    for _ in range(DEPTH):
        if not all(_is_storable(text) for text in _texts(level)):
            problems.append(problem(Code.TEXT_NOT_STORABLE))
        level = [part for node in level for part in _children(node)]
    return [*problems, problem(Code.JSON_TOO_DEEP, limit=DEPTH)] if level else problems


def _children(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _texts(values: list[Any]) -> list[str]:
    names = [name for value in values if isinstance(value, dict) for name in value]
    return names + [value for value in values if isinstance(value, str)]


def _is_storable(text: str) -> bool:
    """Whether every database can hold the text: no NUL, no half of a surrogate pair."""
    return "\0" not in text and _without_surrogates(text) == text


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
