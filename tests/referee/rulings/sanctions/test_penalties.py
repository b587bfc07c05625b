"""Penalty points: given to a seat or an entry after a look at the effect, and taken back."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.refusals import Code
from referee.models import KeptWrite
from referee.rulings import listed_penalties, penalties
from referee.rulings.penalties import Target
from referee.sheets import entry as sheets
from referee.sheets import irregularities
from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP, post
from tests.referee.hall import Hall
from tests.referee.sheets.test_irregularities import TOO_LATE
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.formats import penalty_units
from tournaments.models import Adjustment, Entry, Event, Seat
from tournaments.models.record import Unit
from tournaments.results import event_record
from web.forms.base import SignedField


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def entry(hall: Hall, number: int = 1) -> Entry:
    return hall.cast.event.entries.select_related("event__tournament").get(number=number)


def seat(hall: Hall, label: str = "N") -> Seat:
    return Seat.objects.get(sitting=hall.deal().sitting, label=label)


def row(hall: Hall, entry: Entry) -> Any:
    rows = event_record.standings(results.read(hall.cast.event))
    return next(row.rank for row in rows if row.competitor.uid == entry.uid)


def page_of(hall: Hall) -> str:
    return reverse("referee_penalties", args=[hall.cast.tournament.uid, hall.cast.event.uid])


@pytest.mark.full
def test_every_seat_is_named_with_its_table(hall: Hall, desk: Client) -> None:
    chair = seat(hall)
    named = f"Table {chair.sitting.table.number} · North · {chair.person.name}"
    assert f">{named}</option>" in desk.get(page_of(hall)).content.decode()


@pytest.mark.full
def test_nobody_is_penalised_who_was_not_chosen(hall: Hall, desk: Client) -> None:
    """The list begins with nobody: the first name of it gets no points by a slip."""
    shown = desk.get(page_of(hall))
    assert shown.context["form"]["whom"].field.choices[0] == ("", "Please choose")
    key = shown.context["form"]["key"].value()
    answer = desk.post(page_of(hall), {"points": "-50", "reason": "slow", "key": key})
    assert "Please choose “Penalised”." in answer.content.decode()
    assert not Adjustment.objects.exists()


@pytest.mark.full
def test_an_entry_gets_points_in_a_column_of_their_own(hall: Hall) -> None:
    hall.cast.play(hall.round)
    before = row(hall, entry(hall))
    penalties.give(Target(entry(hall)), hall.cast.bob, -50, "late", "§7")
    after = row(hall, entry(hall))
    assert (after.points, after.penalties) == (before.points, Fraction(-50))
    assert after.total == before.total - 50
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_seat_gets_points_in_its_round(hall: Hall) -> None:
    hall.cast.play(hall.round)
    fined = seat(hall)
    whom = penalties.target(hall.cast.event, f"seat:{fined.uid}")
    assert whom is not None
    promised = {effect_.competitor.uid: effect_.after for effect_ in effect(hall, whom)}
    penalty = penalties.give(whom, hall.cast.bob, -50, "talked")
    assert (penalty.stage_of_sum, penalty.side, penalty.entry) == ("game", fined.side, None)
    after = row(hall, whom.entry)
    assert after.penalties == -50
    predicted = promised[whom.entry.uid]
    assert (after.total, after.place) == (predicted.total, predicted.place)
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_seat_of_a_draw_that_was_withdrawn_meanwhile_gets_none(hall: Hall) -> None:
    whom = penalties.target(hall.cast.event, f"seat:{seat(hall).uid}")
    assert whom is not None
    organise.withdraw_draw(hall.round, hall.cast.director, "a player was left out")
    with pytest.raises(Refused) as refused:
        penalties.give(whom, hall.cast.bob, -50, "late")
    assert [problem.code for problem in refused.value.problems] == [Reason.ROUND_NOT_IN_PLAY]
    assert not Adjustment.objects.exists()


def effect(hall: Hall, whom: Target) -> Any:
    return penalties.effect(results.read(hall.cast.event), whom, -50, "talked")


@pytest.mark.full
def test_the_effect_is_shown_and_nothing_is_stored(hall: Hall, desk: Client) -> None:
    data = {"whom": f"entry:{entry(hall).uid}", "points": "-50", "reason": "late"}
    data |= {"key": "0" * 12}
    page = desk.post(page_of(hall), data)
    assert "This would change" in page.content.decode()
    assert not Adjustment.objects.exists()
    # Read in the other language it is the form again, with what was typed.
    switch = re.search(r'href="/language/zh-hans/\?next=([^"]+)"', page.content.decode())
    assert switch
    back = desk.get(unquote(switch[1]))
    assert [back.context["form"][name].value() for name in ("points", "reason")] == ["-50", "late"]
    data |= {"previewed": page.context["form"]["previewed"].value(), "store": "1"}
    assert desk.post(page_of(hall), data).status_code == 302
    assert desk.post(page_of(hall), data).status_code == 302
    assert Adjustment.objects.get().amount == -50
    final_page = desk.get(page_of(hall)).content.decode()
    assert "late" in final_page
    assert "bob" in final_page


@pytest.mark.full
@pytest.mark.parametrize("points", ["50", "0", "", "-fifty", "-1000000"])
def test_points_are_written_with_their_sign(hall: Hall, desk: Client, points: str) -> None:
    data = {"whom": f"entry:{entry(hall).uid}", "points": points, "reason": "x", "key": "0" * 12}
    assert list(desk.post(page_of(hall), data).context["form"].errors) == ["points"]


@pytest.mark.parametrize("points", ["-50", "\u221250", "\uff0d50", " -50 "])
def test_a_sign_is_read_however_it_was_typed(points: str) -> None:
    assert SignedField().clean(points) == -50


@pytest.mark.full
def test_who_sat_in_two_seats_of_a_table_is_named_once(hall: Hall) -> None:
    hall.cast.play(hall.round)
    table = hall.deal().sitting
    organise.exchange_seats(table, hall.cast.director, {"N": "W", "W": "N"}, 1, 1, "wrong chairs")
    people = [seat.person for seat in listed_penalties.played_seats(results.read(hall.cast.event))]
    assert len(people) == len(set(people)) == 4 * len(hall.tables)


@pytest.mark.full
def test_who_plays_two_rounds_is_named_in_each_of_them(hall: Hall) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play()
    seats = listed_penalties.played_seats(results.read(hall.cast.event))
    named = [(seat.round.number, seat.table) for seat in seats]
    assert named == [(round_, table) for round_ in (2, 1) for table in (1, 2) for _ in range(4)]
    assert len({seat.person for seat in seats}) == 8


@pytest.mark.full
def test_a_reason_is_wanted(hall: Hall, desk: Client) -> None:
    with pytest.raises(Refused) as refused:
        penalties.give(Target(entry(hall)), hall.cast.bob, -50, " ")
    assert [problem.code for problem in refused.value.problems] == [Reason.REASON_MISSING]
    data = {"whom": f"entry:{entry(hall).uid}", "points": "-50", "key": "0" * 12}
    assert list(desk.post(page_of(hall), data).context["form"].errors) == ["reason"]


@pytest.mark.full
@pytest.mark.databases
def test_points_are_taken_back_by_a_counter_entry_once(hall: Hall, desk: Client) -> None:
    penalty = penalties.give(Target(entry(hall)), hall.cast.bob, -50, "late")
    where = reverse("referee_take_back", args=[hall.cast.tournament.uid, penalty.uid])
    assert desk.post(where, {"reason": ""}).status_code == 200
    assert desk.post(where, {"reason": "the bus was late"}).status_code == 302
    assert "already" in desk.post(where, {"reason": "again"}).content.decode()
    assert sorted(adjustment.amount for adjustment in Adjustment.objects.all()) == [-50, 50]
    assert row(hall, entry(hall)).penalties == 0
    snapshot = results.read(hall.cast.event)
    authors = listed_penalties.penalty_authors(snapshot.adjustments)
    (taken_back,) = listed_penalties.given_penalties(snapshot, authors)
    assert taken_back.taken_back is not None
    assert taken_back.taken_back_by == "bob"
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize(
    "other", [{"points": -20}, {"reason": "very late"}, {"article": "T-02"}, {"number": 2}]
)
def test_others_under_a_used_key_are_refused_and_kept(hall: Hall, other: dict[str, Any]) -> None:
    """Who goes back and fills in another one is told; nothing is given beside the first."""
    bob, key = hall.cast.bob, "0123456789ab"
    sent: dict[str, Any] = {"points": -50, "reason": "late", "article": "", "number": 1}

    def give(points: int, reason: str, article: str, number: int) -> Adjustment:
        return penalties.give(Target(entry(hall, number)), bob, points, reason, article, key)

    assert give(**sent) == give(**sent)
    for _again in range(2):
        with pytest.raises(Refused) as refused:
            give(**{**sent, **other})
        codes = [problem.code for problem in refused.value.problems]
        assert codes == [Code.PENALTY_FROM_SAME_FORM]
    assert [row.amount for row in Adjustment.objects.all()] == [-50]
    kept = KeptWrite.objects.get()
    assert (kept.kind, kept.key, kept.official) == (KeptWrite.Kind.PENALTY, key, bob)
    assert str(other.get("points", other.get("reason", ""))) in kept.sealed


@pytest.mark.full
def test_a_form_gone_back_to_says_so_and_gives_when_sent_again(hall: Hall, desk: Client) -> None:
    assert amount(hall, desk, "-50")[1].status_code == 302
    _preview, refused = amount(hall, desk, "-20")
    assert "Other penalty points were given from this form before." in refused.content.decode()
    sent = refused.context["form"].data
    names = ("whom", "points", "reason", "key", "previewed")
    again = {name: sent.get(name) for name in names if sent.get(name)}
    assert desk.post(page_of(hall), {**again, "store": "1"}).status_code == 302
    assert [row.amount for row in Adjustment.objects.order_by("pk")] == [-50, -20]
    overview = desk.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    assert "penalty points ·&nbsp;bob" in overview.content.decode()


@pytest.mark.full
def test_victory_points_are_taken_in_hundredths_and_nothing_else_is(
    db: None, client: Client
) -> None:
    cast = levels_cast.assemble(deals=1, ranking="vp_15_10")
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        post(cast, deal, DEALERS_KEEP)
    client.force_login(cast.alice)
    where = reverse("referee_penalties", args=[cast.tournament.uid, cast.event.uid])
    chair = Seat.objects.filter(sitting__segment__match__round=round_).order_by("pk")[0]
    fined = cast.event.entries.get(number=1)
    data = {"points": "\u22120.25", "reason": "late", "key": "0" * 12}
    page: Any = client.post(where, data | {"whom": f"seat:{chair.uid}"})
    assert list(page.context["form"].errors) == ["points"]
    page = client.post(where, data | {"whom": f"entry:{fined.uid}"})
    data |= {"previewed": page.context["form"]["previewed"].value(), "store": "1"}
    assert client.post(where, data | {"whom": f"entry:{fined.uid}"}).status_code == 302
    assert client.post(where, data | {"whom": f"entry:{fined.uid}"}).status_code == 302
    assert Adjustment.objects.get().amount == Fraction(-1, 4)
    row = next(
        standing
        for standing in event_record.standings(results.read(cast.event))
        if standing.competitor.number == 1
    )
    assert row.rank.total == row.rank.match_points - Fraction(1, 4)
    assert verify(cast.tournament) == []


def amount(hall: Hall, desk: Client, points: str, key: str = "0" * 12, **more: str) -> Any:
    """Preview penalty points of an entry, and press the button that gives them."""
    data = {"whom": f"entry:{entry(hall).uid}", "points": points, "reason": "late", "key": key}
    preview = desk.post(page_of(hall), data)
    sent = preview.context["form"].data
    values = {name: sent.get(name) for name in ("whom", "points", "reason", "key", "previewed")}
    shown = {name: value for name, value in values.items() if value}
    return preview, desk.post(page_of(hall), {**shown, "store": "1", **more})


@pytest.mark.full
def test_more_than_the_game_is_played_to_alone_is_confirmed_twice(hall: Hall, desk: Client) -> None:
    """Competition rules 7.1: the heaviest step is −200, and a game ends at −1000."""
    usual, given = amount(hall, desk, "-1000")
    assert "penalty-points" not in usual.content.decode()
    assert given.status_code == 302
    preview, refused = amount(hall, desk, "-1001", key="1" * 12)
    for page in (preview, refused):
        assert "This is more than the usual penalty." in page.content.decode()
        assert "−1001" in page.content.decode().partition('class="penalty-points')[2][:40]
    assert "−1001 is a large penalty." in refused.content.decode()
    assert Adjustment.objects.get().amount == -1000
    assert amount(hall, desk, "-1001", key="1" * 12, sure="on")[1].status_code == 302
    assert Adjustment.objects.latest("pk").amount == -1001


@pytest.mark.full
@pytest.mark.parametrize("points", ["-10001", "+100000"])
def test_beyond_reason_it_is_refused_however_often_it_is_confirmed(
    hall: Hall, desk: Client, points: str
) -> None:
    preview, refused = amount(hall, desk, points, sure="on")
    for page in (preview, refused):
        assert "At most 10000 can be given at once." in page.content.decode()
    with pytest.raises(Refused):
        penalties.give(Target(entry(hall)), hall.cast.bob, int(points), "late", sure=True)
    assert not Adjustment.objects.exists()


def test_the_limit_follows_the_rules_and_the_unit(hall: Hall) -> None:
    """Competition rules 7.1: L6 is three levels; of a game to 800 less asks twice."""
    event = hall.cast.event
    event.ruleset.rules = {**event.ruleset.rules, "game_end": {"low": -800, "high": 800}}
    limits = penalties.limits_of(event, at_table=True)
    assert (limits.usual, limits.most) == (800, 8000)
    assert penalty_units.penalty_limits(Unit.LEVEL, None).is_large(-4)
    assert not penalty_units.penalty_limits(Unit.LEVEL, None).is_large(-3)


@pytest.mark.full
def test_a_ruling_on_an_irregularity_asks_too(hall: Hall, desk: Client) -> None:
    sheet = sheets.submit(writer=hall.writer(), sealed=hall.sheet(report=TOO_LATE))
    (incident,) = irregularities.unruled(deal__event__tournament=hall.cast.tournament)
    where = reverse("referee_irregularity", args=[hall.cast.tournament.uid, incident.row.uid])
    sent = {"decision": "penalty", "reason": "twice", "points": "-5000", "seen": "0"}
    page = desk.post(where, sent).content.decode()
    assert "−5000 is a large penalty." in page
    assert "−5000" in page.partition('class="penalty-points')[2][:40]
    assert not Adjustment.objects.exists()
    assert desk.post(where, {**sent, "sure": "on"}).status_code == 302
    assert Adjustment.objects.get().amount == -5000
    assert sheet.deal == incident.row.deal


@pytest.mark.full
def test_an_entry_is_fined_in_what_ranks(cast: Cast) -> None:
    """A penalty on an entry is given in the unit that ranks; the tables keep their points."""
    Event.objects.filter(pk=cast.event.pk).update(ranking=Event.Ranking.TABLE_POINTS)
    cast.event.refresh_from_db()
    hall = Hall.of(cast)
    hall.cast.play(hall.round)
    fined, before = entry(hall), row(hall, entry(hall))
    whom = Target(fined)
    looked = penalties.effect(results.read(hall.cast.event), whom, -1, "late")
    given = penalties.give(whom, hall.cast.bob, -1, "late")
    after = row(hall, fined)
    assert given.unit == Unit.TABLE_POINT
    assert after.table_points == before.table_points - 1
    assert (after.total, after.penalties) == (before.total, before.penalties)
    assert after.rounds == before.rounds
    assert after.place >= before.place
    (moved,) = [effect for effect in looked if effect.competitor.uid == fined.uid]
    assert moved.after.table_points == after.table_points
    penalties.take_back(given, hall.cast.bob, "was not so")
    assert row(hall, fined).table_points == before.table_points
