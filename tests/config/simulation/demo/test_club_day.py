"""The demo's club day equals a plain recomputation from its file; a start that broke off goes on.

Draw, points and standings are worked out here once more, by code that shares nothing with the
program's: the movement from its published seed, the points card by card, the places by counting.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, TestCase
from django.urls import reverse

from config.simulation import demo
from config.simulation.demo import accounts, club_day, official, reports, season, shows
from config.simulation.demo.bringing import are_there
from config.simulation.demo.club_day import EVENTS, LEVELS, MAIN, PAIRS, TRICKS, PlannedEvent
from referee.models import Claim, Confirmation, Sheet
from referee.sheets import entry
from tests.scoring.gongzhu.oracle import raw_points
from tournaments import results
from tournaments.checks.verification import verify
from tournaments.jobs import tournament_filling
from tournaments.jobs.models import Job
from tournaments.models import (
    Adjustment,
    Deal,
    Event,
    Form,
    Match,
    Result,
    Round,
    Seat,
    Tournament,
    User,
)
from tournaments.pairing.fours import fixed_movements
from tournaments.results import event_record, queries

SEATS = ("N", "W", "S", "E")
POINTS_OF_A_TABLE = (4, 2, 1, 0)
FACTORS = {"single": 2, "pair": 4, "tractor-2": 8}
"""What the kitty counts for when a trick of this kind was the last."""
STARTERS = Path(fixed_movements.__file__).with_name("starters.json")


def _quickly(name: str, _password: str) -> Any:
    return User.objects.get_or_create(username=name)[0]


@contextmanager
def in_silence() -> Iterator[None]:
    """Nobody rings for a worker, and a password takes no time."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "DATA", Path(folder))
        patch.setattr("config.celery.signal", lambda uid: None)
        patch.setattr(accounts, "_account", _quickly)
        # What is shown beside the day has tests of its own.
        patch.setattr(shows, "SHOWS", ())
        patch.setattr(season, "SHOWS", ())
        patch.setattr(official, "SHOWS", ())
        patch.setattr(season, "make", lambda *_args: None)
        patch.setattr(official, "make", lambda *_args: None)
        yield


def no_progress(done: int, total: int) -> None:
    """Nobody watches."""


def fill() -> None:
    job = Job.objects.get(kind=tournament_filling.KIND)
    demo.play(job, no_progress)()  # type: ignore[arg-type]


def deals_of(event: Event) -> Iterator[tuple[PlannedEvent, int, int, Deal]]:
    """The deals that have a result, with their round and the place of their table in it."""
    plan = next(plan for plan in EVENTS if plan.event.name == event.name)
    for round_ in event.rounds.order_by("number"):
        deals = Deal.objects.filter(sitting__segment__match__round=round_).order_by(
            "sitting__table__number", "play_order"
        )
        tables: list[int] = sorted({deal.sitting.table.number for deal in deals})
        for deal in deals:
            if deal.done:
                yield plan, round_.number, tables.index(deal.sitting.table.number) + 1, deal


def points_of(plan: PlannedEvent, round_: int, table: int, deal: Deal) -> dict[str, Fraction]:
    """What a deal comes to for each seat, card by card, as its players said it at the end."""
    number = club_day.number_of(plan, round_, table, deal.play_order)
    deal_facts = json.loads(reports.DEALS.read_text("utf-8").splitlines()[number])
    shown = [(exposure["card"], exposure["kind"]) for exposure in plan.report(number)["exposed"]]
    owners = {card: seat for seat, hand in deal_facts["hands"].items() for card in hand}
    raw = raw_points(deal.event.ruleset.rules, _won(deal_facts["plays"]), shown, owners)
    if plan is PAIRS:
        ours, theirs = raw["N"] + raw["S"], raw["W"] + raw["E"]
        raw = {"N": ours, "S": ours, "W": theirs, "E": theirs}
    return {seat: Fraction(points) for seat, points in raw.items()}


def _won(plays: list[list[str]]) -> dict[str, list[str]]:
    """Who took which cards, trick by trick."""
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    won: dict[str, list[str]] = {seat: [] for seat in SEATS}
    while plays:
        trick, plays = plays[:4], plays[4:]
        strengths = {
            order.index(card[1:]): seat for seat, card in trick if card[0] == trick[0][1][0]
        }
        won[strengths[max(strengths)]] += [card for _, card in trick]
    return won


def entry_at(deal: Deal) -> dict[str, str]:
    seats = Seat.objects.filter(sitting=deal.sitting)
    return dict(seats.values_list("label", "side__entries__uid"))


def totals(event: Event) -> dict[str, Fraction]:
    """What every entry has scored, without penalties."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for plan, round_, table, deal in deals_of(event):
        points, at = points_of(plan, round_, table, deal), entry_at(deal)
        for seat in SEATS if plan is not PAIRS else SEATS[:2]:
            sums[at[seat]] += points[seat]
    return dict(sums)


def levels_ahead(deals: list[Deal], entry: str) -> int:
    """By how many levels an entry is ahead: two decks, 80 points take the deal, 40 are a level."""
    gained = {"NS": 0, "WE": 0}
    for deal in deals:
        result = Result.live.get(deal=deal).facts
        dealers = next(pair for pair in gained if result["dealer"] in pair)
        attackers = next(pair for pair in gained if pair != dealers)
        last, points = result["last_trick"], result["attackers_points"]
        if last["winner"] in attackers:
            points += result["kitty_points"] * FACTORS[last["combination"]]
        if points < 80:
            gained[dealers] += 3 if points == 0 else 2 if points < 40 else 1
        else:
            gained[attackers] += (points - 80) // 40
    ours = next(pair for pair in gained if entry_at(deals[0])[pair[0]] == entry)
    return gained[ours] - sum(gained[pair] for pair in gained if pair != ours)


class TestTheDay(TestCase):
    """The whole day, made once for all that is asked of it."""

    main: Event

    @classmethod
    def setUpTestData(cls) -> None:
        with in_silence():
            demo.seed()
            fill()
        cls.main = Event.objects.get(name=MAIN.event.name)

    def event(self, plan: PlannedEvent) -> Event:
        return Event.objects.get(name=plan.event.name)

    @pytest.mark.full
    def test_the_draw_follows_from_its_published_seed(self) -> None:
        numbers = [str(number) for number in range(1, 17)]
        starter = json.loads(STARTERS.read_text(encoding="utf-8"))["16"]
        size, moved = starter["rounds"], starter["rounds"] * starter["levels"]
        for round_ in self.main.rounds.all():
            seed, step = round_.seed, round_.number - 1
            places = sorted(
                numbers,
                key=lambda number: hashlib.sha256(f"{seed}:place:{number}".encode()).hexdigest(),
            )
            wanted = [
                {
                    places[start // size * size + (start + step) % size if start < moved else start]
                    for start in map(int, table.split())
                }
                for table in starter["tables"]
            ]
            for number, table in enumerate(wanted, 1):
                seats = Seat.objects.filter(
                    sitting__segment__match__round=round_, sitting__table__number=number
                )
                numbers_there = seats.values_list("side__entries__number", flat=True)
                assert set(map(str, numbers_there)) == table

    @pytest.mark.full
    def test_every_two_of_the_main_event_meet_once(self) -> None:
        met = [
            frozenset(pair)
            for round_ in self.main.rounds.all()
            for match in queries.matches_of(round_)
            for pair in combinations([side.entries.get().uid for side in match.sides.all()], 2)
        ]
        assert len(met) == len(set(met)) == 16 * 15 / 2

    @pytest.mark.full
    def test_the_main_event_stands_in_the_middle_of_its_last_round(self) -> None:
        states = list(self.main.rounds.order_by("number").values_list("state", flat=True))
        assert states == [Round.State.CLOSED] * 4 + [Round.State.PUBLISHED]
        last = Deal.objects.filter(sitting__segment__match__round__number=5, done=True)
        tables = [deal.sitting.table.number for deal in last]
        assert tuple(tables.count(table) for table in (1, 2, 3, 4)) == MAIN.done
        waiting = Sheet.objects.filter(confirmations=None, deal__event=self.main)
        assert waiting.count() == sum(count < 4 for count in MAIN.done)
        assert not Sheet.objects.filter(sound=False).exists()

    @pytest.mark.full
    def test_it_has_a_claim_a_penalty_and_a_correction(self) -> None:
        claim = Claim.objects.get()
        assert claim.deal.done
        assert Result.objects.filter(kind=Result.Kind.CLAIMED).get().deal == claim.deal
        first, second = Result.objects.filter(deal__version=2).order_by("version")
        assert second.reason == club_day.CORRECTION
        assert first.settlement != second.settlement
        penalty = Adjustment.objects.get()
        assert (penalty.reason, penalty.article) == club_day.PENALTY[1:]

    @pytest.mark.full
    def test_its_totals_equal_a_plain_recomputation(self) -> None:
        for event in map(self.event, (MAIN, TRICKS, PAIRS)):
            shown = {
                row.rank.entry: row.rank.points
                for row in event_record.standings(results.read(event))
            }
            counted = totals(event)
            assert shown == counted
            assert len(set(counted.values())) > 3

    @pytest.mark.full
    def test_its_matches_of_levels_equal_a_plain_recomputation(self) -> None:
        """15 victory points and the difference of levels in every match that is over, up to 10."""
        event = self.event(LEVELS)
        earned: dict[str, int] = defaultdict(int)
        for match in Match.objects.filter(round__event=event):
            sides = [side.entries.get().uid for side in match.sides.order_by("number")]
            deals = Deal.objects.filter(sitting__segment__match=match).order_by("play_order")
            if all(deal.done for deal in deals):
                ahead = levels_ahead(list(deals), sides[0])
                for uid, difference in zip(sides, (ahead, -ahead), strict=True):
                    earned[uid] += 15 + max(-10, min(10, difference))
        rows = {row.rank.entry: row.rank for row in event_record.standings(results.read(event))}
        assert {uid: row.match_points for uid, row in rows.items()} == {u: earned[u] for u in rows}
        order = sorted(rows.values(), key=lambda row: row.place)
        assert [row.match_points for row in order] == sorted(earned.values(), reverse=True)
        assert len(set(earned.values())) > 3

    @pytest.mark.full
    def test_every_deal_of_levels_was_dealt_and_levelled_as_the_one_before_told(self) -> None:
        for sheet in Sheet.objects.filter(deal__event=self.event(LEVELS)):
            assert not sheet.problems

    @pytest.mark.full
    def test_its_standings_equal_a_plain_recomputation(self) -> None:
        """Table points 4-2-1-0 of every table that is over, then points with penalties."""
        seat = Adjustment.objects.get().side
        assert seat is not None
        penalised = seat.entries.get().uid
        scored: dict[tuple[int, int], dict[str, Fraction]] = defaultdict(
            lambda: defaultdict(Fraction)
        )
        played: dict[tuple[int, int], int] = defaultdict(int)
        for plan, round_, table, deal in deals_of(self.main):
            played[round_, table] += 1
            for label, uid in entry_at(deal).items():
                scored[round_, table][uid] += points_of(plan, round_, table, deal)[label]
        earned: dict[str, Fraction] = defaultdict(Fraction)
        base = totals(self.main)
        base[penalised] += club_day.PENALTY[0]
        for key, sums in scored.items():
            if penalised in sums and key[:2] == club_day.PENALISED[:2]:
                sums[penalised] += club_day.PENALTY[0]
            for uid, points in sums.items() if played[key] == 4 else ():
                better = sum(other > points for other in sums.values())
                equal = sum(other == points for other in sums.values())
                shared = POINTS_OF_A_TABLE[better : better + equal]
                earned[uid] += Fraction(sum(shared), equal)
        rows = {row.rank.entry: row.rank for row in event_record.standings(results.read(self.main))}
        assert {uid: row.table_points for uid, row in rows.items()} == {u: earned[u] for u in rows}
        assert {uid: row.total for uid, row in rows.items()} == base
        order = {uid: (earned[uid], base[uid]) for uid in rows}
        places = {uid: 1 + sum(other > order[uid] for other in order.values()) for uid in rows}
        assert {uid: row.place for uid, row in rows.items()} == places

    @pytest.mark.full
    def test_every_trick_of_the_second_event_is_recorded(self) -> None:
        results = Result.objects.filter(deal__event=self.event(TRICKS))
        assert results.count() == 2 * 4 + sum(TRICKS.done)
        assert all(len(result.facts["plays"]) == 52 for result in results)
        assert self.event(PAIRS).form == Form.PAIRS
        assert self.event(PAIRS).entries.count() == 8

    @pytest.mark.full
    def test_a_second_start_changes_nothing(self) -> None:
        before = Tournament.objects.get().log_seq
        with in_silence():
            demo.seed()
            fill()
        assert Tournament.objects.get().log_seq == before
        assert are_there(EVENTS)

    @pytest.mark.full
    def test_its_log_holds(self) -> None:
        assert verify(Tournament.objects.get()) == []


@pytest.mark.full
@pytest.mark.django_db
def test_before_the_first_page_the_first_round_is_published_and_the_rest_is_on_its_way(
    client: Client,
) -> None:
    with in_silence():
        demo.seed()
    event = Event.objects.get()
    assert event.rounds.get().state == Round.State.PUBLISHED
    assert not Sheet.objects.exists()
    page = client.get(reverse("home")).content.decode()
    assert event.name in page
    assert reverse("filling", args=[event.tournament.uid]) in page


@pytest.mark.nightly
@pytest.mark.django_db
def test_a_start_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(Exception):
        pass

    confirm = entry.confirm

    def stopping_after(number: int) -> Any:
        left = iter(range(number))

        def confirm_some(**item: Any) -> object:
            if next(left, None) is None:
                raise Stopped
            return confirm(**item)

        return confirm_some

    for number in (5, 30):
        with monkeypatch.context() as patch:
            patch.setattr(entry, "confirm", stopping_after(number))
            with in_silence():
                demo.seed()
                with pytest.raises(Stopped):
                    fill()
    with in_silence():
        demo.seed()
        fill()
    event = Event.objects.get(name=MAIN.event.name)
    entered = 4 * 4 * 4 + sum(MAIN.done)
    assert Result.objects.filter(deal__event=event).count() == entered + 1
    assert Confirmation.objects.filter(sheet__deal__event=event).count() == entered + 1
    shown = {row.rank.entry: row.rank.points for row in event_record.standings(results.read(event))}
    assert shown == totals(event)
