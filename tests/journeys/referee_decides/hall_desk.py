"""Browsers of the officials of an official competition, in Chinese, and its papers as text."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from referee.arrivals.minutes import started_at
from referee.models import RulingVersion
from tests.cast import Cast
from tests.journeys.referee_decides import told
from tournaments import organise
from tournaments.models import Event, Role, Round, Seat, User


def browser_of(user: User | None = None) -> Client:
    """Return a browser in Chinese in which an account has signed in, or nobody."""
    browser = Client(headers={"accept-language": "zh-hans"})
    if user is not None:
        browser.force_login(user)
    browser.cookies["django_language"] = "zh-hans"
    return browser


def chief_of(cast: Cast, name: str = "carol") -> User:
    """Return a new account as chief referee."""
    user = User.objects.create_user(name)
    organise.grant_role(cast.director, cast.tournament, user, Role.CHIEF_REFEREE)
    return user


def page(browser: Client, name: str, *args: object) -> str:
    """Return a page as text."""
    answer = browser.get(reverse(name, args=args))
    assert answer.status_code == 200, (name, answer.status_code)
    return str(answer.content.decode())


def rule(browser: Client, seat: Seat, deal: str, article: str, **more: Any) -> str:
    """Rule on a seat at a deal; return the page that was looked at before."""
    event = seat.side.match.round.event
    where = [event.tournament.uid, event.uid]
    address = f"{reverse('referee_rule_case', args=where)}?deal={deal}"
    form = browser.get(address).context["form"]
    values = {"key": form["key"].value(), "seen": form["seen"].value()}
    sent = {"whom": [f"seat:{seat.uid}"], "article": article, **values, **more}
    looked = browser.post(address, sent)
    sealed = looked.context["form"]["previewed"].value()
    answer = browser.post(address, {**sent, "previewed": sealed, "store": "1"})
    assert answer.status_code == 302, answer.context["form"].errors
    return str(looked.content.decode())


def seat_at(round_: Round, label: str, table: int = 0) -> Seat:
    """Return a seat of a table of a round, the tables counted from 0."""
    rows = Seat.objects.filter(sitting__segment__match__round=round_, label=label)
    related = "side__match__round__event__tournament", "person", "sitting__segment__match"
    return rows.select_related(*related).order_by("sitting__table__number")[table]


def ruling_paper(browser: Client, version: RulingVersion) -> str:
    """Return the words of a 裁决单."""
    case = version.case
    answer = browser.get(reverse("referee_ruling_paper", args=[case.tournament.uid, case.uid]))
    assert answer["Content-Type"] == "application/pdf"
    content = b"".join(answer) if answer.streaming else answer.content
    return words_of(content)


def record_of(event: Event) -> str:
    """Return the words of the 裁判记录 of an event, ordered and opened at the desk."""
    desk = browser_of(User.objects.get(username="alice"))
    return words_of(told.ordered(desk, event, "referee_record"))


def words_of(content: bytes) -> str:
    """Return the words of a PDF without spaces."""
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return "".join(text.split())


def start_clock(
    cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> Callable[[float], None]:
    """Start the clock of a round; the answer moves the hour on by minutes."""
    round_ = Round.objects.select_related("event__tournament").get(pk=round_.pk)
    organise.start_clock(round_, cast.alice, 60)
    started = started_at(round_)
    assert started is not None

    def pass_minutes(minutes: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: started + timedelta(minutes=minutes))

    return pass_minutes


def typed(answer: Any) -> Mapping[str, Any]:
    """Return what a page sends where nobody types anything."""
    fields = answer.context["form"]
    return {row.html_name: row.value() for row in fields if row.value() not in (None, "", [])}
