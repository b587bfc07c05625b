"""Which options of the policies fill something in, and what the page of an event says of each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests import levels_cast, teams_cast
from tests.cast import Cast
from tournaments.models import Event, EventRegulations
from tournaments.regulations import policies
from tournaments.regulations.articles import Escalation, Level, article
from tournaments.regulations.policies import Filled
from tournaments.wording.official.regulations import filled_text


@pytest.fixture
def cast(db: None) -> Cast:
    return people.assemble()


def having(event: Event, **chosen: str) -> Event:
    values: dict[str, Any] = {"size": "official", "policies": chosen}
    EventRegulations.objects.update_or_create(event=event, defaults=values)
    return Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)


def policy(key: str) -> policies.Policy:
    (row,) = [row for row in policies.POLICIES if row.key == key]
    return row


def filling(event: Event, key: str) -> dict[str, Filled]:
    found = {name: policies.filled_by(event, key, name) for name in policy(key).options}
    return {name: filled for name, filled in found.items() if filled}


def test_a_lost_deal_is_a_revoke_of_single_players(cast: Cast) -> None:
    assert filling(cast.event, "revoke") == {
        "equity_plus_fix": Filled.LEVEL,
        "fix": Filled.LEVEL,
        "full_loss": Filled.DEAL_LOST,
        "end_deal_lost": Filled.DEAL_LOST,
        "points_per_card": Filled.TEN_POINTS,
    }
    row = article(having(cast.event, revoke="full_loss"), "R-02")
    assert row is not None
    assert (row.level, row.steps) == (Level.L7, ())
    usual = article(having(cast.event), "R-02")
    assert usual is not None
    assert (usual.level, usual.steps) == (Level.L5, (Escalation(2, Level.L6),))


def test_a_card_is_ten_points_and_a_second_revoke_the_next_step(cast: Cast) -> None:
    row = article(having(cast.event, revoke="points_per_card"), "R-02")
    assert row is not None
    assert (row.level, row.points, row.steps) == (
        Level.L3,
        Fraction(-10),
        (Escalation(2, Level.L6),),
    )


@pytest.mark.full
def test_teams_have_no_deal_to_lose(db: None) -> None:
    """L7 would be the match there: the policy is text, and the article stays as it is."""
    event = having(teams_cast.assemble().event, revoke="full_loss")
    assert set(filling(event, "revoke")) == {"equity_plus_fix", "fix", "points_per_card"}
    row = article(event, "R-02")
    assert row is not None
    assert row.level is Level.L5


@pytest.mark.full
def test_by_levels_a_card_is_ten_points_of_the_deal(db: None) -> None:
    """−10 分×张 (SS3): one card is the lightest penalty at a table, which takes ten of the deal."""
    event = having(levels_cast.assemble().event, revoke="points_per_card")
    assert filling(event, "revoke") == {
        "equity_plus_fix": Filled.LEVEL,
        "fix": Filled.LEVEL,
        "level": Filled.LEVEL,
        "points_per_card": Filled.TEN_OF_DEAL,
    }
    row = article(event, "R-02")
    assert row is not None
    assert (row.level, row.steps) == (Level.L3, (Escalation(3, Level.L7),))


@pytest.mark.parametrize(
    ("code", "chosen", "filled"),
    [
        ("D-05", {}, Filled.VOID),
        ("D-05", {"card_count_after": "adjust"}, Filled.ADJUSTED),
        ("D-05", {"card_count_after": "restore"}, None),
        ("D-04", {}, None),
        ("D-04", {"card_count_before": "redeal"}, Filled.VOID),
        ("R-02", {"revoke": "full_loss"}, None),
        ("B-01", {}, None),
    ],
)
def test_what_is_done_about_the_deal(
    cast: Cast, code: str, chosen: dict[str, str], filled: Filled | None
) -> None:
    assert policies.rectification(having(cast.event, **chosen), code) is filled


def test_every_policy_says_what_of_it_is_filled_in(cast: Cast) -> None:
    with translation.override("en"):
        told = {row.key: filled_text(cast.event, row) for row in policies.policies_of(cast.event)}
    text = "Text: the referee carries it out."
    only_text = {key for key, words in told.items() if words == text}
    assert only_text == {
        "exposed_card",
        "lead_out_of_turn",
        "revoke_established_by",
        "first_expose_cancel",
        "time_end",
    }
    # What was gained by a revoke is for the referee to say: the fixed penalty alone is filled in.
    assert "a fixed penalty" in told["revoke"]
    assert "what was gained" not in told["revoke"]
    assert "by a button of the ruling" in told["card_count_after"]
    assert "exposure" in told["late_exposure"]
    assert "who shuffles" in told["void_deal_redealer"]
    assert "tablet counts" in told["claim_statement"]


@pytest.mark.full
def test_the_dealer_of_a_void_deal_is_of_the_game_by_levels(db: None) -> None:
    event = levels_cast.assemble().event
    with translation.override("en"):
        text = filled_text(event, policy("void_deal_redealer"))
    assert text == "Text: the referee carries it out."


@pytest.mark.full
def test_the_page_shows_it_with_each_policy(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    page = client.get(reverse("desk_regulations", args=[cast.event.uid])).content.decode()
    of_the_rest = page.count("其余由裁判掌握执行。")
    assert page.count("由裁判掌握执行。") - of_the_rest == 5
    assert "选用条款时自动填入" in page
