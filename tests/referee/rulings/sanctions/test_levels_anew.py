"""A match lost by L7 or L8 decided otherwise as the page shows it, and lost by both sides."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.appeals import hearing, lodging
from referee.appeals import what_if as appeal_what_if
from referee.appeals.lodging import Lodging
from referee.appeals.states import StepRequest
from referee.models import Against, AppealDecision, Matter, RulingVersion, SuspensionReach
from referee.rulings import cases, heavy_levels, posting, proposals
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.ruling_stack import Removal
from referee.rulings.what_if import WhatIf
from tests import teams_cast
from tests.referee.rulings.looked_at import changes_of
from tests.referee.rulings.sanctions.test_heavy_levels import (
    asked,
    chief_of,
    match_of,
    official,
    ranks,
    take_back,
    team,
)
from tests.teams_cast import Teams
from tournaments import results
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Award, Deal, Match, User
from tournaments.regulations.articles import Level
from tournaments.results import match_results
from tournaments.standings.match_scores import Order
from web.publish.rulings import ruling_words

NOTHING = (Fraction(0), Fraction(0))


@pytest.fixture
def teams(db: None) -> Teams:
    """Four teams in an official competition by victory points of 20, at their first match."""
    teams = teams_cast.assemble(ranking=Order.VP_20)
    return replace(teams, event=official(teams.event))


@pytest.fixture
def chief(teams: Teams) -> User:
    return chief_of(teams.cast)


def source(teams: Teams) -> RulingSource:
    return RulingSource(teams.event, round=teams.round, entry=team(teams, 1))


def looked_at(
    teams: Teams, chief: User, decision: RulingDecision, version: RulingVersion | None = None
) -> tuple[WhatIf, list[str]]:
    """Return what a decision would change and what follows from it, upon a version if given."""
    case = version.case if version else None
    proposal = proposals.propose(source(teams), decision, chief, case)
    snapshot = results.read(teams.event)
    promised = changes_of(snapshot, source(teams), decision, proposal, case)
    before = posting.without_rulings(snapshot, posting.rulings_out(Removal.of_case(case)))
    facts = heavy_levels.read_facts(source(teams), proposal.sanctions)
    effects = heavy_levels.effects_of(before, source(teams), proposal.sanctions, facts)
    return promised, [effect.words for effect in effects]


def worth(teams: Teams, match: Match) -> tuple[Fraction, ...] | None:
    snapshot = results.read(teams.event)
    stage = snapshot.stages[0]
    return match_results.results_by_match(snapshot, stage)[match.pk].scores


def live(match: Match) -> Award:
    return Award.objects.get(match=match, retired_by=None)


def assert_kept(teams: Teams, promised: WhatIf) -> None:
    after = ranks(teams.event)
    for effect in promised.effect:
        assert effect.after.total == after[effect.competitor.number].total


def both(teams: Teams, level: Level = Level.L7, **more: Any) -> RulingDecision:
    sides = match_of(team(teams, 1)).sides.order_by("number")
    entries = [side.entries.select_related("event__tournament").get() for side in sides]
    offenders = tuple(NamedOffender(entry) for entry in entries)
    return replace(asked(entries[0], level, **more), offenders=offenders)


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize(
    ("first", "then"),
    [
        (Level.L7, Level.L8),
        pytest.param(Level.L8, Level.L7, marks=pytest.mark.nightly),
        pytest.param(Level.L7, Level.L7, marks=pytest.mark.nightly),
    ],
)
def test_a_lost_match_decided_otherwise_is_shown_as_it_is_stored(
    teams: Teams, chief: User, first: Level, then: Level
) -> None:
    """The page says again that the match is lost, not that it is given back."""
    entry = team(teams, 1)
    version = cases.decide(source(teams), chief, asked(entry, first))
    otherwise = asked(entry, then, level_reason="looked at again")
    promised, words = looked_at(teams, chief, otherwise, version)
    assert "12" in words[-1]
    assert promised.is_nothing
    newer = cases.revise(version.case, chief, otherwise, seen=1)
    award = live(match_of(entry))
    assert (award.won, award.lost) == (Fraction(12), Fraction(0))
    assert award.origin_uid == newer.uid
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_a_lighter_level_gives_the_match_back_as_shown(teams: Teams, chief: User) -> None:
    entry = team(teams, 1)
    version = cases.decide(source(teams), chief, asked(entry, Level.L7))
    lighter = asked(entry, Level.L1)
    promised, words = looked_at(teams, chief, lighter, version)
    assert not words
    assert promised.effect
    cases.revise(version.case, chief, lighter, seen=1)
    assert live(match_of(entry)).kind == "withdrawn"
    assert_kept(teams, promised)
    assert Deal.objects.filter(sitting__segment__match=match_of(entry), done=True).count() == 0


@pytest.mark.full
def test_both_sides_lose_the_match(teams: Teams, chief: User) -> None:
    """双方判负: both have 0, in the look as in the record, and neither wins."""
    decision = both(teams)
    promised, words = looked_at(teams, chief, decision)
    (text,) = words
    assert "0 : 0" in text
    version = cases.decide(source(teams), chief, decision)
    match = match_of(team(teams, 1))
    award = live(match)
    assert award.winner is None
    assert (award.won, award.lost) == NOTHING
    assert award.origin_uid == version.uid
    assert worth(teams, match) == NOTHING
    assert_kept(teams, promised)
    take_back(version, chief)
    assert live(match).kind == "withdrawn"
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_what_was_played_counts_for_neither_where_both_lose(teams: Teams, chief: User) -> None:
    teams.play()
    decision = both(teams)
    promised, _words = looked_at(teams, chief, decision)
    cases.decide(source(teams), chief, decision)
    assert worth(teams, match_of(team(teams, 1))) == NOTHING
    assert_kept(teams, promised)


@pytest.mark.full
def test_one_side_instead_of_both(teams: Teams, chief: User) -> None:
    """Decided otherwise for one side alone, the other side wins it."""
    version = cases.decide(source(teams), chief, both(teams))
    entry = team(teams, 1)
    otherwise = asked(entry, Level.L7)
    _promised, words = looked_at(teams, chief, otherwise, version)
    assert "12 : 0" in words[0]
    cases.revise(version.case, chief, otherwise, seen=1)
    award = live(match_of(entry))
    assert award.winner is not None
    assert entry not in award.winner.entries.all()
    assert (award.won, award.lost) == (Fraction(12), Fraction(0))


@pytest.mark.full
def test_of_a_knockout_one_side_goes_on(teams: Teams, chief: User) -> None:
    """Both cannot lose a match from which somebody advances: look and deed refuse it."""
    Match.objects.filter(pk=match_of(team(teams, 1)).pk).update(code="W1.1")
    decision = both(teams)
    proposal = proposals.propose(source(teams), decision, chief)
    (wrong,) = posting.problems(results.read(teams.event), source(teams), proposal.sanctions)
    assert wrong.code == "knockout_needs_winner"
    with pytest.raises(Refused) as refused:
        cases.decide(source(teams), chief, decision)
    assert [each.code for each in refused.value.problems] == [wrong.code]


@pytest.mark.full
def test_the_page_says_that_the_match_stays_lost(teams: Teams, chief: User, client: Client) -> None:
    entry = team(teams, 1)
    version = cases.decide(source(teams), chief, asked(entry, Level.L7))
    client.force_login(chief)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    where = reverse("referee_rule_anew", args=[teams.cast.tournament.uid, version.case.uid])
    form = client.get(where).context["form"]
    values = {name: form[name].value() for name in form.fields}
    data = {name: "" if value is None else value for name, value in values.items()}
    data |= {"level": "L8", "level_reason": "looked at again", "reach": SuspensionReach.THIS_ROUND}
    page = client.post(where, data)
    assert not page.context["form"].errors
    text = page.content.decode()
    assert "the match is lost, the other side wins it: 12 : 0" in text
    assert "nothing automatic" not in text


@pytest.mark.full
def test_an_appeal_varies_a_lost_match_into_the_next_level(teams: Teams, chief: User) -> None:
    """What the page of the appeal promises is what its decision stores: 12 : 0 as before."""
    entry = team(teams, 1)
    version = cases.decide(source(teams), chief, asked(entry, Level.L7))
    signed = tuple(entry.members.values_list("person", flat=True))
    handed_in = Lodging(entry, Against.RULING, version.uid, "it was no intent", signed)
    appeal = lodging.lodge(teams.event, chief, handed_in, "a")
    hearing.hear(appeal, StepRequest(chief, 1), Matter.FACT, ())
    varied = hearing.CommitteeDecision(AppealDecision.VARIED, "heavier", level=Level.L8)
    before = results.read(teams.event)
    promised, proposal = appeal_what_if.what_if(before, appeal, varied, chief)
    assert promised.is_nothing
    assert proposal is not None
    shown = ruling_words.proposal_told(before, source(teams), proposal, version.case)
    assert "12" in shown.sanctions[0].follows
    step = hearing.decide(appeal, StepRequest(chief, 2), varied)
    award = live(match_of(entry))
    assert step.ruling is not None
    assert (award.won, award.lost) == (Fraction(12), Fraction(0))
    assert award.origin_uid == step.ruling.uid
