"""L7 to L9 are really done when a ruling comes into force, and undone when it is taken back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.base.verbs import Verb
from referee.models import Needs, RulingVersion, SuspensionReach
from referee.rulings import cases, heavy_levels, posting, proposals
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource, Sanction
from tests import cast as people
from tests import teams_cast
from tests.cast import Cast, account
from tests.journeys.referee_decides import hall_desk
from tests.referee.hall import Hall
from tests.referee.rulings.looked_at import changes_of
from tests.teams_cast import Teams
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.entries import roster
from tournaments.models import (
    Adjustment,
    Award,
    Entry,
    Event,
    EventRegulations,
    Exclusion,
    ExclusionKind,
    Match,
    Role,
    User,
)
from tournaments.organise import ExclusionTerms
from tournaments.record.audit import Actor, change
from tournaments.regulations.articles import Level
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order


def official(event: Event) -> Event:
    EventRegulations.objects.update_or_create(event=event, defaults={"size": "official"})
    return Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)


def chief_of(cast: Cast) -> User:
    user = account("chief")
    organise.grant_role(cast.director, cast.tournament, user, Role.CHIEF_REFEREE)
    return user


def asked(entry: Entry, level: Level, article: str = "R-05", **more: Any) -> RulingDecision:
    reach = SuspensionReach.THIS_ROUND
    values = {"facts": "as both said", "level_reason": "it was meant", "reach": reach, **more}
    return RulingDecision((NamedOffender(entry),), article, level=level, **values)


def take_back(version: RulingVersion, user: User) -> None:
    """Take back what a version did, as an appeal does."""
    tournament = version.case.tournament
    with change(tournament, Actor.from_user(user), Verb.RULE_CASE) as made:
        posting.undo(made, cases.version_of(version.uid), user, "the committee saw it otherwise")


def told(snapshot: EventSnapshot, source: RulingSource, row: Sanction) -> str:
    facts = heavy_levels.read_facts(source, [row])
    effects = heavy_levels.effects_of(snapshot, source, [row], facts)
    return " · ".join(effect.words for effect in effects)


def ranks(event: Event) -> dict[int, Any]:
    event = Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)
    rows = event_record.standings(results.read(event))
    return {row.competitor.number: row.rank for row in rows}


@pytest.fixture
def teams(db: None) -> Teams:
    """Four teams in an official competition by victory points of 20, at their first match."""
    teams = teams_cast.assemble(ranking=Order.VP_20)
    return replace(teams, event=official(teams.event))


def team(teams: Teams, number: int) -> Entry:
    return teams.event.entries.select_related("event__tournament").get(number=number)


def match_of(entry: Entry) -> Match:
    return Match.objects.get(sides__entries=entry)


@pytest.mark.full
@pytest.mark.parametrize("level", [pytest.param(Level.L7, marks=pytest.mark.databases), Level.L8])
def test_a_match_is_lost_to_the_other_side(teams: Teams, level: Level) -> None:
    """The table of levels, L7: 0 VP for the offender, 12 (60 %) for the opponents."""
    entry, chief = team(teams, 1), chief_of(teams.cast)
    source, decision = (
        RulingSource(teams.event, round=teams.round, entry=entry),
        asked(entry, level),
    )
    snapshot = results.read(teams.event)
    proposal = proposals.propose(source, decision, chief)
    (row,) = proposal.sanctions
    assert "12" in told(snapshot, source, row)
    promised = changes_of(snapshot, source, decision, proposal)
    assert not Award.objects.exists()
    version = cases.decide(source, chief, decision)
    award = Award.objects.select_related("winner").get()
    assert award.winner is not None
    assert (award.match, award.won, award.lost) == (match_of(entry), Fraction(12), Fraction(0))
    assert award.origin_uid == version.uid
    after = ranks(teams.event)
    for effect in promised.effect:
        assert effect.after.total == after[effect.competitor.number].total
    assert promised.effect
    record = hall_desk.record_of(teams.event)
    assert "裁决判负；胜者：2城北队" in record, record
    take_back(version, chief)
    assert Award.objects.get(retired_by=None).kind == "withdrawn"
    take_back(version, chief)
    assert Award.objects.count() == 2, "sent again it takes nothing back"
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
def test_what_was_played_counts_for_the_other_side_where_it_is_better(teams: Teams) -> None:
    """The table of levels, L7: the opponents have 12 or what they had reached, if that is more."""
    teams.play()
    before = ranks(teams.event)
    best = max(before, key=lambda number: before[number].total)
    match = match_of(team(teams, best))
    loser = Entry.objects.select_related("event__tournament").get(
        sides__match=match, number__in=set(before) - {best}
    )
    chief = chief_of(teams.cast)
    source = RulingSource(teams.event, round=teams.round, entry=loser)
    cases.decide(source, chief, asked(loser, Level.L7))
    award = Award.objects.get()
    assert award.won == max(Fraction(12), before[best].total)
    assert award.lost == 0


def of_games() -> Cast:
    """Return an official competition of four single players who play a game to 1000."""
    cast = people.assemble(players=0)
    plan = organise.EventPlan("千分局", "gongzhu", {"preset": "classic"}, 8, to_limit=True)
    event = organise.create_event(cast.tournament, cast.director, plan)
    names = people.PLAYERS[:4]
    organise.add_entries(event, cast.director, [[name] for name in names])
    return replace(cast, event=official(event))


@pytest.mark.full
def test_an_organiser_without_an_office_confirms_a_game_that_is_lost(db: None) -> None:
    """L7 beside L9: the points are given by the right of the chief referee who decided."""
    cast = of_games()
    chief, round_, event = chief_of(cast), cast.round_in_play(), cast.event
    entry = event.entries.select_related("event__tournament").get(number=1)
    decision = asked(entry, Level.L7, disciplinary=Level.L9)
    version = cases.decide(RulingSource(event, round=round_, entry=entry), chief, decision)
    assert version.needs == Needs.ORGANISER
    cases.confirm(version, cast.alice)
    given = Adjustment.objects.get(reverses=None)
    assert (int(given.amount), given.stage_of_sum) == (-1000, "game")
    assert Exclusion.objects.filter(entry=entry, kind=ExclusionKind.DISQUALIFICATION).exists()
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_single_player_loses_the_game(db: None) -> None:
    """The table of levels, L7: 局: −target of the seat; taken back by a counter-entry."""
    cast = of_games()
    chief, round_, event = chief_of(cast), cast.round_in_play(), cast.event
    entry = event.entries.select_related("event__tournament").get(number=1)
    version = cases.decide(
        RulingSource(event, round=round_, entry=entry), chief, asked(entry, Level.L7)
    )
    given = Adjustment.objects.get(reverses=None)
    assert (int(given.amount), given.stage_of_sum, given.entry) == (-1000, "game", None)
    take_back(version, chief)
    assert not Adjustment.objects.filter(reverses=None, reversed_by=None).exists()
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("level", "words"),
    [(Level.L7, "rule from the page of the lost deal"), (Level.L8, "nothing automatic")],
)
def test_where_deals_are_counted_the_page_says_that_nothing_follows_by_itself(
    hall: Hall, level: Level, words: str
) -> None:
    event, chief = official(hall.cast.event), chief_of(hall.cast)
    entry = event.entries.select_related("event__tournament").get(number=1)
    source = RulingSource(event, round=hall.round, entry=entry)
    decision = asked(entry, level)
    (row,) = proposals.propose(source, decision, chief).sanctions
    with translation.override("en"):
        assert words in told(results.read(event), source, row)
    cases.decide(source, chief, decision)
    assert not Adjustment.objects.exists()
    assert not Award.objects.exists()


@pytest.mark.full
def test_a_disqualification_has_one_approval(hall: Hall) -> None:
    """Scenario 15: proposed by the chief referee, done when the organiser approves, once."""
    event, chief = official(hall.cast.event), chief_of(hall.cast)
    entry = event.entries.select_related("event__tournament").get(number=1)
    source = RulingSource(event, round=hall.round, entry=entry)
    version = cases.decide(source, chief, asked(entry, Level.L9, "B-05"))
    assert version.needs == Needs.ORGANISER
    assert not Exclusion.objects.exists()
    assert columns(entry) == (Entry.State.ENTERED, False, False, False, None)
    with pytest.raises(Refused):
        cases.confirm(version, chief)
    cases.confirm(version, hall.cast.alice)
    row = Exclusion.objects.get()
    assert (row.state, row.kind) == ("approved", "disqualification")
    assert (row.proposer, row.official, row.origin_uid) == (chief, hall.cast.alice, version.uid)
    assert columns(entry) == (Entry.State.WITHDRAWN, True, True, True, 1)
    hall.cast.play(hall.round)
    rank = ranks(event)[1]
    assert (rank.disqualified, rank.is_ranked) == (True, False)
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_disqualification_is_taken_back_by_a_counter_row(hall: Hall) -> None:
    event, chief = official(hall.cast.event), chief_of(hall.cast)
    entry = event.entries.select_related("event__tournament").get(number=1)
    source = RulingSource(event, round=hall.round, entry=entry)
    version = cases.decide(source, chief, asked(entry, Level.L9, "B-05"))
    cases.confirm(version, hall.cast.alice)
    take_back(version, chief)
    assert columns(entry) == (Entry.State.ENTERED, False, False, False, None)
    states = list(Exclusion.objects.order_by("number").values_list("state", flat=True))
    assert states == ["approved", "taken_back"]
    assert verify(hall.cast.tournament) == []


def columns(entry: Entry) -> tuple[object, ...]:
    entry.refresh_from_db()
    left = (entry.disqualified, entry.results_cancelled, entry.without_prizes)
    return (entry.state, *left, entry.to_round)


@pytest.mark.full
def test_the_terms_that_wait_for_approval_are_those_of_the_ruling(hall: Hall) -> None:
    """One process: what was proposed on the entry's page is approved with the ruling."""
    cast = hall.cast
    event = official(cast.event)
    entry = event.entries.select_related("event__tournament").get(number=1)
    chief = chief_of(cast)
    terms = ExclusionTerms(ExclusionKind.DISQUALIFICATION, 1, "signals", without_prizes=True)
    organise.propose_exclusion(entry, chief, terms)
    version = cases.decide(
        RulingSource(event, round=hall.round, entry=entry), chief, asked(entry, Level.L9, "B-05")
    )
    cases.confirm(version, cast.alice)
    newest = Exclusion.objects.order_by("-number")[0]
    assert (newest.state, newest.results_cancelled, newest.reason) == ("approved", False, "signals")
    # Nothing waits any more.
    assert not exclusions_waiting(entry)


def exclusions_waiting(entry: Entry) -> bool:
    newest = Exclusion.objects.filter(entry=entry).order_by("-number").first()
    return newest is not None and newest.state == "proposed"


@pytest.mark.full
def test_who_had_withdrawn_before_has_withdrawn_again_after_a_reversal(hall: Hall) -> None:
    cast = hall.cast
    event = official(cast.event)
    entry = event.entries.select_related("event__tournament").get(number=1)
    chief = chief_of(cast)
    left = ExclusionTerms(ExclusionKind.WITHDRAWAL, 1, "ill", without_prizes=False, excused=True)
    organise.propose_exclusion(entry, chief, left)
    organise.approve_exclusion(entry, cast.alice)
    entry.refresh_from_db()
    version = cases.decide(
        RulingSource(event, round=hall.round, entry=entry), chief, asked(entry, Level.L9, "B-05")
    )
    cases.confirm(version, cast.alice)
    entry.refresh_from_db()
    assert (entry.disqualified, roster.entrant(entry).excused) == (True, False)
    take_back(version, chief)
    entry.refresh_from_db()
    assert (entry.state, entry.disqualified, entry.excused) == (
        Entry.State.WITHDRAWN,
        False,
        True,
    )


@pytest.mark.full
def test_a_disqualification_after_the_end_changes_results_and_prizes(hall: Hall) -> None:
    """A protest after the final publication: nobody is drawn any more, and the rank goes."""
    cast = hall.cast
    event = official(cast.event)
    cast.play(hall.round)
    organise.close_round(hall.round, cast.director)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    entry = event.entries.select_related("event__tournament").get(number=1)
    chief = chief_of(cast)
    version = cases.decide(RulingSource(event, entry=entry), chief, asked(entry, Level.L9, "B-05"))
    cases.confirm(version, cast.alice)
    rank = ranks(event)[1]
    assert (rank.disqualified, rank.is_ranked) == (True, False)
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_the_page_says_what_follows_before_it_is_decided(teams: Teams, client: Client) -> None:
    chief = chief_of(teams.cast)
    client.force_login(chief)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    entry = team(teams, 1)
    where = reverse("referee_rule_case", args=[teams.cast.tournament.uid, teams.event.uid])
    page = client.get(f"{where}?entry={entry.uid}")
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    data = {name: "" if value is None else value for name, value in values.items()}
    data |= {"whom": f"entry:{entry.uid}", "article": "R-05", "facts": "both saw it"}
    looked = client.post(f"{where}?entry={entry.uid}", data)
    assert not looked.context["form"].errors
    assert "the match is lost, the other side wins it: 12 : 0" in looked.content.decode()
    assert not Award.objects.exists()
