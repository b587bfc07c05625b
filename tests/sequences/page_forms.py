"""The forms that a page offers, and how somebody fills them in: rightly, wrongly or not at all."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile

TEXTS: Final = ("1", "3", "-50", "0", "", "   ", "十二", "-100000", "<b>&</b>", "N", "长" * 600)
"""What is typed into a field of text by somebody who does not know what belongs there."""
REASONS: Final = ("裁判看见了", "迟到六分钟", "重新核对记录")
NUMBERS: Final = ("0", "1", "2", "3", "4", "-50", "-1", "10", "99999999999", "x", "")
POINTS: Final = ("-50", "-10", "-10", "-1", "+20", "0")
COMMITTEES: Final = ("", "周一\n吴二\n郑三", "周一")
WORDY: Final = (
    *("reason", "why", "override", "note", "name"),
    *("statement", "text", "facts", "remedy_words", "receipt"),
)
"""What is in the names of fields of which it is known that they want words."""
NAMED: Final = frozenset({"whom", "signed", "sure"})
"""Boxes of which at least one is mostly ticked."""
SELDOM: Final = frozenset({"level", "disciplinary", "points", "remedy", "minutes", "received_at"})
"""Fields that are mostly left as they are: what an article says, what the clock says."""
GARBLED: Final = 0.02
"""How often a hidden value is no longer the one that the page gave."""
CHANGED: Final = (0.0, 0.0, 0.1, 0.5)
"""How many fields are filled in otherwise than the page proposes, by how somebody is minded."""
EXCHANGED: Final = 0.4
"""How often two who are chosen from one list change places, as at the seats of a table."""
KNOWING: Final = 0.85
"""How often somebody knows what belongs into an empty field."""


@dataclass
class Field:
    """A field of a form: its name, its kind, the values it may have and those it is shown with."""

    name: str
    kind: str
    values: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


@dataclass
class PageForm:
    """A form that is sent by POST; `buttons` are the names and values of its buttons, and where
    each sends it, empty for the form's own address.
    """

    action: str
    fields: dict[str, Field] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


def forms_of(html: str, path: str) -> list[PageForm]:
    """Return the forms of a page that change something, without those that every page has."""
    parser = _Forms(path)
    parser.feed(html)
    return [form for form in parser.posted if not form.action.startswith(("/i18n/", "/desk/log"))]


def filled(form: PageForm, rng: Random, *, again: bool = False) -> tuple[str, dict[str, Any]]:
    """Return where the form is sent, and what somebody sends with it.

    With `again` the page came back with what was sent, as after a preview: mostly it stays.
    """
    changed = rng.choice(CHANGED[:-1] if again else CHANGED)
    sent = {
        asked.name: values
        for asked in form.fields.values()
        if (values := _values(asked, rng, changed, again=again))
    }
    if not again and rng.random() < EXCHANGED:
        _exchange(form, sent, rng)
    name, value, action = _pressed(form, rng, again=again)
    if name:
        sent[name] = [value]
    return action or form.action, sent


def _pressed(form: PageForm, rng: Random, *, again: bool) -> tuple[str, str, str]:
    """Return the button that is pressed: after a preview mostly the one that it is for."""
    named = [button for button in form.buttons if button[0]] if again else []
    if named and rng.random() < KNOWING:
        return rng.choice(named)
    return rng.choice(form.buttons) if form.buttons else ("", "", "")


def _exchange(form: PageForm, sent: dict[str, Any], rng: Random) -> None:
    """Let two who are chosen from the same list change places."""
    by_list: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for asked in form.fields.values():
        if asked.kind == "select" and asked.name in sent:
            by_list[tuple(asked.values)].append(asked.name)
    alike = [names for names in by_list.values() if len(names) > 1]
    for names in alike:
        # Nobody sits twice: who is chosen at random is chosen once.
        drawn = rng.sample(form.fields[names[0]].values, len(form.fields[names[0]].values))
        if all(form.fields[name].shown in ([], [""]) for name in names):
            sent |= {name: [value] for name, value in zip(names, filter(None, drawn), strict=False)}
    if alike:
        first, second = rng.sample(rng.choice(alike), 2)
        sent[first], sent[second] = sent[second], sent[first]


def made_up(rng: Random) -> dict[str, Any]:
    """Return what somebody sends who has seen no form."""
    return {name: rng.choice(TEXTS) for name in ("reason", "points", "seen", "key", "number")}


def _values(asked: Field, rng: Random, changed: float, *, again: bool) -> list[Any]:
    stays = rng.random() >= changed
    if asked.kind == "hidden":
        return asked.shown if rng.random() > GARBLED else [rng.choice(TEXTS)]
    if asked.kind == "file":
        return [SimpleUploadedFile("list.csv", rng.choice(TEXTS).encode())]
    if stays and asked.kind != "checkbox" and (again or asked.shown not in ([], [""], ["\n"])):
        return asked.shown
    if asked.kind == "checkbox":
        return _ticked(asked, rng, stays=stays)
    return [_chosen(asked, rng)]


def _ticked(asked: Field, rng: Random, *, stays: bool) -> list[str]:
    if asked.name in NAMED and not asked.shown and rng.random() < KNOWING:
        return rng.sample(asked.values, rng.randint(1, len(asked.values)))
    return asked.shown if stays else [value for value in asked.values if rng.random() < 1 / 2]


def _chosen(asked: Field, rng: Random) -> str:
    if asked.name in SELDOM and rng.random() < KNOWING:
        return ""
    if asked.kind in {"select", "radio"}:
        # A value that the page does not offer comes only from whoever forges it.
        return rng.choice([*asked.values * 10, "forged"])
    return _typed(asked, rng)


def _typed(asked: Field, rng: Random) -> str:
    if rng.random() > KNOWING:
        return rng.choice(NUMBERS if asked.kind == "number" else TEXTS)
    if asked.name == "committee":
        return rng.choice(COMMITTEES)
    if any(part in asked.name for part in WORDY):
        return rng.choice(REASONS)
    if "points" in asked.name:
        return rng.choice(POINTS)
    return rng.choice(["1", "2", "4", ""]) if asked.kind == "number" else ""


class _Forms(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.posted: list[PageForm] = []
        self._by_id: dict[str, PageForm] = {}
        self._form: PageForm | None = None
        self._select: Field | None = None
        self._text: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._begin(at)
        form = self._by_id.get(at["form"]) if "form" in at else self._form
        if form is not None and tag in {"input", "select", "textarea", "button"}:
            self._add(form, tag, at)
        elif tag == "option" and self._select is not None:
            self._select.values.append(at.get("value", ""))
            self._select.shown += [at.get("value", "")] if "selected" in at else []

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.shown = ["".join(self._text.shown) + data]

    def _to(self, action: str) -> str:
        return urlsplit(urljoin(self.path, action))._replace(fragment="").geturl()

    def _begin(self, at: dict[str, str]) -> None:
        self._form = PageForm(self._to(at.get("action", "")))
        if at.get("method", "").lower() == "post":
            self.posted.append(self._form)
        if "id" in at:
            self._by_id[at["id"]] = self._form

    def _add(self, form: PageForm, tag: str, at: dict[str, str]) -> None:
        name, kind, value = at.get("name", ""), at.get("type", "text"), at.get("value", "")
        if tag == "button" or kind in {"submit", "image"}:
            if tag != "button" or kind != "button":
                to = at.get("formaction", "")
                form.buttons.append((name, value, to and self._to(to)))
            return
        if not name or name == "csrfmiddlewaretoken" or "disabled" in at:
            return
        asked = form.fields.setdefault(name, Field(name, kind if tag == "input" else tag))
        if tag == "select":
            self._select = asked
        elif tag == "textarea":
            self._text = asked
        elif kind in {"checkbox", "radio"}:
            value = at.get("value", "on")
            asked.values.append(value)
            asked.shown += [value] if "checked" in at else []
        else:
            asked.shown.append(value)
