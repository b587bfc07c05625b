"""Where a decision is read afterwards: public pages, the referee's desk, and the papers."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from referee.models import RulingVersion
from tests.referee.hall import Hall
from tests.web.publish.papers import pages
from tournaments.jobs import tasks
from tournaments.jobs.models import Job, JobState
from tournaments.models import Deal, Event, Round, User

Address = str


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def public_pages(deal: Deal, number: int) -> list[str]:
    """Return the pages of a deal, of its round and of an entry as a stranger reads them."""
    event = deal.event
    round_ = deal.sitting.segment.match.round
    addresses = [
        reverse("deal", args=[deal.uid]),
        reverse("round", args=[event.uid, round_.number]),
        reverse("entry", args=[event.uid, number]),
    ]
    stranger = Client(headers={"accept-language": "en"})
    return [text(stranger.get(address)) for address in addresses]


def record(event: Event) -> str:
    """Return the words of the 裁判记录, ordered and opened at the desk."""
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(User.objects.get(username="alice"))
    return _words(ordered(desk, event, "referee_record"))


def ordered(desk: Client, event: Event, kind: str, round_: Round | None = None) -> bytes:
    """Order a document on the page of documents, let it be made, and open the file it leads to."""
    order = reverse("desk_document_order", args=[event.uid, kind])
    assert order in desk.get(reverse("desk_documents", args=[event.uid])).content.decode()
    sent = desk.post(order, {"round": round_.number} if round_ else {})
    assert sent.status_code == 302, text(sent)
    for job in Job.objects.filter(state=JobState.QUEUED):
        tasks.perform(job.uid)
    there = re.search(r'href="(/desk/documents/[^"]+)"', text(desk.get(sent["Location"])))
    assert there, "the page leads to no file"
    return bytes(desk.get(there[1]).content)


def ruling_on_paper(version: RulingVersion) -> str:
    """Return the words of the 裁决单, opened by its address by whoever ruled."""
    desk, case = Client(headers={"accept-language": "en"}), version.case
    desk.force_login(version.official)
    paper = desk.get(reverse("referee_ruling_paper", args=[case.tournament.uid, case.uid]))
    assert (paper.status_code, paper["Content-Type"]) == (200, "application/pdf")
    return _words(paper.content)


def rules(desk: Client, hall: Hall, query: str, **chosen: Any) -> Any:
    """Show the effect of a ruling, then make it; return the page that was looked at."""
    where = reverse("referee_rule_case", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    form = desk.get(f"{where}?{query}").context["form"]
    names = ("whom", "article", "facts", "key", "seen", "remedy")
    data = {name: form[name].value() for name in names if name in form.fields}
    data = {name: value for name, value in data.items() if value is not None} | chosen
    shown = desk.post(f"{where}?{query}", data)
    assert not shown.context["form"].errors, shown.context["form"].errors
    data |= {"previewed": shown.context["form"]["previewed"].value(), "store": "1"}
    assert desk.post(f"{where}?{query}", data).status_code == 302
    return shown


def _words(content: bytes) -> str:
    return " ".join(" ".join(pages(content)).split())
