"""An event becomes an official competition in a browser, and its penalty table is changed."""

from __future__ import annotations

from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests import accessibility
from tests import cast as people

pytestmark = pytest.mark.django_db(transaction=True)

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


@pytest.mark.nightly
def test_regulations_are_laid_down_on_a_phone(
    live_server: LiveServer, chromium: Browser, client: Client
) -> None:
    cast = people.assemble()
    client.force_login(cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    address = reverse("desk_regulations", args=[cast.event.uid])
    with chromium.new_context(
        base_url=live_server.url, viewport=PHONE, locale="zh-CN", bypass_csp=True
    ) as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_label("申诉保证金")).to_have_count(0)
        page.get_by_label("正式比赛").check()
        page.get_by_role("button", name="保存").click()
        page.get_by_label("申诉保证金").fill("100")
        page.get_by_label("受警告少者").check()
        page.get_by_role("button", name="保存").click()
        expect(page.get_by_label("申诉保证金")).to_have_value("100")
        assert accessibility.violations(page, colours=True) == []
        page.get_by_role("main").get_by_role("link", name="罚则表").last.click()
        page.get_by_role("link", name="R-02").first.click()
        page.get_by_label("条文").fill("按本会规定。")
        page.get_by_role("button", name="保存").click()
        expect(page.get_by_text("按本会规定。").first).to_be_visible()
        assert accessibility.violations(page, colours=True) == []
        page.get_by_role("link", name="公开页面").last.click()
        expect(page.get_by_role("heading", name="罚则表")).to_be_visible()
        assert accessibility.violations(page, colours=True) == []
