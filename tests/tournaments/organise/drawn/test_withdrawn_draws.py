"""A published draw is taken back before anything of it is played, and all see it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.models import Sheet
from referee.rulings import corrections
from referee.sheets import entry
from scoring.game import find_game
from tests import teams_cast
from tests.cast import Cast
from tests.referee.hall import Hall, Tablet
from tests.tournaments import over_boards
from tests.tournaments.drawing import codes
from tests.web.desk.home.test_desk import press, told, words
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import recount
from tournaments.checks.verification import verify
from tournaments.models import (
    AuditEntry,
    Board,
    BoardSet,
    Comparison,
    Deal,
    DrawMethod,
    Game,
    Publication,
    Result,
    Round,
    Seat,
    Segment,
    Table,
)
from tournaments.pairing.movements.board_choice import ChoiceProblem
from tournaments.record.audit import Verb
from tournaments.results import event_record, queries
from tournaments.structure import segments
from tournaments.wording.values import deal_title
from web.publish.pages.progress import current_rounds, withdrawn_words

WHY = "the wrong hall"


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    """The desk of Alice, who directs."""
    client.force_login(cast.alice)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def withdrawn(cast: Cast) -> Round:
    """A first round whose draw was published and withdrawn."""
    round_ = cast.round_in_play()
    organise.withdraw_draw(round_, cast.director, WHY)
    round_.refresh_from_db()
    return round_


def reasons(round_: Round, cast: Cast, why: str = WHY) -> list[str]:
    """The codes with which withdrawing is refused."""
    with pytest.raises(Refused) as refused:
        organise.withdraw_draw(round_, cast.director, why)
    return list(codes(refused))


@pytest.mark.full
@pytest.mark.databases
def test_a_withdrawn_round_stays_in_the_record_and_its_number_is_free(cast: Cast) -> None:
    round_ = withdrawn(cast)
    assert round_.state == Round.State.CANCELLED
    assert round_.matches.count() == 2
    assert Publication.objects.filter(round=round_).exists()
    assert queries.rounds(cast.event) == []
    second = organise.draw_round(cast.event, cast.director)
    assert second.number == 1
    assert second.seed.endswith("/1/2")
    assert verify(cast.tournament) == []


def test_the_log_says_who_withdrew_what_and_why(cast: Cast) -> None:
    round_ = withdrawn(cast)
    audit_entry = AuditEntry.objects.get(tournament=cast.tournament, verb=Verb.WITHDRAW_DRAW)
    assert WHY in audit_entry.body
    assert round_.uid in audit_entry.body


@pytest.mark.full
def test_what_is_played_after_it_counts_as_if_it_had_never_been(cast: Cast) -> None:
    withdrawn(cast)
    round_ = organise.draw_round(cast.event, cast.director)
    organise.publish_round(round_, cast.director)
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert all(
        len(row.rank.rounds) == 1 for row in event_record.standings(results.read(cast.event))
    )
    assert recount.recount(cast.tournament) == []
    assert verify(cast.tournament) == []


def test_a_round_of_which_something_is_in_is_not_withdrawn(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    with pytest.raises(Refused) as refused:
        organise.withdraw_draw(round_, cast.director, WHY)
    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.values)["tables"]) == (Reason.DRAW_PLAYED, "1")


@pytest.mark.full
def test_a_sheet_that_waits_keeps_a_draw_where_it_is(cast: Cast) -> None:
    hall = Hall.of(cast)
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    assert reasons(hall.round, cast) == [Reason.DRAW_PLAYED]


@pytest.mark.full
def test_a_tablet_that_had_the_round_is_told_that_it_has_none(cast: Cast, client: Client) -> None:
    hall = Hall.of(cast)
    tablet = Tablet(client).opens(hall.table)
    assert tablet.get("round").json()["deals"]
    organise.withdraw_draw(hall.round, cast.director, WHY)
    assert tablet.get("round").json()["round"] is None
    sheet = hall.sheet()
    answer = tablet.sends("sheets", sheet)
    assert (answer.status_code, answer.json()["standing"]) == (200, "referee")
    assert Sheet.objects.get().key == sheet.key
    assert not Result.objects.exists()


def test_a_desk_that_saw_the_round_in_play_gives_its_deals_no_result_afterwards(
    cast: Cast,
) -> None:
    round_ = cast.round_in_play()
    related = "sitting__segment__match__round"
    seen = Deal.objects.select_related("event__tournament", related).order_by("pk")[0]
    assert seen.sitting.segment.match.round.state == Round.State.PUBLISHED
    organise.withdraw_draw(round_, cast.director, WHY)
    with pytest.raises(Refused) as refused:
        corrections.rule(seen, cast.bob, Result.Kind.NOT_PLAYED, WHY, seen=0)
    assert codes(refused) == [Reason.ROUND_NOT_IN_PLAY]
    assert not Result.objects.exists()


@pytest.mark.full
def test_a_draft_a_closed_round_and_one_with_a_later_draw_are_refused(cast: Cast) -> None:
    draft = cast.drawn_round()
    assert reasons(draft, cast) == [Reason.ROUND_NOT_IN_PLAY]
    organise.publish_round(draft, cast.director)
    cast.play(draft)
    organise.draw_round(cast.event, cast.director)
    assert reasons(draft, cast) == [Reason.ROUND_HAS_LATER, Reason.DRAW_PLAYED]


def test_a_reason_is_asked(cast: Cast) -> None:
    assert reasons(cast.round_in_play(), cast, "  ") == [Reason.REASON_MISSING]


def test_it_is_withdrawn_once(cast: Cast) -> None:
    assert reasons(withdrawn(cast), cast) == [Reason.ROUND_NOT_IN_PLAY]


# What others see.


@pytest.mark.full
def test_everybody_reads_that_it_was_withdrawn_until_another_is_published(
    desk: Client, cast: Cast
) -> None:
    withdrawn(cast)
    sentence = "The draw of round 1 was withdrawn at"
    for name in ("event", "hall_seating", "hall_standings"):
        page = desk.get(reverse(name, args=[cast.event.uid])).content.decode()
        assert sentence in page, name
    assert not current_rounds([cast.event])
    again = organise.draw_round(cast.event, cast.director)
    assert withdrawn_words(results.read(cast.event))
    organise.publish_round(again, cast.director)
    assert withdrawn_words(results.read(cast.event)) == ""


def test_the_hour_is_that_of_the_hall(cast: Cast) -> None:
    round_ = withdrawn(cast)
    assert round_.closed_at is not None
    hour = round_.closed_at + timedelta(hours=8)
    assert f"{hour:%H:%M}" in withdrawn_words(results.read(cast.event))


@pytest.mark.full
def test_the_page_of_the_round_and_its_tables_are_gone(client: Client, cast: Cast) -> None:
    withdrawn(cast)
    assert client.get(reverse("round", args=[cast.event.uid, 1])).status_code == 404
    code = Table.objects.get(number=1).code
    page = client.get(reverse("round", args=[cast.event.uid, 1]))
    assert code not in page.content.decode()


@pytest.mark.full
def test_a_director_withdraws_by_a_button_and_draws_anew(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    page = words(desk.get(reverse("desk_event", args=[cast.event.uid])))
    assert reverse("desk_withdraw_draw", args=[round_.uid]) in page
    answer = desk.post(
        reverse("desk_withdraw_draw", args=[round_.uid]), {"reason": WHY}, follow=True
    )
    assert told(answer) == ["The draw is withdrawn. Everybody can see that."]
    assert "Draw round 1." in words(answer)
    assert told(press(desk, "desk_withdraw_draw", round_.uid)) == [
        "Round 1 is not in play.",
        "A reason is needed.",
    ]


@pytest.mark.full
def test_a_referee_does_not_see_the_button(client: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    client.force_login(cast.bob)
    answer = client.get(reverse("desk_event", args=[cast.event.uid]))
    assert answer.status_code == 200
    assert reverse("desk_withdraw_draw", args=[round_.uid]) not in words(answer)


# Forms in which rounds hang on one another.


def seats_of(round_: Round) -> set[tuple[int, str, str]]:
    """Who sits where in a round."""
    rows = Seat.objects.filter(sitting__segment__match__round=round_)
    return set(rows.values_list("sitting__table__number", "label", "person__name"))


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db
def test_a_round_of_a_movement_is_drawn_again_as_it_was_over_the_same_sealed_boards() -> None:
    cast = over_boards.assemble(6, 2, draw_method=DrawMethod.HOWELL)
    first = cast.round_in_play()
    cast.play(first)
    organise.close_round(first, cast.director)
    second = cast.round_in_play()
    sets = list(BoardSet.objects.values_list("number", "commitment"))
    organise.withdraw_draw(second, cast.director, WHY)
    again = organise.draw_round(cast.event, cast.director)
    assert seats_of(again) == seats_of(second)
    assert list(BoardSet.objects.values_list("number", "commitment")) == sets
    assert not Board.objects.filter(opened_at__isnull=False).exists()
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.django_db
def test_teams_whose_line_ups_are_revealed_can_still_be_drawn_anew() -> None:
    teams = teams_cast.assemble(draw_method=DrawMethod.SWISS)
    teams.reveal(teams.segment())
    organise.withdraw_draw(teams.round, teams.cast.director, WHY)
    again = organise.draw_round(teams.event, teams.cast.director)
    organise.publish_round(again, teams.cast.director)
    waits = segments.unrevealed(match__round=again)
    assert waits.count() == Segment.objects.filter(match__round=again).count()
    assert verify(teams.cast.tournament) == []


@pytest.mark.full
@pytest.mark.django_db
def test_a_movement_whose_boards_are_open_does_not_go_on_over_them() -> None:
    """Everybody has read the secret, by which the boards of its other rounds are dealt."""
    cast = over_boards.assemble(
        draw_method=DrawMethod.HOWELL, comparison=Comparison.MATCHPOINTS, rounds_planned=3
    )
    first = cast.round_in_play()
    cast.play(first)
    organise.close_round(first, cast.director)
    other = organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)
    organise.publish_round(other, cast.director)
    organise.withdraw_draw(other, cast.director, WHY)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, method=DrawMethod.HOWELL)
    assert codes(refused) == [ChoiceProblem.OPENED]
    organise.draw_round(cast.event, cast.director, method=DrawMethod.SWISS)


@pytest.mark.full
def test_the_page_of_a_deal_opens_after_its_draw_was_withdrawn(cast: Cast, desk: Client) -> None:
    """Whoever has the page open, or its address, still finds what was written there."""
    deal = cast.deals(withdrawn(cast))[0]
    answer = desk.get(reverse("referee_deal", args=[cast.tournament.uid, deal.uid]))
    assert answer.status_code == 200
    with translation.override("en"):
        assert deal_title(deal.number) in answer.content.decode()


@pytest.mark.full
def test_a_recount_leaves_out_the_games_of_a_withdrawn_draw(cast: Cast) -> None:
    cast.event.ruleset.rules = find_game("gongzhu").rules({"preset": "plusminus"}).as_dict()
    cast.event.ruleset.save()
    round_ = withdrawn(cast)
    assert Game.objects.filter(match__round=round_).exists()
    assert recount.recount_shown(cast.tournament) == []
