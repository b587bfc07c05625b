"""The serif face of titles: fonts of exactly their signs, at addresses that name these."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import uharfbuzz as hb
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tournaments import organise
from web.publish import cache
from web.publish.pages.story import PodiumPlace, Winners
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


def test_a_font_is_small_enough_that_three_pairs_stand_on_a_podium_in_the_face() -> None:
    """Shared subroutines of the whole typeface would take a kilobyte of each font."""
    assert len(cut("".join(sorted("郑淑珍谢志远冯晓东于秀英董萧")))) < 5_500
    face = title_face(["董一鸣／萧雨桐", "赵志远／黄美玲", "周天佑／吴晓东"], beside="双人赛")
    assert face
    assert len(face.names) == 3


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


PAIRS = (
    ("程强／曹兰", "冯东／于英", "梁兰／宋浩"),
    ("彭玲／吕佑", "袁桐／邓国", "秀水／一鸣"),
)


def test_two_podiums_of_a_page_share_its_budget_with_the_heading() -> None:
    """The heading first, then who has won, then the others where all of a podium have room."""
    podiums = [
        [PodiumPlace(place, place, name, "1") for place, name in enumerate(names, 1)]
        for names in PAIRS
    ]
    event = SimpleNamespace(name="复式双人赛")
    winners = tuple(Winners("", tuple(places), "") for places in podiums)
    text = (
        "{% title_link page.event.name %}{% for each in page.winners %}"
        "{% podium_face each.podium as face %}{{ face|face_link }}{% for one in each.podium %}"
        "<b>{{ face|face_class:one.name }}</b>{% endfor %}{% endfor %}"
    )
    page = rendered(text, page=SimpleNamespace(event=event, winners=winners))
    fonts = {signs_of(digest) for digest in re.findall(r'href="/face/([^"]+)\.css"', page)}

    assert set(event.name) in [set(signs) for signs in fonts]
    assert len(set("".join(fonts))) <= MOST_SIGNS
    assert sum(len(cut(signs)) for signs in fonts) <= MOST_BYTES
    classes = re.findall("<b>([^<]+)</b>", page)
    assert (classes[0], classes[3]) == ("title-face", "title-face")
    assert all(len(set(each)) == 1 for each in (classes[1:3], classes[4:]))
    assert "title-sans" in classes


@pytest.mark.parametrize(
    ("names", "fits"),
    [
        (["王小明", "李娜", "赵敏"], True),
        (["王小明", "欧阳明珠", "赵敏"], False),
        (["张三／李四", "王五／赵六", "孙七／周八"], True),
        (["王小明／李娜", "赵敏／孙立", "陈静／钱好"], False),
        (["Kate", "Wu Lei", "Emma"], True),
        (["Thomas", "Wu Lei", "Emma"], False),
    ],
)
def test_a_podium_whose_names_fit_is_in_large_letters_on_a_phone(
    names: list[str], *, fits: bool
) -> None:
    places = [PodiumPlace(place, place, name, "1") for place, name in enumerate(names, 1)]
    assert rendered("{{ places|fit_steps }}", places=places) == str(fits)


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


def test_the_overview_of_the_walls_draws_the_heading_of_each_event(
    client: Client, cast: Cast
) -> None:
    other = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    organise.create_event(cast.tournament, cast.director, other)
    text = client.get(reverse("hall_overview", args=[cast.tournament.uid])).content.decode()
    cut_for = [set(signs_of(digest)) for digest in re.findall(r'href="/face/([^"]+)\.css"', text)]

    assert '<h1 class="title-face">双人赛</h1>' in text
    assert set("双人赛") in cut_for


def test_the_policy_admits_no_font_of_others(serif_face: Path) -> None:
    assert serif_face.suffix == ".otf"
    assert settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["font-src"] == ["'self'"]
