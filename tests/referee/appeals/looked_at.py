"""The decision of an appeal as a browser takes it: looked at with its effect, then taken."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from referee.models import Appeal


def page_of(appeal: Appeal) -> str:
    """The address of an appeal."""
    return reverse("referee_appeal", args=[appeal.event.tournament.uid, appeal.uid])


def look(browser: Client, appeal: Appeal, **filled: Any) -> tuple[Any, dict[str, Any]]:
    """Ask for the effect of a decision; return the page, and what its second button sends."""
    sent = {"step": "decide", "seen": appeal.steps.count(), **filled}
    answer: Any = browser.post(page_of(appeal), sent)
    form = answer.context["forms"]["decide"]
    hidden = {name: form[name].value() or "" for name in ("seen_as", "previewed")}
    return answer, {**sent, **hidden, "store": "1"}


def decide(browser: Client, appeal: Appeal, **filled: Any) -> Any:
    """Take a decision after a look at its effect; return the answer."""
    _answer, sent = look(browser, appeal, **filled)
    return browser.post(page_of(appeal), sent)
