"""The page of an event's rules."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast


@pytest.mark.full
def test_the_rules_are_sentences_in_both_languages(cast: Cast, client: Client) -> None:
    address = reverse("rules", args=[cast.event.uid])
    for language in ("en", "zh-hans"):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        page = client.get(address).content.decode()
        assert page.count("<li>") > 10
        assert "%(" not in page
