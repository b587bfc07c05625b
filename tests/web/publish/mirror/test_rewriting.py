"""How a page is turned into a file of the mirror."""

from __future__ import annotations

import pytest

from web.publish.mirror import rewriting
from web.publish.mirror.rewriting import FramedText, Leads

HERE = "zh/e/7/index.html"
KNOWN = {
    "/": Leads("zh/index.html"),
    "/e/7/entries/3/": Leads("zh/e/7/entries/3/index.html"),
    "/static/1/huapai/base.css": Leads("assets/1/huapai/base.css"),
    "/static/1/huapai/page.js": Leads("assets/1/huapai/page.js"),
    "/e/7/cover.en.png": Leads("e/7/cover.en.png"),
    "/desk/": Leads(is_of_hall=True),
}
FRAME = FramedText("<meta>", "<p>hour</p>", frozenset({"live.js"}))


def _turn(text: str) -> rewriting.Turned:
    return rewriting.turn(text, HERE, lambda address: KNOWN.get(address, Leads()), FRAME)


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ('<a class="brand" href="/">x</a>', '<a class="brand" href="../../index.html">x</a>'),
        (
            '<a href="/e/7/entries/3/#me">甲</a>',
            '<a href="entries/3/index.html#me">甲</a>',
        ),
        ('<a href="#content">x</a>', '<a href="#content">x</a>'),
        ('<a href="https://else.example/">x</a>', '<a href="https://else.example/">x</a>'),
        ('<a class="name" href="/d/9/" rel="nofollow">副</a>', '<span class="name">副</span>'),
        ('<p><a class="button" href="/d/9/">x</a></p>', ""),
        ('<p>a <a href="/desk/">Officials</a></p>', "<p>a </p>"),
        (
            '<link rel="stylesheet" href="/static/1/huapai/base.css">',
            '<link rel="stylesheet" href="../../../assets/1/huapai/base.css">',
        ),
        (
            '<script src="/static/1/huapai/page.js" defer></script>',
            '<script src="../../../assets/1/huapai/page.js" defer></script>',
        ),
        ('<script src="/static/1/huapai/live.js" defer></script>', ""),
        (
            '<img src="/e/7/cover.en.png" alt="">',
            '<img src="../../../e/7/cover.en.png" alt="">',
        ),
        ('<img src="/e/7/code.svg" alt="">', ""),
        (
            '<div data-live="/e/7/live/" data-etag="W/&quot;1&quot;" data-trouble="t">x</div>',
            "<div>x</div>",
        ),
        ('<form method="post" action="/x">\n<button>y</button>\n</form>z', "z"),
        ('<p class="stale-bar no-print" id="trouble" hidden><span>x</span></p>z', "z"),
        ('<p>&lt;a href="/desk/"&gt;甲</p>', '<p>&lt;a href="/desk/"&gt;甲</p>'),
    ],
)
def test_a_link_leads_to_a_file_or_is_left_out(text: str, turned: str) -> None:
    assert _turn(text).text == turned


def test_the_links_of_a_page_are_told() -> None:
    page = _turn('<a href="/">x</a><a href="/d/9/">y</a><img src="/e/7/cover.en.png" alt="">')
    assert page.links == {"zh/index.html", "e/7/cover.en.png"}


def test_head_and_hour_are_added_once() -> None:
    turned = _turn('<head></head><main id="content"><p>&lt;/head&gt;</p></main>').text
    assert turned == (
        '<head><meta></head><main id="content"><p>hour</p><p>&lt;/head&gt;</p></main>'
    )


def test_an_address_is_written_from_where_it_stands() -> None:
    assert rewriting.relative(HERE, "zh/e/7/rounds/1/index.html") == "rounds/1/index.html"
    assert rewriting.relative(HERE, "revision.json") == "../../../revision.json"
    assert rewriting.relative("index.html", "zh/index.html") == "zh/index.html"
