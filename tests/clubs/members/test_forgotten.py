"""The right to be forgotten: after blanking no page, document or row holds a name or a contact."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import pytest
from django.apps import apps
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.credentials import member_links
from clubs.members import merging, register
from clubs.members.register import MemberData
from clubs.ratings.ordering import KIND
from referee.leases import leases
from tests.address_tables import DESK
from tests.cast import Cast
from tests.public_addresses import PUBLIC
from tests.world import World, assemble
from tournaments import organise
from tournaments.jobs import queue, tasks
from tournaments.jobs.models import Document, Job, JobState
from tournaments.models import Person, Role
from tournaments.organise.stored_plans import plan_of
from web.publish import documents
from web.publish.documents import DocumentKind, Prepared, Subject

NAME: Final = "欧阳鹏程"
CONTACT: Final = ("13900001234", "ouyang@example.cn", "晚到十分钟")
OTHERS: Final = ("鹏程万里号", "1931", *CONTACT)
"""An alias, the year of birth and the contact of the member, none of which is for the public."""
PICTURES: Final = ("event_poster", "entry_picture")
HOME: Final = "铁路文化宫棋社"
_PRIVATE: Final = re.compile(
    rf"(?<![0-9a-zA-Z])(?:{'|'.join(map(re.escape, (*OTHERS, HOME)))})(?![0-9a-zA-Z])"
)
"""Whole words alone: four figures in a row also come up by chance in the hash of a build."""


@pytest.fixture
def world(db: None) -> World:
    """One of everything, in which a member plays with all that a register may hold of him."""
    world = assemble()
    person = player(world)
    register.make_members(world.cast.club, world.cast.director, [person])
    data = MemberData(NAME, None, (OTHERS[0],), "male", 1931, HOME, False, *CONTACT)
    register.change_member(Person.objects.get(pk=person.pk), world.cast.director, data)
    world.cast.event.refresh_from_db()
    return world


def player(world: World, number: int = 1) -> Person:
    return world.cast.event.entries.get(number=number).members.order_by("pk")[0].person


def kinds(world: World) -> Iterator[tuple[DocumentKind, Subject]]:
    """Go through all kinds of documents of the event, and of its round."""
    for round_ in (None, world.round):
        for kind in documents.kinds(world.cast.event, round_, roles=Role):
            yield kind, Subject(world.cast.event, "http://192.0.2.7/", round_)


def prepared(world: World) -> Iterator[tuple[DocumentKind, Prepared]]:
    for kind, subject in kinds(world):
        yield kind, kind.prepare(subject)


def make_all(world: World) -> set[str]:
    """Make every document that there is; return the names of the kinds that name the member."""
    naming = set()
    for kind, ready in prepared(world):
        documents.order(ready, longest_queue=1000)
        if NAME in json.dumps(ready.input, ensure_ascii=False):
            naming.add(kind.name)
    for job in Job.objects.filter(state=JobState.QUEUED):
        tasks.perform(job.uid)
    assert not Job.objects.exclude(state=JobState.DONE).exists()
    return naming


def rows_with(*words: str) -> set[str]:
    """Return the columns of the whole database in which any of some words stands."""
    found = set()
    standing = _standing(words)
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, (models.CharField, models.TextField, models.JSONField)):
                values = model._default_manager.values_list(field.attname, flat=True).iterator()
                if any(standing.search(_text(value)) for value in values):
                    found.add(f"{model.__name__}.{field.name}")
    return found


def _standing(words: Iterable[str]) -> re.Pattern[str]:
    """Match any of some words; figures alone also come up by chance in a hash or an identifier."""
    figures = r"(?<![0-9a-zA-Z]){}(?![0-9a-zA-Z])"
    return re.compile(
        "|".join(figures.format(word) if word.isdigit() else re.escape(word) for word in words)
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def pages(world: World, client: Client) -> dict[str, bytes]:
    """Return what every public address answers."""
    return {name: body(client, reverse(name, args=of(world))) for name, of in PUBLIC.items()}


def body(client: Client, address: str) -> bytes:
    answer = client.get(address)
    return b"".join(answer) if answer.status_code == 200 else b""


@pytest.mark.full
def test_a_blanked_name_is_in_no_row_and_in_no_document_of_any_kind(world: World) -> None:
    naming = make_all(world)
    assert {"standings", "start_list", "table_slips"} & naming, naming
    kept = Document.objects.count()
    assert kept >= len(naming)
    waiting = next(ready for _kind, ready in prepared(world))
    queue.enqueue("standings", {"input": dict(waiting.input)}, about=world.cast.event.uid)
    assert {"Person.name", "Person.search_key", "Alias.name", "Contact.phone", "Job.payload"} <= (
        rows_with(NAME, *OTHERS)
    )
    merging.blank(world.cast.club, world.cast.director, player(world))
    assert rows_with(NAME, *OTHERS) == set()
    assert not Document.objects.exists()
    assert not Job.objects.exclude(kind=KIND).exists()
    world.cast.event.refresh_from_db()
    anew = [json.dumps(ready.input, ensure_ascii=False) for _kind, ready in prepared(world)]
    assert not [text for text in anew if NAME in text]
    assert any(Person.BLANKED in text for text in anew)


def test_documents_of_all_events_are_looked_through_once(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with CaptureQueriesContext(connection) as one:
        merging.remove_documents([cast.tournament])
    for name in ("第二场", "第三场"):
        organise.create_event(
            cast.tournament, cast.director, replace(plan_of(cast.event), name=name)
        )
    with django_assert_num_queries(len(one)):
        merging.remove_documents([cast.tournament])


@pytest.mark.full
def test_a_document_that_is_being_made_while_its_name_is_blanked_is_not_kept(
    world: World,
) -> None:
    _kind, ready = next(prepared(world))
    documents.order(ready, longest_queue=10)
    attempt = queue.claim(Job.objects.exclude(kind=KIND).get().uid)
    assert attempt is not None
    effect = documents.make(attempt, lambda _done, _total: None)
    merging.blank(world.cast.club, world.cast.director, player(world))
    with pytest.raises(queue.Superseded):
        queue.finish(attempt, effect)
    assert not Document.objects.exists()


@pytest.mark.nightly
def test_public_pages_and_pictures_follow_at_once(world: World, client: Client) -> None:
    before = pages(world, client)
    assert sum(NAME.encode() in content for content in before.values()) > 10
    merging.blank(world.cast.club, world.cast.director, player(world))
    after = pages(world, client)
    assert [name for name, content in after.items() if NAME.encode() in content] == []
    for name in PICTURES:
        assert before[name].startswith(b"\x89PNG")
        assert after[name] != before[name], "the picture is drawn anew"


@pytest.mark.nightly
def test_no_page_of_the_desk_knows_the_name_any_more(world: World, client: Client) -> None:
    client.force_login(world.cast.alice)
    merging.blank(world.cast.club, world.cast.director, player(world))
    named = []
    for name, door in DESK.items():
        if "get" in door.bob and NAME.encode() in body(client, reverse(name, args=door.of(world))):
            named.append(name)
    assert named == []


@pytest.mark.nightly
def test_contact_and_what_else_the_register_holds_is_for_nobody_else(
    world: World, client: Client
) -> None:
    """On no public page, no page of another member, in no document and no answer to a tablet."""
    told = {name: content.decode(errors="ignore") for name, content in pages(world, client).items()}
    told |= {kind.name: _text(dict(ready.input)) for kind, ready in prepared(world)}
    (slip,) = member_links.SLIPS.draw(
        member_links.MembersOf(world.cast.club, [player(world, 2)]), world.cast.director
    )
    for name in ("member", "member_live"):
        told[name] = body(client, reverse(name, args=[slip.link])).decode()
    table = world.cast.tournament.tables.order_by("number")[1]
    opened = leases.open_table(table=table, device="tablet-2")
    lease = Client(headers={"authorization": f"Lease {opened.token}"})
    for name in ("api-round", "api-standing"):
        told[name] = body(lease, reverse(name)).decode()
        assert told[name], name
    naming = [name for name, text in told.items() if NAME in text]
    assert {"member", "event", "start_list"} & set(naming)
    assert {name for name, text in told.items() if _PRIVATE.search(text)} == set()
