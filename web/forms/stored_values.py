"""Forms over stored values that keep what another page has stored since this one was opened.

Beside every field the page carries a mark of the value that was stored when it was opened (the tag
`stored`). When the form comes back, an untouched field takes the value stored now, a changed field
is stored, and where both changed, the form asks which value to keep. Forms that create a row, and
rows corrected by adding versions, do not belong here.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from types import TracebackType
from typing import Any, ClassVar, Final, cast

from django import forms
from django.forms.widgets import ChoiceWidget
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments import wording
from tournaments.models import Club, Tournament
from tournaments.record import audit, log_queries
from tournaments.record.audit import AsRead
from tournaments.record.digest import digest
from web.forms.base import DeskForm

WAS: Final = "was-"
"""Prefix of a field's name: the mark of the value stored when the page was opened."""
ALL: Final = "was"
"""The marks of a form of many fields at once: the entry of the log, then fields with digests."""
KEPT: Final = "kept-"
"""Prefix of a field's name: which of two values is kept."""
DIGITS: Final = 12
MOST_SHOWN: Final = 200
"""Characters of a value that the question shows."""


@dataclass(frozen=True, slots=True)
class Logged:
    """Where the log says who changed the stored values: the verbs, and the rows they are about."""

    owner: Tournament | Club
    verbs: Collection[str]
    about: str = ""
    """The uid of a row; entries about other rows are left out."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that this page and another one have changed: the question, and both answers."""

    question: str
    options: tuple[tuple[str, str], ...]
    """The value that the form sends for each answer, with its words."""


class StoredForm(DeskForm):
    """A form over stored values; `initial` holds them, also where the form is bound.

    `logged` names who changed a value; without it the question names nobody.
    """

    logged: Logged | None = None
    is_over_stored: ClassVar = True
    """Whether pages send marks beside the fields, which they ask of any form."""
    beside_values: ClassVar[Collection[str]] = ()
    """Fields about the change itself, such as its reason, rather than stored values."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conflicts: dict[str, Conflict] = {}
        self._marks: dict[str, str] | None = None

    def stored_value(self, name: str) -> Any:
        """Return the value stored for a field, which the page may show in another form."""
        return self.get_initial_for_field(self.fields[name], name)

    def value_words(self, name: str, value: Any) -> str:
        """Word a field's value for the question of which one to keep."""
        return _words(self.fields[name], value)

    def full_clean(self) -> None:
        """Validate the values changed here together with the stored values of all other fields."""
        if self.is_bound and self._marks is None:
            self._merge()
        super().full_clean()
        for name, conflict in self.conflicts.items():
            self.add_error(name, conflict.question)

    @property
    def changes_nothing(self) -> bool:
        """Whether the merged form has in every field the value that is stored already."""
        return not any(map(self._is_changed, self.fields))

    def _is_changed(self, name: str) -> bool:
        field = self.fields[name]
        if field.disabled or name in self.beside_values:
            return False
        sent = field.widget.value_from_datadict(self.data, self.files, self.add_prefix(name))
        return self._digest(name, sent) != self._digest(name, self.stored_value(name))

    def as_read(self) -> AbstractContextManager[None]:
        """Let the operation succeed only if the values are still those that this form has read."""
        if self.logged is None:
            return nullcontext()
        owner, verbs, about = self.logged.owner, self.logged.verbs, self.logged.about
        return audit.unchanged_since(AsRead(owner, verbs, owner.log_seq, about))

    def take_refusal(self) -> AbstractContextManager[None, bool]:
        """Run the block under the condition of `as_read`, and show why the operation is refused."""
        return _AsRead(self.as_read(), super().take_refusal())

    def mark(self, name: str) -> str:
        """Return the mark that the page carries beside a field.

        A field that is asked about keeps the mark of the page, until it is answered.
        """
        sent = (self._marks or {}).get(name)
        if sent and name in self.conflicts:
            return sent
        seq = self.logged.owner.log_seq if self.logged else 0
        return f"{self._digest(name, self.stored_value(name))}.{seq}"

    def beside(self, name: str, *, marked: bool) -> dict[str, Any]:
        """Return what a page shows and sends beside a field; unless `marked`, only the answers."""
        conflict = self.conflicts.get(name)
        return {
            "was": WAS + self.add_prefix(name) if marked else "",
            "mark": self.mark(name) if marked else "",
            "kept": KEPT + self.add_prefix(name),
            "options": conflict.options if conflict else (),
        }

    def marks(self) -> tuple[str, str]:
        """Return the marks of all fields under one name, for a form of many fields."""
        marks = {name: self.mark(name) for name in self.fields}
        first = min(map(_seq_of, marks.values()), default=0)
        digests = (f"{name}:{mark[:DIGITS]}" for name, mark in marks.items())
        return self.add_prefix(ALL), " ".join([str(first), *digests])

    def _merge(self) -> None:
        data = cast(QueryDict, self.data).copy()
        seq, *marked = data.get(self.add_prefix(ALL), "0").split()[: len(self.fields) + 1] or ["0"]
        joint = dict(each.split(":", 1) for each in marked if ":" in each)
        self._marks = {}
        for name, field in self.fields.items():
            mark = data.get(WAS + self.add_prefix(name), "")
            if name in joint:
                mark = f"{joint[name]}.{seq}"
            if mark and not field.disabled:
                self._marks[name] = mark
                self._merge_field(data, name, mark)
        self.data = data

    def _merge_field(self, data: QueryDict, name: str, mark: str) -> None:
        field, key = self.fields[name], self.add_prefix(name)
        stored = self.stored_value(name)
        typed = field.widget.value_from_datadict(self.data, self.files, key)
        was, now, here = mark[:DIGITS], self._digest(name, stored), self._digest(name, typed)
        if now in (was, here):
            return
        answer = data.get(KEPT + key, "")
        if here == was or answer == f"stored.{now}":
            _fill_in(data, key, field, stored)
        elif answer != f"typed.{now}":
            self.conflicts[name] = self._conflict(name, stored, typed)

    def _conflict(self, name: str, stored: Any, typed: Any) -> Conflict:
        now = self._digest(name, stored)
        values = {
            "label": str(self[name].label),
            "value": self.value_words(name, stored),
            "name": self._who_changed(name),
        }
        question = (
            gettext(
                "Since you opened this page, %(name)s has changed “%(label)s” to %(value)s: "
                "which one is kept?"
            )
            if values["name"]
            else gettext(
                "Since you opened this page, “%(label)s” was changed to %(value)s: "
                "which one is kept?"
            )
        )
        kept = gettext("%(value)s (stored)") % {"value": values["value"]}
        mine = gettext("%(value)s (yours)") % {"value": self.value_words(name, typed)}
        return Conflict(question % values, ((f"stored.{now}", kept), (f"typed.{now}", mine)))

    def _who_changed(self, name: str) -> str:
        """Return the one account that has changed the values since; "" for none or for several."""
        if self.logged is None:
            return ""
        since = _seq_of((self._marks or {})[name])
        return log_queries.only_author(
            self.logged.owner, self.logged.verbs, since=since, about=self.logged.about
        )

    def _digest(self, name: str, value: Any) -> str:
        return digest({"value": _normal(self.fields[name], value)})[:DIGITS]


class _AsRead(AbstractContextManager[None, bool]):
    """A condition of an operation within what takes its refusal."""

    def __init__(
        self, condition: AbstractContextManager[None], outcome: AbstractContextManager[None, bool]
    ) -> None:
        self._condition, self._outcome, self._opened = condition, outcome, ExitStack()

    def __enter__(self) -> None:
        self._opened.enter_context(self._condition)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._opened.close()
        return self._outcome.__exit__(kind, error, trace)


def _seq_of(mark: str) -> int:
    """Return the log's last entry when the page was opened; 0 for a malformed mark."""
    seq = mark.partition(".")[2]
    return int(seq) if seq.isascii() and seq.isdecimal() and len(seq) < DIGITS else 0


def _normal(field: forms.Field, value: Any) -> Any:
    """Return a value in the form a page shows, whether it was stored or sent."""
    try:
        value = field.to_python(value)
    except forms.ValidationError:
        return str(value)
    if isinstance(field.widget, forms.CheckboxInput):
        return bool(value)
    if isinstance(value, list | tuple):
        return sorted(map(str, value))
    return str(_shown(field, value)).replace("\r\n", "\n").strip()


def _shown(field: forms.Field, value: Any) -> str:
    """Return the text that the widget of a single-valued field shows and sends."""
    value = field.prepare_value(value)
    if value is None:
        return ""
    if isinstance(field.widget, ChoiceWidget):
        return str(value)
    return str(field.widget.format_value(value) or "")


def _fill_in(data: QueryDict, key: str, field: forms.Field, stored: Any) -> None:
    """Write a stored value into the data sent, as if the page had been opened just now."""
    if isinstance(field.widget, forms.CheckboxInput):
        data[key] = "true" if stored else "false"
    elif isinstance(field, forms.MultipleChoiceField):
        data.setlist(key, list(map(str, stored or ())))
    else:
        data[key] = _shown(field, stored)


def _words(field: forms.Field, value: Any) -> str:
    normal = _normal(field, value)
    if isinstance(normal, bool):
        return gettext("yes") if normal else gettext("no")
    if isinstance(field, forms.ChoiceField):
        named: dict[str, str] = {str(key): str(words) for key, words in _flat(field.choices)}
        chosen: list[str] = normal if isinstance(normal, list) else [normal]
        text = wording.listed([named.get(key, key) for key in chosen])
    elif isinstance(field, forms.DateTimeField):
        text = _hour_words(field, value) or normal
    else:
        text = wording.listed(normal) if isinstance(normal, list) else str(normal)
    if not text:
        return gettext("empty")
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def _hour_words(field: forms.DateTimeField, value: Any) -> str:
    """Return a time in words; "" for none or for one that cannot be read."""
    try:
        moment = field.to_python(value)
    except forms.ValidationError:
        return ""
    if moment is None:
        return ""
    # A stored value is in UTC, one that was typed in the zone of the tournament already.
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def _flat(choices: Any) -> list[tuple[Any, Any]]:
    """Return the choices of a field without the headings under which some are offered."""
    flat: list[tuple[Any, Any]] = []
    for key, words in choices:
        flat += list(words) if isinstance(words, list | tuple) else [(key, words)]
    return flat
