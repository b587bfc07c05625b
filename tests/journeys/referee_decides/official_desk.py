"""An official competition at its desk: pages, papers and rulings by URL, in Chinese."""

from __future__ import annotations

import io
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from referee.models import Appeal, RulingVersion
from tests import cast as people
from tests import official_cast
from tests.cast import Cast, account
from tests.official_cast import fresh
from tests.referee.appeals import looked_at
from tournaments import organise, results
from tournaments.models import Deal, Entry, Role, Round, Seat, User
from tournaments.results import event_record


@dataclass
class Desk:
    """Bob referees, Carol is chief referee, and both have a browser of their own."""

    cast: Cast
    chief: User
    bobs: Client
    carols: Client

    @classmethod
    def of(cls, **changes: Any) -> Desk:
        """An official competition with such terms before its first draw."""
        cast = people.assemble()
        official_cast.make_official(cast, **changes)
        chief = account("carol")
        organise.grant_role(cast.director, cast.tournament, chief, Role.CHIEF_REFEREE)
        return cls(cast, chief, _signed_in(cast.bob), _signed_in(chief))

    def page(self, name: str, *args: object, browser: Client | None = None) -> str:
        """A page of the event or below it, as a stranger sees it unless it is at the desk."""
        answer = (browser or Client(headers={"accept-language": "zh-hans"})).get(
            reverse(name, args=args)
        )
        assert answer.status_code == 200, (name, answer.status_code)
        return str(answer.content.decode())

    def event_page(self) -> str:
        return self.page("event", self.cast.event.uid)

    def paper(self, name: str, uid: str) -> str:
        """The text of a paper of the desk."""
        answer = self.carols.get(reverse(name, args=[self.cast.tournament.uid, uid]))
        assert answer["Content-Type"] == "application/pdf"
        content = b"".join(answer) if answer.streaming else answer.content
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
        return "".join(text.split())

    def seat(self, round_: Round, label: str = "N") -> Seat:
        """A seat of the first table of a round."""
        at = Seat.objects.filter(sitting__segment__match__round=round_, label=label)
        return at.select_related("person", "sitting__table").order_by("sitting__table__number")[0]

    def entry(self, seat: Seat) -> Entry:
        """The entry of a seat."""
        return fresh(self.cast.event).entries.get(members__person=seat.person)

    def rule(self, seat: Seat, article: str, deal: Deal | None = None, **more: str) -> str:
        """Make a ruling at the desk; return the page that was looked at before."""
        where = [self.cast.tournament.uid, self.cast.event.uid]
        named = f"deal={deal.uid}" if deal else f"table={seat.sitting.uid}"
        address = f"{reverse('referee_rule_case', args=where)}?{named}"
        form = self.bobs.get(address).context["form"]
        values = {"key": form["key"].value(), "seen": form["seen"].value()}
        sent = {"whom": [f"seat:{seat.uid}"], "article": article, **values, **more}
        looked = self.bobs.post(address, sent)
        sealed = looked.context["form"]["previewed"].value()
        answer = self.bobs.post(address, {**sent, "previewed": sealed, "store": "1"})
        assert answer.status_code == 302, answer.content.decode()
        return str(looked.content.decode())

    def ruling(self) -> RulingVersion:
        """The version that was made last."""
        return RulingVersion.objects.select_related("case").latest("pk")

    def lodge(self, seat: Seat, ground: str, **more: Any) -> Any:
        """Hand an appeal of an entry in at the desk; return the answer."""
        where = [self.cast.tournament.uid, self.cast.event.uid]
        uid = self.entry(seat).uid
        address = f"{reverse('referee_appeal_lodge', args=where)}?entry={uid}"
        shown = self.bobs.get(address)
        handed_in = {
            "ground": ground,
            "statement": "没有藏牌，是裁判看错了",
            "signed": [seat.person_id],
            "key": shown.context["form"]["key"].value(),
            **more,
        }
        return self.bobs.post(address, handed_in)

    def step(self, appeal: Appeal, step: str, browser: Client | None = None, **more: str) -> None:
        """Take the next step of an appeal at the desk."""
        address = reverse("referee_appeal", args=[self.cast.tournament.uid, appeal.uid])
        sent: dict[str, Any] = {"step": step, "seen": appeal.steps.count(), **more}
        browser = browser or self.carols
        if step == "decide":
            _looked, sent = looked_at.look(browser, appeal, **more)
        answer = browser.post(address, sent)
        assert answer.status_code == 302, answer.content.decode()

    def totals(self) -> dict[str, Fraction]:
        """The points of every entry in the standings, by its uid."""
        rows = event_record.standings(results.read(fresh(self.cast.event)))
        return {row.rank.entry: Fraction(row.rank.total) for row in rows}


def _signed_in(user: User) -> Client:
    browser = Client(headers={"accept-language": "zh-hans"})
    browser.force_login(user)
    browser.cookies["django_language"] = "zh-hans"
    return browser
