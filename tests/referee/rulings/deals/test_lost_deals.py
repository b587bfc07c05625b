"""L7 where deals are counted: the offender has the worst result of the deal; GZ-98 and GZ-99."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.base.refusals import Code
from referee.models import Remedy, RulingVersion, SuspensionReach
from referee.rulings import cases, listed, proposals, what_if
from referee.rulings.decisions import NamedOffender, RulingDecision
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import (
    codes,
    decision,
    make_official,
    official_of,
    seat,
    source,
)
from tests.referee.rulings.looked_at import changes_of
from tests.referee.rulings.sanctions.test_heavy_levels import take_back
from tournaments import organise, results
from tournaments.base.refusals import Refused, Stale
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Deal, Result, Role, User
from tournaments.regulations.articles import Level
from tournaments.results import event_record
from web.publish.rulings import ruling_words

MADE = {"N": -100, "W": 100, "S": 50, "E": 200}
"""What the sheet of the cast comes to: the pig, the sheep, the transformer and all hearts."""
EXPOSED = {**NORTH_TAKES_THE_PIG, "exposed": {"HA": "exposed"}}


@pytest.fixture
def played(hall: Hall) -> Hall:
    """An official competition whose first deal has its result."""
    make_official(hall)
    hall.cast.post(hall.deal())
    return hall


@pytest.fixture
def chief(played: Hall) -> User:
    return official_of(played, "chief", Role.CHIEF_REFEREE)


def lost(hall: Hall, label: str = "E", **more: Any) -> RulingDecision:
    values = {"level": Level.L7, "level_reason": "it was meant", **more}
    return decision(hall, "R-05", label, **values)


def live(hall: Hall) -> Result:
    return Result.live.select_related("ruleset").get(deal=hall.deal())


def scores(hall: Hall) -> dict[str, int]:
    return dict(live(hall).settlement["scores"])


def totals(hall: Hall) -> dict[int, Any]:
    rows = event_record.standings(results.read(source(hall).event))
    return {row.competitor.number: row.rank.total for row in rows}


@pytest.mark.full
def test_the_offender_has_the_worst_result_and_the_others_theirs(played: Hall, chief: User) -> None:
    """All hearts were east's, +200: without exposures the worst is (−100 − 200) × 2."""
    assert scores(played) == MADE
    asked, before = lost(played), totals(played)
    proposal = proposals.propose(source(played), asked, chief)
    promised = changes_of(results.read(source(played).event), source(played), asked, proposal)
    assert promised.deal == (what_if.SeatPointsChange("E", 200, -600),)
    assert live(played).version == 1
    version = cases.decide(source(played), chief, asked)
    assert scores(played) == {**MADE, "E": -600}
    after = totals(played)
    own = seat(played, "E").side.entries.get().number
    assert after == {**before, own: before[own] - 800}
    (effect,) = [row for row in promised.effect if row.competitor.number == own]
    assert effect.after.total == after[own]
    # The plays stay, and nothing was taken besides.
    assert live(played).kind == "adjusted"
    assert live(played).facts["won"] == NORTH_TAKES_THE_PIG["won"]
    assert live(played).origin_uid == version.uid
    assert not Adjustment.objects.exists()
    assert recount(played.cast.tournament) == []
    assert verify(played.cast.tournament) == []


@pytest.mark.full
def test_it_is_taken_back_by_a_further_version(played: Hall, chief: User) -> None:
    version = cases.decide(source(played), chief, lost(played))
    take_back(version, chief)
    assert (live(played).kind, live(played).version) == ("played", 3)
    assert scores(played) == MADE
    take_back(version, chief)
    assert live(played).version == 3, "sent again it takes nothing back"
    assert recount(played.cast.tournament) == []


@pytest.mark.full
def test_decided_anew_it_is_reckoned_upon_what_was_made(played: Hall, chief: User) -> None:
    """Another seat: the first has its own again, in the preview as in the record."""
    version = cases.decide(source(played), chief, lost(played))
    anew = lost(played, "W")
    proposal = proposals.propose(source(played), anew, chief, version.case)
    snapshot = results.read(source(played).event)
    promised = changes_of(snapshot, source(played), anew, proposal, version.case)
    assert {row.seat: row.after for row in promised.deal} == {"E": 200, "W": -600}
    cases.revise(version.case, chief, anew, seen=1)
    assert scores(played) == {**MADE, "W": -600}
    assert recount(played.cast.tournament) == []


@pytest.mark.full
def test_what_was_exposed_stands(hall: Hall) -> None:
    """The ace of hearts exposed: (−100 − 400) × 2."""
    make_official(hall)
    hall.cast.post(hall.deal(), report=EXPOSED)
    chief = official_of(hall, "chief", Role.CHIEF_REFEREE)
    cases.decide(source(hall), chief, lost(hall, "N"))
    assert scores(hall)["N"] == -1000
    assert live(hall).facts["exposed"] == EXPOSED["exposed"]


@pytest.mark.full
def test_two_offenders_each_lose_the_deal(played: Hall, chief: User) -> None:
    both = lost(played)
    both = replace(both, offenders=(*both.offenders, *lost(played, "N").offenders))
    cases.decide(source(played), chief, both)
    assert scores(played) == {**MADE, "E": -600, "N": -600}


@pytest.mark.full
def test_an_entry_that_is_named_without_its_seat_loses_it_too(played: Hall, chief: User) -> None:
    entry = lost(played).offenders[0].entry
    version = cases.decide(
        source(played), chief, replace(lost(played), offenders=(NamedOffender(entry),))
    )
    assert scores(played)["E"] == -600
    ruled = listed.case_of(played.cast.tournament, version.case.uid)
    assert ruled is not None
    with translation.override("zh-hans"):
        assert ruling_words.told_in_full(ruled).follows == ("本副判负，按最差结果计：−600",)


@pytest.mark.full
def test_a_deal_without_a_result_is_refused(hall: Hall) -> None:
    make_official(hall)
    chief = official_of(hall, "chief", Role.CHIEF_REFEREE)
    with pytest.raises(Refused) as refused:
        cases.decide(source(hall), chief, lost(hall))
    assert codes(refused) == [Code.DEAL_LOST_OF_NOTHING]


@pytest.mark.full
@pytest.mark.parametrize("remedy", [Remedy.VOID, Remedy.NOT_PLAYED])
def test_a_deal_that_does_not_count_is_not_lost(played: Hall, chief: User, remedy: Remedy) -> None:
    with pytest.raises(Refused) as refused:
        cases.decide(source(played), chief, lost(played, remedy=remedy))
    assert codes(refused) == [Code.DEAL_LOST_AND_VOID]
    assert scores(played) == MADE


@pytest.mark.full
def test_a_result_that_changed_meanwhile_is_looked_at_again(played: Hall, chief: User) -> None:
    asked = lost(played)
    played.cast.post(played.deal(), seen=1, reason="misread", report=EXPOSED)
    with pytest.raises(Stale):
        cases.decide(source(played), chief, asked)
    assert live(played).kind == "played"


@pytest.mark.full
def test_points_that_were_typed_replace_it(played: Hall, chief: User) -> None:
    """The referee may differ: then the seat loses so many points, and the deal stays."""
    cases.decide(source(played), chief, lost(played, points=-300))
    assert scores(played) == MADE
    assert Adjustment.objects.get().amount == -300


@pytest.mark.full
def test_suspension_leaves_the_deal_as_it_is(played: Hall, chief: User) -> None:
    """L8 is no deal lost: the seat is vacated, and the referee gives the results."""
    cases.decide(
        source(played), chief, lost(played, level=Level.L8, reach=SuspensionReach.THIS_ROUND)
    )
    assert live(played).version == 1


class Page:
    """The form of a ruling in a browser."""

    def __init__(self, hall: Hall, client: Client, deal: Deal | None) -> None:
        self.client = client
        where = [hall.cast.tournament.uid, hall.cast.event.uid]
        named = f"deal={deal.uid}" if deal else f"table={hall.deal().sitting.uid}"
        self.address = f"{reverse('referee_rule_case', args=where)}?{named}"
        form = client.get(self.address).context["form"]
        values = {name: form[name].value() for name in form.fields}
        self.data = {name: "" if value is None else value for name, value in values.items()}
        whom = [f"seat:{seat(hall, 'E').uid}"]
        self.data |= {"whom": whom, "article": "R-05", "facts": "a heart was kept on purpose"}

    def look(self) -> str:
        answer = self.client.post(self.address, self.data)
        self.data["previewed"] = answer.context["form"]["previewed"].value()
        return html.unescape(answer.content.decode())

    def store(self) -> Any:
        return self.client.post(self.address, {**self.data, "store": "1"})


@pytest.fixture
def desk(chief: User, client: Client) -> Client:
    client.force_login(chief)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    return client


@pytest.mark.full
def test_the_form_shows_the_deal_and_the_standings_and_stores_them(
    played: Hall, desk: Client
) -> None:
    page = Page(played, desk, played.deal())
    shown = page.look()
    assert "本副判负，按最差结果计：−600" in shown
    assert "+200 → <strong>−600</strong>" in shown
    assert live(played).version == 1
    answer = page.store()
    assert answer.status_code == 302
    assert scores(played) == {**MADE, "E": -600}
    ruling = desk.get(answer.url).content.decode()
    assert "本副判负，按最差结果计：−600" in ruling
    # The page of the deal has what was played beside what was given.
    where = reverse("referee_deal", args=[played.cast.tournament.uid, played.deal().uid])
    assert "−600" in desk.get(where).content.decode()


@pytest.mark.full
def test_the_form_says_that_a_deal_has_to_be_named(played: Hall, desk: Client) -> None:
    page = Page(played, desk, None)
    assert "还没有后果：请从判负那一副的页面作裁决" in page.look()
    page.store()
    assert RulingVersion.objects.count() == 1
    assert live(played).version == 1


@pytest.mark.full
def test_a_game_to_a_target_is_lost_and_not_a_deal(hall: Hall) -> None:
    """局: minus the target, also where a deal is named; that deal stays as it was made."""
    cast = hall.cast
    plan = organise.EventPlan("千分局", "gongzhu", {"preset": "classic"}, 8, to_limit=True)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[f"{name}一"] for name in "甲乙丙丁"])
    game = Hall.of(replace(cast, event=event))
    make_official(game)
    game.cast.post(game.deal())
    chief = official_of(game, "chief", Role.CHIEF_REFEREE)
    cases.decide(source(game), chief, lost(game))
    assert live(game).version == 1
    assert Adjustment.objects.get().amount == -1000
