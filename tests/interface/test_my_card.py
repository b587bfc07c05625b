"""The reader's own card, which a script fills from his row."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page, expect

from tests.interface.small_server import Hall

ROW = """<!doctype html><title>me</title>{card}
<ol><li data-who="7"><span class="standing-place">{place}</span>
<span class="standing-total"><span class="visually-hidden">桌分 </span>{total}</span></li></ol>
<script src="/static/me.js"></script>"""
ME = """localStorage.setItem("huapai.me.25rftckc23qc", '{"number":"7","name":"彭海涛"}')"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("language", "place", "total", "said"),
    [
        ("zh-hans", "1", "14", "第1名 · 14分"),
        ("zh-hans", "–", "14", "14"),
        ("zh-hans", "2", "1", "第2名 · 1分"),
        ("en", "1", "14", "Rank 1 · 14 points"),
        ("en", "2", "1", "Rank 2 · 1 point"),
        ("en", "2", "+1", "Rank 2 · +1 point"),
    ],
)
def test_it_says_rank_and_points_in_words(
    hall: Hall, page: Page, language: str, place: str, total: str, said: str
) -> None:
    with translation.override(language):
        card = render_to_string("publish/parts/_me_card.html", {"uid": "25rftckc23qc"})
    hall.body = ROW.format(card=card, place=place, total=total)
    page.goto(hall.address)
    page.evaluate(ME)
    page.reload()
    expect(page.locator("[data-me-name]")).to_have_text("彭海涛")
    expect(page.locator("[data-me-standing]")).to_have_text(said)
