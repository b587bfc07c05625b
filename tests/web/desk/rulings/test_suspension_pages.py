"""停赛 at the desk: the reach in the form, the draft for two cards, and who sits all the same."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.models import CardDecision, RulingVersion
from referee.rulings import suspended, two_cards
from tests import pairs_cast, teams_cast
from tests.cast import Cast
from tests.referee.rulings.sanctions.test_heavy_levels import official
from tests.referee.rulings.sanctions.test_suspending import (  # noqa: F401
    asked,
    card,
    cast,
    chief,
    entry,
    finish,
    source,
)
from tests.suspending import suspend
from tournaments import results
from tournaments.models import (
    Award,
    EntryMember,
    EventRegulations,
    Suspension,
    SuspensionWaiver,
    Table,
    User,
)
from web.tablet.api.round_pack import round_pack


def page_of(cast: Cast, name: str = "referee_suspensions") -> str:  # noqa: F811
    return reverse(name, args=[cast.tournament.uid, cast.event.uid])


def seated(cast: Cast) -> tuple[suspended.SuspendedAtTable, ...]:  # noqa: F811
    return suspended.seated(results.read(cast.event), suspended.sittings_with_sheets(cast.event))


def text(client: Client, address: str) -> str:
    return client.get(address, headers={"accept-language": "zh-hans"}).content.decode()


def press(client: Client, cast: Cast, **data: str) -> None:  # noqa: F811
    client.post(page_of(cast), data)


@pytest.mark.nightly
def test_the_form_of_a_ruling_asks_for_the_reach(
    client: Client,
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
) -> None:
    client.force_login(chief)
    filled = {
        "whom": f"entry:{entry(cast).uid}",
        "article": "",
        "own_article": "shouting",
        "facts": "as both said",
        "level": "L8",
        "seen": "0",
        "key": "k" * 12,
    }
    address = page_of(cast, "referee_rule_case")
    assert (
        "请选定停赛"
        in client.post(address, filled, headers={"accept-language": "zh-hans"}).content.decode()
    )
    filled |= {"reach": "rounds", "reach_rounds": "2"}
    looked = client.post(address, filled)
    sealed = looked.context["form"].data["previewed"]
    client.post(address, {**filled, "previewed": sealed, "store": "1"})
    row = Suspension.objects.get()
    assert (row.first_round, row.last_round) == (2, 3)


@pytest.mark.full
def test_the_chief_signs_or_dismisses_the_draft_on_its_page(
    client: Client,
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
) -> None:
    numbers = [card(cast, chief).case.number for _ in range(2)]
    client.force_login(chief)
    shown = text(client, page_of(cast))
    assert all(f"裁-2026-{number:04d}" in shown for number in numbers)
    assert "丙" in shown
    two = two_cards.waiting_pairs(source(cast).event)[0]
    address = f"{page_of(cast, 'referee_rule_case')}?cards={two.second.uid}&entry={entry(cast).uid}"
    initial: dict[str, Any] = client.get(address).context["form"].initial
    assert (initial["level"], initial["reach"], initial["cards"]) == (
        "L8",
        "next_round",
        two.second.uid,
    )
    press(client, cast, press="dismiss", card=two.second.uid, reason="he was provoked")
    assert CardDecision.objects.get().reason == "he was provoked"


@pytest.mark.full
def test_the_draft_is_signed_through_the_form(
    client: Client,
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
) -> None:
    for _ in range(2):
        card(cast, chief)
    client.force_login(chief)
    two = two_cards.waiting_pairs(source(cast).event)[0]
    address = f"{page_of(cast, 'referee_rule_case')}?cards={two.second.uid}&entry={entry(cast).uid}"
    initial = client.get(address).context["form"].initial
    filled = {name: value for name, value in initial.items() if name != "remedy"}
    looked = client.post(address, filled)
    sealed = looked.context["form"].data["previewed"]
    client.post(address, {**filled, "previewed": sealed, "store": "1"})
    decided = CardDecision.objects.get()
    assert decided.ruling == RulingVersion.objects.order_by("-pk")[0].case
    assert Suspension.objects.get().first_round == 2


@pytest.mark.full
def test_whoever_is_not_drawn_is_named_with_the_ruling(
    client: Client,
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
) -> None:
    suspend(cast, entry(cast), 2)
    finish(cast)
    draft = cast.drawn_round("2")
    client.force_login(cast.alice)
    words = "停赛1人，未列入编排：丙（裁-2026-0013）"
    assert words in text(client, reverse("desk_round", args=[draft.uid]))


@pytest.fixture
def seated_one(cast: Cast, chief: User) -> suspended.SuspendedAtTable:  # noqa: F811
    """Somebody who was suspended for round 2 after it was published."""
    finish(cast)
    round_ = cast.round_in_play("2")
    number = round_.matches.order_by("number")[0].sides.order_by("number")[0].entries.get().number
    suspend(cast, entry(cast, number), 2)
    (row,) = seated(cast)
    return row


@pytest.mark.full
@pytest.mark.parametrize(
    ("data", "made"),
    [
        ({"press": "walkover"}, Award),
        ({"press": "house", "house_player": "周老师"}, EntryMember),
        ({"press": "seat", "reason": "the table would stand empty"}, SuspensionWaiver),
    ],
)
def test_after_publishing_the_chief_decides_at_the_table(
    client: Client,
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
    seated_one: suspended.SuspendedAtTable,
    data: dict[str, str],
    made: Any,
) -> None:
    before = made.objects.count()
    client.force_login(chief)
    desk = text(client, reverse("desk_round", args=[seated_one.round.uid]))
    assert f"{seated_one.name}本轮停赛，不能入座" in desk
    assert seated_one.name in text(client, page_of(cast))
    press(client, cast, side=seated_one.side, **data)
    assert made.objects.count() == before + 1
    assert seated(cast) == ()


@pytest.mark.full
def test_two_who_are_suspended_at_a_table_are_absent_together(
    client: Client,
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
    seated_one: suspended.SuspendedAtTable,
) -> None:
    sides = seated_one.round.matches.order_by("number")[0].sides.order_by("number")
    suspend(cast, entry(cast, sides[1].entries.get().number), 2)
    client.force_login(chief)
    assert text(client, page_of(cast)).count("同样停赛") == 2
    press(client, cast, side=seated_one.side, press="walkover")
    assert set(Award.objects.get().absent_sides) == {sides[0].uid, sides[1].uid}
    assert seated(cast) == ()


@pytest.mark.full
def test_neither_of_two_sides_wins_where_both_are_suspended(db: None) -> None:
    teams = teams_cast.assemble()
    official(teams.event)
    for number in (1, 2):
        suspend(teams.cast, teams.event.entries.get(number=number), 1)
    first, second = suspended.seated(results.read(teams.event), ())
    assert [row.name for row in first.also] == [second.name]
    suspended.give_walkover(first, teams.cast.alice)
    award = Award.objects.get()
    assert (award.kind, award.match, award.winner) == ("both_absent", teams.match, None)
    assert first.name in award.reason
    assert second.name in award.reason


@pytest.mark.full
def test_a_table_that_has_begun_is_not_asked_about(
    cast: Cast,  # noqa: F811
    seated_one: suspended.SuspendedAtTable,
) -> None:
    for deal in cast.deals(seated_one.round):
        cast.post(deal)
    assert seated(cast) == ()


@pytest.mark.full
def test_what_a_chief_has_typed_comes_back_when_another_was_faster(
    client: Client,
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
) -> None:
    client.force_login(chief)
    words = "录像看过两遍，停赛照旧"
    sent = {"press": "keep", "card": "0" * 12, "reason": words}
    page = client.post(page_of(cast), sent, follow=True)
    levels = [(message.level_tag, str(message)) for message in page.context["messages"]]
    assert [level for level, _said in levels] == ["error", "info"]
    assert words in levels[1][1]


@pytest.mark.full
def test_a_referee_decides_on_no_suspension(client: Client, cast: Cast) -> None:  # noqa: F811
    client.force_login(cast.bob)
    assert client.get(page_of(cast)).status_code == 403


@pytest.mark.full
def test_arrivals_and_the_tablet_say_who_is_suspended(
    client: Client,
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
    seated_one: suspended.SuspendedAtTable,
) -> None:
    words = f"{seated_one.name}本轮停赛，不能入座"
    client.force_login(chief)
    address = reverse("referee_arrivals", args=[cast.tournament.uid, seated_one.round.uid])
    assert words in text(client, address)
    tables = Table.objects.select_related("tournament").order_by("number")
    own, other = tables.get(number=seated_one.table), tables.exclude(number=seated_one.table)[0]
    with translation.override("zh-hans"):
        assert words in (round_pack(own)["notice"] or "")
        assert words not in (round_pack(other)["notice"] or "")
        cast.post(cast.deals(seated_one.round)[0])
        assert not round_pack(own)["notice"], "a table that has begun goes on"


@pytest.mark.full
def test_the_regulations_of_pairs_say_whether_the_partner_plays(client: Client, db: None) -> None:
    cast = pairs_cast.assemble()  # noqa: F811
    official(cast.event)
    client.force_login(cast.alice)
    address = reverse("desk_regulations", args=[cast.event.uid])
    form = client.get(address).context["form"]
    filled = {name: form[name].value() for name in form.fields}
    filled = {
        name: value for name, value in filled.items() if value is not None and value is not False
    }
    client.post(address, {**filled, "stand_in_for_suspended": "on"})
    assert EventRegulations.objects.get(event=cast.event).stand_in_for_suspended
