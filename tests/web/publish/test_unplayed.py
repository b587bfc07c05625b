"""Rounds that were not played: who is ranked, what they count, what is told below the standings.

A deal of the cast comes to −100, +100, +50 and +200, so that a round of two deals is worth −200,
+200, +100 or +400. By docs/standings.md.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.web.publish.reading import MINUS, read
from tournaments import organise, results
from tournaments.models import Event
from tournaments.results import event_record

LATE = ("壬", "癸", "子", "丑")


def with_terms(cast: Cast, **terms: object) -> None:
    Event.objects.filter(pk=cast.event.pk).update(**terms)
    cast.event.refresh_from_db()


def add_late(cast: Cast) -> None:
    organise.add_entries(cast.event, cast.director, [[name] for name in LATE])


def rows_by_name(cast: Cast) -> dict[str, event_record.StandingsRow]:
    rows = event_record.standings(results.read(cast.event))
    return {row.competitor.name: row for row in rows}


@pytest.mark.full
def test_an_event_of_before_ranks_everybody_and_says_nothing_of_it(
    cast: Cast, english: Client
) -> None:
    cast.closed_round()
    add_late(cast)
    rows = rows_by_name(cast)
    assert all(row.rank.is_ranked and not row.rank.missing for row in rows.values())
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert "Condition for a rank" not in page
    assert "A round sat out" not in page


@pytest.mark.full
def test_who_came_late_is_unranked_until_half_of_the_deals_are_played(
    cast: Cast, english: Client
) -> None:
    with_terms(cast, ranked_from="half", late_credit="average")
    cast.closed_round()
    add_late(cast)
    rows = rows_by_name(cast)
    assert {rows[name].rank.shown_place for name in LATE} == {"–"}
    assert [rows[name].rank.missing for name in LATE] == [1] * 4
    places = [row.rank.place for row in rows.values() if row.rank.is_ranked]
    assert (len(places), max(places)) == (8, 7), "four pairs of equals, and nobody above them"
    cast.closed_round()
    rows = rows_by_name(cast)
    for name in LATE:
        first, second = rows[name].rank.rounds
        assert (rows[name].rank.missing, first.counts, first.points) == (0, "missed", second.points)
        assert rows[name].rank.total == 2 * second.points
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert "An entry is ranked once it has played at least half of the deals dealt so far" in page
    assert "A late entry has, for each earlier round, the own average" in page
    assert "Round 1 , came later: counts as the average of the rounds played" in page


@pytest.mark.full
@pytest.mark.parametrize(
    ("terms", "counts"), [({"late_credit": "number", "late_amount": "-50"}, -50), ({}, None)]
)
def test_a_round_missed_counts_the_number_of_the_event_or_is_no_round(
    cast: Cast, terms: dict[str, str], counts: int | None
) -> None:
    with_terms(cast, ranked_from="all", **terms)
    cast.closed_round()
    add_late(cast)
    cast.closed_round()
    for name in LATE:
        rounds = {round_.round: round_.points for round_ in rows_by_name(cast)[name].rank.rounds}
        assert rounds.get(1) == counts


@pytest.mark.full
def test_a_bye_of_an_individual_event_counts_the_number_that_was_chosen(
    cast: Cast, english: Client
) -> None:
    organise.add_entries(cast.event, cast.director, [["壬"]])
    with_terms(cast, ranked_from="one", sit_out_credit="number", sit_out_amount="-30")
    round_ = cast.closed_round()
    out = round_.sit_outs.get().entry
    row = next(row for row in rows_by_name(cast).values() if row.rank.entry == out.uid)
    assert (int(row.rank.total), row.rank.shown_place) == (-30, "–")
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert f"A round sat out counts {MINUS}30." in page
    assert "not ranked yet: 1 deal is missing" in page
    entry = read(english, reverse("entry", args=[cast.event.uid, out.number]))
    assert "Sat out: the round counts as the event credits it." in entry
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert "is missing" not in page
    assert "too few deals played: no place" in page


@pytest.mark.full
def test_results_of_later_rounds_and_late_entries_are_no_change_of_what_was_published(
    cast: Cast, english: Client
) -> None:
    """Only a correction is news: docs/standings.md, "What was published"."""
    with_terms(cast, ranked_from="half", late_credit="average")
    cast.closed_round()
    add_late(cast)
    in_play = cast.round_in_play()
    for deal in cast.deals(in_play)[::2]:
        cast.post(deal)
    organise.withdraw_entry(cast.event.entries.get(number=1), cast.director)
    address = reverse("event", args=[cast.event.uid])
    page = read(english, address)
    assert "The standings after round 1 are unchanged since they were published" in page
    assert "Changed in the standings" not in page
