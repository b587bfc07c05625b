"""The serif face of titles: fonts of exactly their signs, at addresses that name these."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import uharfbuzz as hb
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from web.publish import cache
from web.publish.pages.story import PodiumPlace
from web.publish.pdf import typefaces
from web.publish.pdf.typefaces import MOST_BYTES, MOST_SIGNS, cut, digest_of, signs_of, title_face

pytestmark = pytest.mark.usefixtures("serif_face")
LONG = "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水"


@pytest.fixture(autouse=True)
def _no_page_is_kept() -> None:
    cache.forget()


@pytest.fixture
def without_serif(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typefaces, "serif", lambda: None)


def rendered(template: str, **values: object) -> str:
    return Template("{% load page %}" + template).render(Context(values))


def test_a_font_holds_the_signs_of_a_title_and_no_others() -> None:
    font = hb.Face(hb.Blob(cut("个人赛")))

    assert {chr(code) for code in font.unicodes} == set("个人赛")
    assert "CFF " in font.table_tags


def test_equal_signs_have_one_address() -> None:
    first, second = title_face(["人人赛"]), title_face(["赛人"])

    assert first
    assert second
    assert first.digest == second.digest
    assert set(signs_of(first.digest)) == {"人", "赛"}


@pytest.mark.parametrize("name", ["𠮷田", "Łukasz", "王😀"])
def test_a_name_with_a_sign_that_is_missing_is_set_in_the_sans(name: str) -> None:
    face = title_face([name, "赵敏"])

    assert face
    assert face.style(name) == "title-sans"
    assert face.style("赵敏") == "title-face"
    assert set(signs_of(face.digest)) == {"赵", "敏"}


def test_a_page_loads_no_more_than_its_share() -> None:
    names = [LONG[start : start + 4] for start in range(0, len(LONG), 4)]
    beside = "秋季联谊赛"
    face = title_face(names, beside=beside)

    assert face
    assert names[0] in face.names
    assert names[-1] not in face.names
    signs = signs_of(face.digest)
    assert len({*signs, *beside}) <= MOST_SIGNS
    assert len(cut(signs)) + len(cut("".join(sorted(set(beside))))) <= MOST_BYTES


def faces_of(*names: str) -> list[str]:
    places = [PodiumPlace(place, place, name, "1") for place, name in enumerate(names, 1)]
    each = "{% for each in places %}{{ face|face_class:each.name }} {% endfor %}"
    return rendered("{% podium_face places as face %}" + each, places=places).split()


def test_the_names_of_a_podium_have_one_face_or_the_winner_alone_has_the_serif() -> None:
    assert faces_of("王小明／李娜", "赵敏／孙立", "陈静") == ["title-face"] * 3
    assert faces_of("王小明", "Łukasz", "陈静") == ["title-face", "title-sans", "title-sans"]


def test_a_title_that_is_too_long_loads_nothing() -> None:
    face = title_face([LONG])

    assert face
    assert (face.digest, face.names) == ("", frozenset())


def test_without_the_package_all_is_as_it_was(without_serif: None) -> None:
    text = '{% title_link name %}<h1 class="{{ name|title_class }}">'

    assert rendered(text, name="个人赛") == '<h1 class="title-serif">'
    assert rendered("{% podium_face places as face %}{{ face|face_link }}", places=[]) == ""


def test_a_font_is_served_once_and_for_all(client: Client) -> None:
    signs = "个人赛"
    font = client.get(reverse("face", args=[digest_of(signs)]))
    rule = client.get(reverse("face_rule", args=[digest_of(signs)]))

    assert font.content == cut(signs)
    assert font.headers["Content-Type"] == "font/otf"
    assert "U+4E2A,U+4EBA,U+8D5B" in rule.content.decode()
    assert "font-display:swap" in rule.content.decode()
    for answer in (font, rule):
        assert set(answer.headers["Cache-Control"].split(", ")) == {
            "public",
            "immutable",
            "max-age=31536000",
        }


@pytest.mark.parametrize(
    "digest",
    [
        "a",
        "5Liq.AAAAAAAAAAAAAAAA",
        digest_of("个人赛").replace("5", "6", 1),
        digest_of(LONG[: MOST_SIGNS + 1]),
        digest_of(""),
    ],
    ids=["none", "foreign", "changed", "too_many", "empty"],
)
def test_no_other_font_is_made(client: Client, digest: str) -> None:
    assert client.get(f"/face/{digest}.otf").status_code == 404
    assert client.get(f"/face/{digest}.css").status_code == 404


def test_no_font_is_served_without_the_package(client: Client, without_serif: None) -> None:
    cut.cache_clear()
    try:
        assert client.get(reverse("face", args=[digest_of("个人赛")])).status_code == 404
    finally:
        cut.cache_clear()


def test_the_page_of_an_event_loads_the_face_of_its_title(client: Client, cast: Cast) -> None:
    page = client.get(reverse("event", args=[cast.event.uid])).content.decode()
    (digest,) = re.findall(r'href="/face/([^"]+)\.css"', page)

    assert set(signs_of(digest)) == set(cast.event.name)
    assert f'<h1 class="title-face">{cast.event.name}</h1>' in page


def test_the_policy_admits_no_font_of_others(serif_face: Path) -> None:
    assert serif_face.suffix == ".otf"
    assert settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["font-src"] == ["'self'"]
