"""The lines of a list for the register as its preview shows them: with whom each was compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, pgettext

from clubs.members import comparing
from clubs.members.files import RegisterLine
from tournaments import wording
from tournaments.models import Person
from tournaments.persons import matching
from tournaments.persons.matching import MemberCandidate
from web.desk.members.forms import MemberDataForm


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A line, the members beside whom it was read, what it changes, what is wrong or asked."""

    line: RegisterLine
    beside: tuple[MemberCandidate, ...]
    changes: tuple[str, ...]
    words: str


def rows(lines: Sequence[RegisterLine]) -> list[PreviewRow]:
    """Return lines as they are shown, in a few questions for all."""
    members = list({each.pk: each for line in lines for each in line.compared}.values())
    known = {one.uid: one for one in matching.candidates(members, with_phones=True)}
    return [
        PreviewRow(
            line,
            tuple(known[each.uid] for each in line.compared),
            tuple(_changes(line)),
            _words(line),
        )
        for line in lines
    ]


def _changes(line: RegisterLine) -> list[str]:
    """Return what a line changes of its member, column by column."""
    if line.before is None:
        return []
    fields = MemberDataForm.base_fields
    return [
        gettext("%(column)s: %(before)s → %(after)s")
        % {"column": fields[name].label, "before": _text(name, old), "after": _text(name, new)}
        for name, old, new in comparing.differences(line.data, line.before)
    ]


def _text(name: str, value: Any) -> str:
    """Return a value of the register as people read it."""
    if name == "shown":
        return gettext("yes") if value else gettext("no")
    if name == "sex" and value:
        return str(Person.Sex(value).label)
    if name == "aliases":
        value = pgettext("list", ", ").join(value)
    return str(value or "—")


def _words(line: RegisterLine) -> str:
    problems = [wording.sentence(code, {"text": text}) for code, text in line.problems]
    if not problems and line.doubt and line.is_open:
        problems = [wording.sentence(line.doubt)]
    return wording.joined_sentences(problems)
