"""Titles of the desk: a name is set in the serif of public pages, what a page does in the sans."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.web.desk.test_desk_frame import desk
from web.publish.pdf.typefaces import signs_of

pytestmark = pytest.mark.usefixtures("serif_face")


@pytest.mark.full
def test_the_name_of_a_page_is_set_in_the_serif(db: None, client: Client) -> None:
    cast = people.assemble()
    alice = desk(client, cast.alice)
    named = {
        "desk_event": (cast.event.uid, cast.event.name),
        "desk_tournament": (cast.tournament.uid, cast.tournament.name),
        "desk_club": (cast.club.uid, cast.club.name),
    }
    for page, (uid, name) in named.items():
        text = alice.get(reverse(page, args=[uid])).content.decode()
        (digest,) = re.findall(r'href="/face/([^"]+)\.css"', text)
        assert set(signs_of(digest)) == set(name), page
        assert f'<h1 class="title-face">{name}</h1>' in text, page


@pytest.mark.full
def test_what_a_page_does_is_set_in_the_sans(db: None, client: Client) -> None:
    cast = people.assemble()
    text = desk(client, cast.alice).get(reverse("desk_entries", args=[cast.event.uid]))
    assert "/face/" not in text.content.decode()
