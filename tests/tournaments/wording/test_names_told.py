"""Names of people and teams in refusals are told as they are, whatever else they may mean."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.problems import Problem
from tests.tournaments.organise.planning.test_stages_of_events import (
    FINALS,
    GROUPS,
    WHY,
    staged_cast,
)
from tournaments import organise, wording
from tournaments.base.refusals import Reason, refuse
from tournaments.standings.qualification_rules import StageProblem

LIKE_CODES = ("W. Zhang队", "T", "F1", "Smith, J.", "50%. Club", "pair", "N")
"""Names that are also codes of matches, of cards or of seats, or have a mark of a list in them."""


@pytest.mark.parametrize("name", LIKE_CODES)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_name_is_told_as_it_is(language: str, name: str) -> None:
    with translation.override(language):
        taken = wording.problem_text(refuse(Reason.NAME_TAKEN, field="name", name=name))
        other = wording.problem_text(refuse(Reason.NAME_TAKEN, field="name", name="王五"))
    assert taken == other.replace("王五", name)


@pytest.mark.parametrize(("language", "comma"), [("en", ", "), ("zh-hans", "、")])
def test_several_names_are_a_list_of_just_these(language: str, comma: str) -> None:
    shared = Problem(
        StageProblem.CUT_SHARED, "take", values=(("slot", "A2"), ("entries", LIKE_CODES))
    )
    with translation.override(language):
        assert comma.join(LIKE_CODES) in wording.problem_text(shared)


def test_codes_of_matches_are_worded() -> None:
    astray = refuse(Reason.KNOCKOUT_ASTRAY, matches="W2.1, T")
    with translation.override("zh-hans"):
        assert "第2轮第1场（W2.1）、三四名决赛（T）" in wording.problem_text(astray)


@pytest.mark.full
def test_the_page_of_stages_opens_whatever_teams_are_called(db: None, client: Client) -> None:
    cast = staged_cast(GROUPS, FINALS)
    names = (*LIKE_CODES[:5], "e", "f", "g")
    for entry, name in zip(cast.event.entries.order_by("number"), names, strict=True):
        organise.rename_entry(entry, cast.director, name)
    for _ in range(3):
        round_ = organise.draw_round(cast.event, cast.director)
        organise.publish_round(round_, cast.director)
        for match in round_.matches.all():
            organise.award_both_absent(match, cast.director, WHY)
        organise.close_round(round_, cast.director)
    client.force_login(cast.alice)
    page = client.get(
        reverse("desk_stages", args=[cast.event.uid]), headers={"accept-language": "en"}
    ).content.decode()
    assert "Smith, J." in page
    assert "50%. Club" in page
