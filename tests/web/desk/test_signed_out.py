"""A form that comes after its session has ended stores nothing, shows its text, and leads back."""

from __future__ import annotations

import html
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tournaments.models import AuditEntry, User

pytestmark = pytest.mark.django_db
WORDS = "第二圈有人看了别人的牌"


def signed_out(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.alice)
    client.logout()
    client.cookies["django_language"] = "en"
    return client


@pytest.mark.parametrize(
    "referer", ["http://testserver/desk/?a=1", "https://evil.example/desk/", ""]
)
def test_the_form_is_answered_with_what_was_typed_and_a_way_to_its_page(
    cast: Cast, referer: str
) -> None:
    address = reverse("desk_notice", args=[cast.event.uid])
    before = AuditEntry.objects.count()
    headers = {"referer": referer} if referer else {}
    form = {"words": WORDS, "password": "旧 密码"}
    answer = signed_out(cast).post(address, form, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "You are signed out" in page
    assert WORDS in page
    assert "旧 密码" not in page
    back = "/desk/?a=1" if "testserver" in referer else reverse("desk")
    assert f"{reverse('login')}?next={quote(back)}" in html.unescape(page)
    assert AuditEntry.objects.count() == before


def test_a_page_still_asks_to_sign_in_first(cast: Cast) -> None:
    address = reverse("desk_event", args=[cast.event.uid])
    answer = signed_out(cast).get(address)
    assert answer.headers["Location"] == f"{reverse('login')}?next={address}"


@pytest.mark.full
def test_whose_account_is_closed_is_out_at_once_and_loses_no_form(cast: Cast) -> None:
    """The framework fetches the account for each request, and none that is closed."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.alice)
    page, notice = (reverse(name, args=[cast.event.uid]) for name in ("desk_event", "desk_notice"))
    assert client.get(page).status_code == 200
    before = AuditEntry.objects.count()
    User.objects.filter(pk=cast.alice.pk).update(is_active=False)
    assert client.get(page).headers["Location"] == f"{reverse('login')}?next={page}"
    answer = client.post(notice, {"words": WORDS})
    assert answer.status_code == 403
    assert WORDS in answer.content.decode()
    assert AuditEntry.objects.count() == before
