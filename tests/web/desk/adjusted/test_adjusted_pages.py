"""The desk's pages of adjusted scores and fouled boards, out to the papers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.rulings import corrections, fouled_boards
from tests import levels_cast
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_adjusted_scores import record, text
from tests.tournaments import over_boards
from tests.web.publish.papers import pages, untold
from tournaments import organise, results
from tournaments.base.refusals import Stale
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import (
    BoardLayout,
    Comparison,
    Deal,
    Event,
    Result,
)
from tournaments.results.match_rows import deal_scores
from web.publish.documents import Subject
from web.publish.printed import proceedings, scoresheets

pytestmark = pytest.mark.django_db
REASON = {"reason": "revoke in trick 9", "article": "R-04"}


@pytest.fixture
def desk(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def address(cast: Cast, name: str, deal: Deal) -> str:
    return reverse(name, args=[cast.tournament.uid, deal.uid])


def given(desk: Client, where: str, sent: dict[str, Any]) -> Any:
    """Ask what it comes to, and give it; returns the answer to the first."""
    shown = desk.post(where, sent)
    assert not shown.context["form"].errors, shown.context["form"].errors
    sealed = shown.context["form"].data["previewed"]
    assert desk.post(where, sent | {"previewed": sealed, "apply": "1"}).status_code == 302
    return shown


def record_of_referee(event: Event) -> str:
    kept = Event.objects.select_related("tournament__club").get(pk=event.pk)
    with translation.override("en"):
        prepared = proceedings.referee_record.prepare(Subject(kept, "", None))
        return " ".join(
            " ".join(pages(proceedings.referee_record.render(prepared.input, untold))).split()
        )


def scoresheet(deal: Deal) -> str:
    round_ = deal.sitting.segment.match.round
    with translation.override("en"):
        return str(scoresheets.scoresheets.prepare(Subject(deal.event, round=round_)).input)


def sound(cast: Cast) -> None:
    assert (recount(cast.tournament), verify(cast.tournament)) == ([], [])


@pytest.mark.nightly
def test_a_revoke_noticed_after_the_deal(desk: Client) -> None:
    """The attackers are assigned 85 for 35; desk, public page, scoresheet and record say both."""
    cast = levels_cast.assemble()
    desk.force_login(cast.bob)
    first, second = cast.deals(cast.round_in_play())[:2]
    levels_cast.post(cast, first, levels_cast.DEALERS_KEEP)
    levels_cast.post(cast, second, levels_cast.ATTACKERS_WIN)
    where = address(cast, "referee_adjust", first) + "?kind=assigned"
    form = desk.get(where).context["form"]
    assert form["fact_attackers_points"].value() == 35
    sent = {f"fact_{name}": "" for name in ("kitty_points",)}
    sent |= {"fact_attackers_points": "85", "seen": "1", **REASON}
    shown = given(desk, where, sent)
    preview = shown.context["preview"]
    assert [(change.before, change.after) for change in preview.places] == [(2, 0), (0, 1)]
    assert [misfit.deal.pk for misfit in preview.later] == [second.pk]
    assert "These later deals no longer begin as they should." in text(shown)
    assert Result.live.get(deal=second).facts == levels_cast.ATTACKERS_WIN
    page = text(desk.get(address(cast, "referee_deal", first)))
    assert "These later deals no longer begin as they should." in page
    desk.logout()
    public = text(desk.get(reverse("deal", args=[first.uid])))
    for words in ("Decided by the referee", "What the table reported", "revoke in trick 9"):
        assert words in public
    assert "The table reported:" in scoresheet(first)
    assert "assigned by the referee (R-04)" in record_of_referee(cast.event)
    sound(cast)


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "sent", "scores"),
    [
        (
            "averages",
            {"average_N": "average_plus", "average_W": "average", "average_S": "average_minus"}
            | {"average_E": "average", "size": "flat"},
            {"N": 50, "W": 0, "S": -50, "E": 0},
        ),
        (
            "assigned",
            {"points_N": "-100", "points_W": "+100", "points_S": "50", "points_E": "0"},
            {"N": -100, "W": 100, "S": 50, "E": 0},
        ),
        (
            "split",
            {"points_N": "-300", "average_W": "average_plus", "average_S": "average_plus"}
            | {"average_E": "average_plus", "size": "flat"},
            {"N": -300, "W": 50, "S": 50, "E": 50},
        ),
        (
            "weighted",
            {f"points_1_{seat}": "-100" for seat in "NWSE"}
            | {f"points_2_{seat}": "100" for seat in "NWSE"}
            | {"weight_1": "25.50", "weight_2": "74.50"},
            dict.fromkeys("NWSE", 49),
        ),
    ],
)
def test_every_kind_at_a_table_that_deals_for_itself(
    desk: Client, hall: Hall, kind: str, sent: dict[str, str], scores: dict[str, int]
) -> None:
    cast = hall.cast
    desk.force_login(cast.bob)
    cast.post(hall.deal())
    where = address(cast, "referee_adjust", hall.deal()) + f"?kind={kind}"
    shown = given(desk, where, {**sent, "seen": "1", **REASON})
    now = {row.name.split()[0]: row.after for row in shown.context["preview"].places}
    assert list(now.values()) == [scores[seat] for seat in ("N", "W", "S", "E")]
    live = Result.live.get(deal=hall.deal())
    assert live.settlement["scores"] == scores
    desk.logout()
    public = text(desk.get(reverse("deal", args=[hall.deal().uid])))
    assert "adjusted score:" in public
    assert "What the table reported" in public
    assert "The table reported: North −100" in scoresheet(hall.deal())
    assert "adjusted score:" in record_of_referee(cast.event)
    sound(cast)


@pytest.mark.full
def test_outcomes_beyond_the_second_are_folded_until_one_is_filled_in(
    desk: Client, hall: Hall
) -> None:
    desk.force_login(hall.cast.bob)
    where = address(hall.cast, "referee_adjust", hall.deal()) + "?kind=weighted"
    start = desk.get(where)
    form = start.context["form"]
    assert [each.lead.name for each in form.more_blocks] == ["weight_3", "weight_4", "weight_5"]
    assert [each.lead.name for each in form.usual_blocks] == ["weight_1", "weight_2"]
    assert form.other_fields[0].name == "reason"
    assert '<details class="fold">' in text(start)
    filled = desk.post(where, {"weight_3": "20", "seen": "0", **REASON})
    assert '<details class="fold" open>' in text(filled)
    assert all(f'name="weight_{number}"' in text(filled) for number in range(1, 6))


@pytest.mark.full
def test_what_a_form_refuses(desk: Client, hall: Hall) -> None:
    desk.force_login(hall.cast.bob)
    where = address(hall.cast, "referee_adjust", hall.deal())
    for kind, sent, fields in (
        (
            "weighted",
            {"weight_1": "60", **{f"points_1_{seat}": "1" for seat in "NWSE"}},
            {"__all__"},
        ),
        ("weighted", {"weight_1": "100", "points_1_N": "1"}, {f"points_1_{s}" for s in "WSE"}),
        ("split", {"points_N": "1", "average_N": "average"}, {f"points_{s}" for s in "NWSE"}),
        ("assigned", {"points_N": "x"}, {f"points_{seat}" for seat in "NWSE"}),
    ):
        answer = desk.post(f"{where}?kind={kind}", {**sent, "seen": "0", **REASON, "size": "flat"})
        assert answer.context["form"].errors.keys() == fields, kind
    assert hall.deal().version == 0


@pytest.mark.full
@pytest.mark.databases
def test_what_a_deal_has_already_is_told_at_the_look_and_at_a_second_click(
    desk: Client, hall: Hall
) -> None:
    desk.force_login(hall.cast.bob)
    where = address(hall.cast, "referee_adjust", hall.deal()) + "?kind=assigned"
    sent = {"seen": "0", **REASON, **{f"points_{seat}": "10" for seat in "NWSE"}}
    sealed = desk.post(where, sent).context["form"].data["previewed"]
    for_good = sent | {"previewed": sealed, "apply": "1"}
    assert desk.post(where, for_good).status_code == 302
    for again in (for_good, sent | {"seen": "1"}):
        assert "is the same as before" in desk.post(where, again).content.decode()
    assert hall.deal().version == 1


@pytest.mark.full
def test_a_score_that_a_ruling_overtook_is_shown_again_with_a_word(
    desk: Client, hall: Hall
) -> None:
    """Between the look and the button the deal was ruled not played elsewhere."""
    desk.force_login(hall.cast.bob)
    where = address(hall.cast, "referee_adjust", hall.deal()) + "?kind=assigned"
    sent = {"seen": "0", **REASON, **{f"points_{seat}": "10" for seat in "NWSE"}}
    shown = desk.post(where, sent)
    warning = "This has changed since it was shown to you."
    assert warning not in text(shown)
    corrections.rule(hall.deal(), hall.cast.bob, "not_played", "no time", seen=0)
    pressed = sent | {"previewed": shown.context["form"].data["previewed"], "apply": "1"}
    again = desk.post(where, pressed)
    assert (again.status_code, hall.deal().version) == (200, 1)
    assert warning in text(again)
    # Who looked at it again and still means it gives it over what is shown now.
    now = {name: again.context["form"].data[name] for name in ("seen", "previewed")}
    assert desk.post(where, pressed | now).status_code == 302
    assert hall.deal().version == 2


@pytest.mark.full
def test_a_club_evening_reads_nothing_of_regulations_here(desk: Client, hall: Hall) -> None:
    desk.force_login(hall.cast.bob)
    for kind in ("averages", "assigned", "split", "weighted"):
        answer = desk.get(address(hall.cast, "referee_adjust", hall.deal()) + f"?kind={kind}")
        assert answer.status_code == 200
        assert "appeal" not in text(answer).lower()


def boards_hall() -> Hall:
    return Hall.of(over_boards.assemble(entries=8, comparison=Comparison.MATCHPOINTS))


HEARTS = NORTH_TAKES_THE_PIG["won"]["E"]
FIELD = (
    NORTH_TAKES_THE_PIG,
    {"won": {"E": ["SQ"], "W": ["DJ", "C10", *HEARTS]}},
    {"won": {"N": ["DJ"], "S": ["C10"], "W": ["SQ"], "E": HEARTS}},
    {"won": {"N": ["SQ", "DJ"], "S": ["C10"], "E": HEARTS}},
)
"""What four tables make of a board, no two of them the same."""


def shares(hall: Hall, number: int = 1) -> dict[int, Fraction]:
    """The matchpoints of north-south by the table."""
    rows = deal_scores(results.read(hall.cast.event))
    counted = {(row.deal, row.entry): Fraction(row.points) for row in rows}
    found = {}
    for table in hall.tables:
        deal = hall.deal(number, table)
        north = deal.sitting.seats.get(label="N").side.entries.get().uid
        found[table.number] = counted[deal.uid, north]
    return found


@pytest.mark.full
def test_a_fouled_board(desk: Client) -> None:
    """Two of four tables had other cards: named at the desk, compared apart, told in public."""
    hall = boards_hall()
    cast = hall.cast
    desk.force_login(cast.bob)
    for table, report in zip(hall.tables, FIELD, strict=True):
        record(hall.deal(1, table), report)
        record(hall.deal(2, table), NORTH_TAKES_THE_PIG)
    before = shares(hall)
    assert sorted(before.values()) == [0, 2, 4, 6]
    third, fourth = (hall.deal(1, hall.tables[place]) for place in (2, 3))
    where = address(cast, "referee_fouled", hall.deal())
    assert where in text(desk.get(address(cast, "referee_deal", hall.deal())))
    sent = {"otherwise": [third.uid, fourth.uid], "reason": "two hands were exchanged"}
    preview = given(desk, where, sent).context["preview"]
    # As dealt 2 and 0 become 5 and 1; of the others 6 and 4.
    shown = [(change.before, change.after) for change in preview.tables]
    assert shown == [(2, 5), (0, 1), (6, 5), (4, 1)]
    # In each group of two the better one has (2+1)·4/2−1 and the other (0+1)·4/2−1.
    assert sorted(shares(hall).values()) == [1, 1, 5, 5]
    assert BoardLayout.objects.filter(layout=2).count() == 2
    sound(cast)
    organise.close_round(hall.round, cast.director)
    page = text(desk.get(reverse("board", args=[cast.event.uid, 1, 1])))
    assert "Tables that played it with other cards" in page
    # None named: all are one field again.
    given(desk, where, {"otherwise": [], "reason": "they were the same after all"})
    assert shares(hall) == before
    sound(cast)


@pytest.mark.full
def test_another_statement_of_as_many_changes_is_looked_at_again(desk: Client) -> None:
    hall = boards_hall()
    desk.force_login(hall.cast.bob)
    first, second, third = (hall.deal(1, table) for table in hall.tables[:3])
    where = address(hall.cast, "referee_fouled", hall.deal())
    sent: dict[str, Any] = {"otherwise": [first.uid, second.uid], "reason": "two were exchanged"}
    sealed = desk.post(where, sent).context["form"].data["previewed"]
    fouled_boards.separate(hall.deal(), hall.cast.alice, [first.uid, third.uid], "as I saw")
    pressed = desk.post(where, {**sent, "previewed": sealed, "apply": "1"})
    assert "This has changed since it was shown to you" in text(pressed)
    assert set(BoardLayout.objects.filter(layout=2).values_list("deal", flat=True)) == {
        first.pk,
        third.pk,
    }
    with pytest.raises(Stale):
        fouled_boards.separate(
            hall.deal(), hall.cast.bob, [first.uid], "so", seen={first: 2, second: 2}
        )


@pytest.mark.full
def test_not_all_tables_had_other_cards(desk: Client) -> None:
    hall = boards_hall()
    desk.force_login(hall.cast.bob)
    where = address(hall.cast, "referee_fouled", hall.deal())
    everybody = [hall.deal(1, table).uid for table in hall.tables]
    answer = desk.post(where, {"otherwise": everybody, "reason": "so it seems"})
    assert "not all of them" in text(answer)
    assert not BoardLayout.objects.exists()


@pytest.mark.full
def test_where_no_tables_are_compared_no_board_is_fouled(desk: Client, hall: Hall) -> None:
    desk.force_login(hall.cast.bob)
    where = address(hall.cast, "referee_fouled", hall.deal())
    assert desk.get(where).status_code == 302
    assert where not in text(desk.get(address(hall.cast, "referee_deal", hall.deal())))


@pytest.mark.full
def test_an_assigned_result_of_a_board_counts_in_its_comparison(desk: Client) -> None:
    hall = boards_hall()
    desk.force_login(hall.cast.bob)
    for table in hall.tables:
        record(hall.deal(1, table), NORTH_TAKES_THE_PIG)
    assert set(shares(hall).values()) == {3}
    where = address(hall.cast, "referee_adjust", hall.deal())
    shown = given(desk, where + "?kind=assigned", {"points_ns": "500", "seen": "1", **REASON})
    assert [(row.before, row.after) for row in shown.context["preview"].places] == [(3, 6), (3, 0)]
    assert sorted(shares(hall).values()) == [2, 2, 2, 6]
    sound(hall.cast)
