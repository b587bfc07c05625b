"""Levels over boards: what a board fixes, what deals come to beside one another, and its pages."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.game import find_game
from tests import cast as people
from tests import levels_cast
from tests.cast import Cast
from tests.tournaments import duplicate
from tests.tournaments.over_boards import boards_of
from tournaments import organise, results, wording
from tournaments.checks import recount
from tournaments.checks.recount import recount as recounted
from tournaments.checks.verification import verify
from tournaments.formats import compatibility, penalty_units
from tournaments.models import (
    BoardSource,
    Comparison,
    Deal,
    DrawMethod,
    Event,
    Form,
    Ranking,
    ResultKind,
    Room,
    Round,
    RuleSet,
)
from tournaments.results import event_record
from tournaments.standings.ranking import Rank
from tournaments.structure import boards, dealing, games
from tournaments.structure.procedures import procedure_after, procedure_of
from web.publish.documents import Subject
from web.publish.printed import questions, reading

pytestmark = pytest.mark.django_db

RULES: Final = {"preset": "standard-2"}
GAME: Final = find_game("shengji")


def assemble(entries: int = 6, **options: Any) -> Cast:
    """Return the cast with pairs who move over boards that the program deals, nothing drawn."""
    cast = people.assemble(players=0)
    wanted: dict[str, Any] = {
        "form": Form.PAIRS,
        "boards": BoardSource.MADE,
        "comparison": Comparison.MATCHPOINTS,
        "ranking": Ranking.POINTS,
        "draw_method": DrawMethod.MITCHELL,
        "rounds_planned": 3,
        **options,
    }
    plan = organise.EventPlan("升级复式双人赛", "shengji", RULES, 2, **wanted)
    event = organise.create_event(cast.tournament, cast.director, plan)
    names = [[f"{n}号甲", f"{n}号乙"] for n in range(1, entries + 1)]
    organise.add_entries(event, cast.director, names)
    return replace(cast, event=event)


def told(deal: Deal, points: int) -> Mapping[str, Any]:
    """Return the sheet of a deal as its board wants it, the dealer's side keeping the kitty."""
    facts = procedure_of(deal, lambda _deals: {}).facts
    last = {"winner": facts["dealer"]}
    return {**facts, "trump": "H", "attackers_points": points, "last_trick": last}


def play(cast: Cast, round_: Round, points: Mapping[int, int]) -> None:
    """Give every deal so many points of the attackers as its table has."""
    for deal in cast.deals(round_):
        at_table = points[deal.sitting.table.number]
        levels_cast.post(cast, deal, told(deal, at_table))


def play_and_close(cast: Cast, points: Mapping[int, int]) -> Round:
    round_ = cast.round_in_play()
    play(cast, round_, points)
    organise.close_round(round_, cast.director)
    return round_


@pytest.fixture
def cast(db: None) -> Cast:
    return assemble()


@pytest.mark.full
def test_every_table_begins_a_board_alike_whatever_was_played_before(cast: Cast) -> None:
    round_ = cast.round_in_play()
    for points in ({1: 0, 2: 80, 3: 200}, {1: 200, 2: 0, 3: 40}):
        beginnings = {
            deal.board_no: procedure_of(deal, lambda _deals: {}).facts
            for deal in cast.deals(round_)
        }
        assert (
            beginnings.items()
            <= {
                1: {"dealer": "N", "level": "2"},
                2: {"dealer": "E", "level": "3"},
                3: {"dealer": "S", "level": "4"},
                4: {"dealer": "W", "level": "5"},
                5: {"dealer": "N", "level": "6"},
                6: {"dealer": "E", "level": "7"},
            }.items()
        )
        if not any(deal.done for deal in cast.deals(round_)):
            play(cast, round_, points)
    deal = cast.deals(round_)[0]
    assert not procedure_after(deal, told(deal, 80), lambda _deals: {}).facts


@pytest.mark.full
def test_a_board_has_four_hands_and_a_kitty_that_follow_from_its_secret(cast: Cast) -> None:
    cast.drawn_round()
    deck = dealing.deck_of("shengji", cast.event.ruleset.rules)
    assert deck is not None
    for board in boards_of(cast.event):
        hands = boards.hands(board)
        assert hands == dealing.hands(board.board_set.secret, board.board_no, deck)
        kitty = boards.kitty(cast.event, hands)
        assert [len(hand) for hand in hands.values()] == [25] * 4
        assert len(kitty) == 8
        dealt = [card for hand in (*hands.values(), kitty) for card in hand]
        assert Counter(dealt) == Counter(deck.cards)
    assert boards.kitty(cast.event, None) == ()
    assert boards.kitty(cast.event, {"N": ("S2",) * 3}) == ()


@pytest.mark.full
def test_deals_count_by_their_sum_and_are_compared_by_matchpoints(cast: Cast) -> None:
    # At table 1 the attackers of every deal have nothing, at 2 they have 75, at 3 they have 160.
    points = {1: 0, 2: 75, 3: 160}
    rounds = [play_and_close(cast, points) for _ in range(3)]
    deal = cast.deals(rounds[0])[0]
    live = deal.results.get()
    dealers, attackers = ("NS", "WE") if told(deal, 0)["dealer"] in "NS" else ("WE", "NS")
    assert live.settlement["scores"] == {
        **dict.fromkeys(dealers, 3),
        **dict.fromkeys(attackers, -3),
    }
    rows = event_record.standings(results.read(cast.event))
    # Six boards of three results: 2 × 2 at the most on each; what one has the other has not.
    assert sum(row.rank.points for row in rows) == 6 * 4 * 3
    assert {row.rank.deals for row in rows} == {6}
    assert verify(cast.tournament) == []
    assert not recounted(cast.tournament)


@pytest.mark.nightly
def test_the_pages_say_what_the_board_is_and_who_gained(cast: Cast, client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    round_ = play_and_close(cast, {1: 0, 2: 75, 3: 160})
    board = boards_of(cast.event)[0]
    page = reverse("board", args=[cast.event.uid, board.board_set.number, board.board_no])
    assert "Kitty" not in client.get(page).content.decode()
    for _ in range(2):
        play_and_close(cast, {1: 0, 2: 75, 3: 160})
    shown = client.get(page).content.decode()
    assert "Kitty" in shown
    assert client.get(page).context["page"].begins == (("Dealer", "N"), ("Level", "2"))
    for absent in ("Datum", "To datum", "IMPs"):
        assert absent not in shown
    rows = client.get(page).context["page"].parts[0].rows
    # North deals: 160 are −3 for its side, 75 are 1 and nothing is 3.
    assert [row.points for row in rows] == [3, 1, -3]
    first, middle, last = rows
    assert (first.gained, middle.gained, last.gained) == (first.ns, (), last.ew)
    deal = cast.deals(round_)[0]
    deal_page = client.get(reverse("deal", args=[deal.uid])).content.decode()
    assert "for the attackers, the opposite for the dealer" in deal_page
    assert "gains" not in deal_page
    assert "over boards: the attackers have" in deal_page
    rules = client.get(reverse("event", args=[cast.event.uid])).content.decode()
    assert "Levels gained" not in rules


@pytest.mark.full
def test_a_round_is_told_as_deals_because_no_game_ends_over_boards(
    cast: Cast, client: Client
) -> None:
    client.cookies["django_language"] = "en"
    page = client.get(reverse("rules", args=[cast.event.uid])).content.decode()
    assert "Each round has 2 deals." in page
    assert "Each round is a game" not in page


@pytest.mark.full
def test_the_console_deals_the_kitty_too(cast: Cast) -> None:
    cast.drawn_round()
    output = io.StringIO()
    call_command("deal_sheets", cast.event.uid, "--round", "1", stdout=output)
    kitties = [line for line in output.getvalue().splitlines() if line.startswith("Kitty:")]
    left = [boards.kitty(cast.event, boards.hands(board)) for board in boards_of(cast.event)]
    with override("en"):
        assert kitties == [f"Kitty: {wording.card_list(cards)}" for cards in left]


@pytest.mark.full
def test_the_desk_reads_the_kitty_of_an_open_board(cast: Cast, client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    for _ in range(3):
        play_and_close(cast, {1: 0, 2: 75, 3: 160})
    client.force_login(cast.alice)
    board_set = boards_of(cast.event)[0].board_set
    where = reverse("desk_boards", args=[cast.event.uid])
    shown = client.post(where, {"board_set": board_set.uid}).content.decode()
    assert shown.count("<dt>Kitty</dt>") == len(boards_of(cast.event))


@pytest.mark.full
def test_passed_boards_have_their_dealer_and_level_without_cards() -> None:
    cast = assemble(boards=BoardSource.PASSED)
    round_ = cast.round_in_play()
    assert {board.hands for board in boards_of(cast.event)} == {None}
    play(cast, round_, {1: 0, 2: 75, 3: 160})
    assert verify(cast.tournament) == []


def test_a_penalty_at_a_table_takes_no_level() -> None:
    cast = assemble()
    counting = games.counting_of(cast.event)
    unit = penalty_units.penalty_unit(
        counting, cast.event.ranking, at_table=True, comparison=cast.event.comparison
    )
    assert (counting.value, unit.value) == ("units", "scaled")


@pytest.fixture
def rooms() -> duplicate.Hall:
    """Two teams in two rooms who play levels over two boards, uncompared."""
    with duplicate.hall(2, 4, ranking=Ranking.WDL_2_1_0, rooms=2) as hall:
        rules = GAME.for_boards(GAME.rules(RULES)).as_dict()
        row = RuleSet(game="shengji", name="standard-2", rules=rules, schema=1, digest="x" * 64)
        row.save()
        Event.objects.filter(pk=hall.event.pk).update(game="shengji", ruleset=row)
        hall.event.refresh_from_db()
        return hall


def both(hall: duplicate.Hall, match: Any, board: Any, in_open: int, in_closed: int) -> None:
    """Give a board its results: North deals it, and so many points are the attackers'."""
    for room, points in ((Room.OPEN, in_open), (Room.CLOSED, in_closed)):
        facts: dict[str, Any] = {"dealer": "N", "level": "2", "trump": None}
        facts["attackers_points"] = points
        facts["last_trick"] = {"winner": "N"}
        hall.post(hall.deal(match, board, room), facts, ResultKind.PLAYED)


def ranks(hall: duplicate.Hall) -> dict[int, Rank]:
    return {
        row.competitor.number: row.rank for row in event_record.standings(results.read(hall.event))
    }


@pytest.mark.full
def test_two_rooms_add_up_their_sums(rooms: duplicate.Hall) -> None:
    first, second = rooms.boards(1, 2)
    match = rooms.match(rooms.round(1), [1], [2], [first, second])
    both(rooms, match, first, 0, 120)
    both(rooms, match, second, 80, 75)
    (home,) = ranks(rooms)[1].rounds
    # North-south of the open room have 3 and −1, those of the closed one −2 and 1.
    assert home.totals == (Fraction(3), Fraction(-3))
    assert (home.match_points, ranks(rooms)[2].total) == (Fraction(2), Fraction(0))
    assert not recount.recount(rooms.tournament)


@pytest.mark.full
def test_two_rooms_win_a_board_by_whatever_it_counts(rooms: duplicate.Hall) -> None:
    Event.objects.filter(pk=rooms.event.pk).update(comparison=Comparison.BOARD)
    rooms.event.refresh_from_db()
    first, second = rooms.boards(1, 2)
    match = rooms.match(rooms.round(1), [1], [2], [first, second])
    both(rooms, match, first, 0, 120)
    both(rooms, match, second, 80, 115)
    (home,) = ranks(rooms)[1].rounds
    # 80 and 115 count alike: the board is drawn.
    assert home.totals == (Fraction(3), Fraction(1))


def test_by_what_an_event_of_levels_over_boards_may_rank() -> None:
    rules = GAME.for_boards(GAME.rules(RULES))
    assert compatibility.suits_boards(GAME, GAME.rules(RULES))
    matches = (Ranking.POINTS, Ranking.WDL_2_1_0, Ranking.WIN_3)
    for comparison in (Comparison.NONE, Comparison.BOARD):
        assert compatibility.rankings(GAME, rules, Form.TEAMS, comparison) == matches
    rankings = compatibility.rankings(GAME, rules, Form.PAIRS, Comparison.MATCHPOINTS)
    assert rankings == (Ranking.POINTS,)
    for comparison in (Comparison.IMP, Comparison.DATUM_IMP):
        assert not compatibility.suits_comparison(GAME, rules, comparison)
        assert compatibility.rankings(GAME, rules, Form.TEAMS, comparison) == ()


@pytest.mark.full
def test_the_paper_of_a_table_names_dealer_and_level_of_its_boards(cast: Cast) -> None:
    round_ = cast.round_in_play()
    with override("en"):
        (table, *_others) = reading.tables(round_, results.read(round_.event))
        numbers = [deal.board_no for deal in table.deals]
        grid = questions.grid(Subject(cast.event, "en", round_), table.seats, numbers)
    begins = [procedure_of(deal, lambda _deals: {}).facts for deal in table.deals]
    assert [row[0] for row in grid.rows] == list(map(str, numbers))
    assert [row[2] for row in grid.rows] == [begin["level"] for begin in begins]
