"""Every POST of the desk is sent twice: what it makes is made once, and answered alike.

Sent a third time with other words it makes something else, or is refused, and never passed over.
Two clicks on a slow line are one wish. The forms are read from the pages of the desk, so that a new
one is tried without a line here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.apps import apps
from django.contrib import messages
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import resolve, reverse

from tests.address_tables import DESK
from tests.sequences.page_forms import Field, PageForm, forms_of
from tests.world import World, assemble
from tournaments import organise
from tournaments.models import AuditEntry, ClubEntry, LogMention, Role

TYPED: Final = {
    "name": "新来的",
    "partner": "同来的",
    "own_name": "新队",
    "names": "赵明远\n钱思齐",
    "text": "第十三条",
    "reason": "裁判看见了",
    "why": "裁判看见了",
    "number": "7001",
    "count": "2",
    "from_round": "9",
    "points": "-5",
    "minutes": "5",
    "amount": "30",
    "phone": "13800138000",
    "facts": "裁判看见了",
    "statement": "裁判看见了",
    "username": "",
    "tables": "",
    "notice": "七点开赛",
    "places": "3",
}
ASKED: Final = {"desk_event_new": "?game=gongzhu"}
"""What the address of a page asks for, where it shows its form only then."""
READ_FIRST: Final = {
    "desk_members_import": "file",
    "desk_entries_file": "file",
    "desk_entries_paste": "names",
}
"""Pages that show what they have read of a field, and store it when that is confirmed."""
WORDS: Final = frozenset(
    {"reason", "why", "text", "reasons", "statement", "facts", "notice", "name"}
)
"""Fields of free words, which the third time say something else."""
LOGS: Final = {AuditEntry, ClubEntry, LogMention}
"""Where also what changes nothing is written down."""
SHOWN_ONCE: Final = frozenset({"desk_pin", "desk_password", "desk_member_link"})
"""What is drawn anew takes the place of what was drawn before: one counts, the one shown last."""

TAKEN_BACK: Final = frozenset({"desk_payment_back", "referee_take_back"})
"""A counter-row has no key: the second one is refused, and says that it is taken back already."""
MADE: Final = frozenset(
    {
        *("desk_tournament_new", "desk_member_add", "desk_seasons", "desk_entry_add"),
        *("desk_stage_add", "desk_officials", "desk_invite", "desk_fee_take", "desk_check_in"),
        *("referee_call", "referee_irregularity", "desk_clock"),
        *("desk_members_import", "desk_entries_file", "desk_entries_paste"),
    }
)
"""What has to make something here; without these the sweep would try nothing."""


@pytest.mark.nightly
def test_no_form_of_the_desk_makes_a_thing_twice(db: None, client: Client) -> None:
    world = assemble()
    # In an official competition a ruling is a referee's, also where the club is one's own.
    organise.grant_role(
        world.cast.director, world.cast.tournament, world.cast.alice, Role.CHIEF_REFEREE
    )
    client.force_login(world.cast.alice)
    wrong: dict[str, str] = {}
    tried = Counter[str]()
    for form in [*_forms(client, world), *_previews(client, world)]:
        for sent in _ways(form):
            # A block of its own would leave no change of the record the outermost one.
            before = transaction.savepoint()
            fault = _fault(client, form.action, sent, tried)
            transaction.savepoint_rollback(before)
            if fault:
                wrong[f"{form.action} {sorted(sent)}"] = fault
    assert tried.keys() >= MADE
    assert wrong == {}


def _forms(client: Client, world: World) -> Iterator[PageForm]:
    seen = set()
    for name, door in DESK.items():
        if "get" not in door.bob:
            continue
        path = reverse(name, args=door.of(world)) + ASKED.get(name, "")
        answer = client.get(path)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        for form in forms_of(answer.content.decode(), path):
            known = form.action, tuple(form.fields), tuple(form.buttons)
            if known not in seen and form.action.startswith("/"):
                seen.add(known)
                yield form


def _previews(client: Client, world: World) -> Iterator[PageForm]:
    """Yield the forms of pages that show what was read, before anything is stored."""
    for name, field in READ_FIRST.items():
        path = reverse(name, args=DESK[name].of(world))
        file = SimpleUploadedFile("list.csv", "姓名\n新来的甲\n新来的乙".encode())
        answer = client.post(path, {field: file if field == "file" else TYPED[field]})
        yield from forms_of(answer.content.decode(), path)


def _ways(form: PageForm) -> Iterator[dict[str, list[str]]]:
    """Yield what is sent by each button."""
    sent = {name: values for name, each in form.fields.items() if (values := _values(each))}
    for name, value, _to in form.buttons or [("", "", "")]:
        yield sent | ({name: [value]} if name else {})


def _values(field: Field) -> list[str]:
    if field.kind in {"hidden", "checkbox"} or field.shown not in ([], [""], ["\n"]):
        return field.shown
    if field.kind in {"radio", "select"}:
        return [value for value in field.values if value][:1]
    return [TYPED.get(field.name, "")]


def _fault(client: Client, path: str, sent: dict[str, Any], tried: Counter[str]) -> str:
    before = _rows()
    first, made = _post(client, path, sent), _rows() - before
    again = _post(client, path, sent)
    twice = _rows() - before - made
    name = resolve(path.partition("?")[0]).url_name or ""
    if made:
        tried[name] += 1
    if twice and name not in SHOWN_ONCE:
        return f"made twice: {dict(twice)}"
    if (
        made
        and name not in TAKEN_BACK
        and (first.status_code, first.get("Location"))
        != (
            again.status_code,
            again.get("Location"),
        )
    ):
        return f"{first.get('Location')}, then {again.status_code} {again.get('Location')}"
    return _passed_over(client, path, sent) if made and name not in SHOWN_ONCE else ""


def _passed_over(client: Client, path: str, sent: dict[str, Any]) -> str:
    """Return the fault of a form that answers other words as done, and does nothing."""
    other = {
        name: [*map(_otherwise, said)] if name in WORDS else said for name, said in sent.items()
    }
    if other == sent:
        return ""
    before = _rows() + _logged()
    client.cookies.pop("messages", None)
    answer = _post(client, path, other)
    levels = {message.level for message in get_messages(answer.wsgi_request)}
    is_praised = bool(levels) and levels <= {messages.SUCCESS, messages.INFO}
    return "other words are dropped" if is_praised and _rows() + _logged() == before else ""


def _otherwise(words: str) -> str:
    return f"{words}乙" if words else ""


def _post(client: Client, path: str, sent: dict[str, Any]) -> Any:
    answer = client.post(path, sent)
    # A file is closed once it was read.
    b"".join(answer)
    return answer


def _rows() -> Counter[str]:
    tables = [
        model
        for app in ("tournaments", "referee")
        for model in apps.get_app_config(app).get_models()
        if model not in LOGS
    ]
    counted = " UNION ALL ".join(
        f"SELECT '{model._meta.label}', COUNT(*) FROM {model._meta.db_table}"  # noqa: S608
        for model in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(counted)
        return Counter(dict(cursor.fetchall()))


def _logged() -> Counter[str]:
    return Counter({model._meta.label: model.objects.count() for model in (AuditEntry, ClubEntry)})
