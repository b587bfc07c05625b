"""The pictures that are shared: when they are there, under which address, and drawn how often."""

from __future__ import annotations

import io
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.cast import Cast
from tournaments.models import Deal, Event, Round
from web.publish.served import public_picture

DRAWN: Final = [name for name in public_picture.KINDS if name != "event_scroll"]
"""The pictures of an event in play; the scroll follows when it is finished."""


def addresses(cast: Cast, deal: Deal, language: str = "zh-hans") -> dict[str, str]:
    uid = cast.event.uid
    arguments: dict[str, list[Any]] = {
        "event_cover": [uid],
        "event_poster": [uid],
        "entry_picture": [uid, 1],
        "deal_picture": [deal.uid],
    }
    return {name: reverse(name, args=[*of, language]) for name, of in arguments.items()}


@pytest.mark.full
@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_there_from_the_draw_to_the_end(
    cast: Cast, round_: Round, client: Client, name: str
) -> None:
    deal = cast.deals(round_)[0]
    shown = []
    for moment in (lambda: None, lambda: cast.post(deal), lambda: None):
        moment()
        answer = client.get(addresses(cast, deal)[name])
        assert answer.status_code == 200
        assert answer["Content-Type"] == "image/png"
        with Image.open(io.BytesIO(answer.content)) as image:
            assert min(image.size) >= 300
        shown.append(answer)
    assert shown[0].content != shown[1].content
    assert shown[1]["ETag"] == shown[2]["ETag"]
    again = client.get(addresses(cast, deal)[name], headers={"If-None-Match": shown[2]["ETag"]})
    assert again.status_code == 304
    assert client.get(addresses(cast, deal, "en")[name])["ETag"] != shown[2]["ETag"]


@pytest.mark.full
def test_a_picture_is_drawn_once_for_a_revision(
    cast: Cast, round_: Round, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIVE_PAUSE = 5
    drawn = []
    kind = public_picture.KINDS["event_cover"]

    def _draw(shown: Any) -> bytes:
        drawn.append(shown)
        return kind.draw(shown)

    counted = public_picture.PictureType(kind.find, kind.read, _draw)
    monkeypatch.setitem(public_picture.KINDS, "event_cover", counted)
    address = addresses(cast, cast.deals(round_)[0])["event_cover"]
    languages = ("en", "zh-hans", "en")
    answers = [client.get(address, headers={"Accept-Language": each}) for each in languages]
    assert len(drawn) == 1
    assert len({answer.content for answer in answers}) == 1
    assert "Content-Encoding" not in answers[0]


@pytest.mark.parametrize(
    "path",
    [
        *("/e/{}/entries/01/card.en.png", "/e/{}/entries/01/", "/e/{}/rounds/001/live/"),
        *("/e/{}/part/02/", "/api/1/events/{}/rounds/01/", "/api/1/events/{}/rounds/01/tables/"),
    ],
)
def test_a_number_has_one_spelling_alone(
    cast: Cast, round_: Round, client: Client, path: str
) -> None:
    """Each would be kept by itself, and thrust out what others ask for."""
    assert client.get(path.format(cast.event.uid)).status_code == 404


@pytest.mark.full
@pytest.mark.parametrize("name", DRAWN)
def test_a_stranger_finds_no_picture_of_what_is_not_public(
    cast: Cast, round_: Round, client: Client, name: str
) -> None:
    address = addresses(cast, cast.deals(round_)[0])[name]
    assert client.get(address.replace("zh-hans", "fr")).status_code == 404
    Event.objects.update(state=Event.State.DRAFT)
    assert client.get(address).status_code == 404


def test_nobody_has_the_picture_of_an_entry_that_is_not_there(
    cast: Cast, round_: Round, client: Client
) -> None:
    address = reverse("entry_picture", args=[cast.event.uid, 99, "en"])
    assert client.get(address).status_code == 404


def test_without_a_font_there_is_no_picture(
    cast: Cast, round_: Round, client: Client, settings: Any, tmp_path: Any
) -> None:
    settings.FONT_PATH = str(tmp_path / "none.ttf")
    address = addresses(cast, cast.deals(round_)[0])["event_cover"]
    assert client.get(address).status_code == 404
