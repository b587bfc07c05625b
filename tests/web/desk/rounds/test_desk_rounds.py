"""Rounds at the desk: the path, the draft and its exchanges, and what waits at the tables."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import cast as people
from tests.cast import PLAYERS, Cast
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import DrawMethod, Entry, Event, Ranking, Round, Seat, Stage
from tournaments.progress import table_notes
from tournaments.progress.table_notes import RoundNotes, TableNote
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from web.desk.rounds import desk_stamps

# The test client adds its context and more to what a view answered.
Answer = Any


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    """A browser in which Alice has signed in, in English."""
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


def words(response: Answer) -> str:
    return " ".join(response.content.decode().split())


def told(response: Answer) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def page(desk: Client, cast: Cast) -> str:
    return words(desk.get(reverse("desk_event", args=[cast.event.uid])))


def press(desk: Client, name: str, uid: str, **sent: Any) -> Answer:
    return desk.post(reverse(name, args=[uid]), sent, follow=True)


@pytest.mark.full
def test_the_path_shows_the_rounds_to_come(desk: Client, cast: Cast) -> None:
    Event.objects.update(rounds_planned=3)
    cast.drawn_round()
    shown = page(desk, cast)
    for number in (2, 3):
        assert f'<span class="step step-later">Round {number}</span>' in shown
    assert "Round 4" not in shown


@pytest.mark.full
def test_the_seed_stands_on_the_page_before_the_first_draw(desk: Client, cast: Cast) -> None:
    assert f"The seed of this event is {cast.event.seed}." in page(desk, cast)


@pytest.mark.full
def test_a_round_is_drawn_in_the_way_that_was_chosen(desk: Client, cast: Cast) -> None:
    press(desk, "desk_draw", cast.event.uid, method="by_standing")
    assert Round.objects.get().method == DrawMethod.BY_STANDING
    press(desk, "desk_redraw", Round.objects.get().uid, method="random")
    assert Round.objects.get().method == DrawMethod.RANDOM
    assert "This is draw no. 2 of the round" in page(desk, cast)


@pytest.mark.full
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"method": "tarot", "override": "x"}, "Choose one of the choices shown for"),
        ({"override": "x" * 201}, "“Reason” is too long"),
    ],
)
def test_a_round_is_not_drawn_otherwise_than_was_asked(
    desk: Client, cast: Cast, sent: dict[str, str], said: str
) -> None:
    """It was drawn by the event's own method, and the reason was dropped."""
    answer = press(desk, "desk_draw", cast.event.uid, **sent)
    assert said in words(answer)
    assert not cast.event.rounds.exists()


@pytest.mark.full
def test_a_reason_that_is_not_taken_is_not_a_missing_one(desk: Client, cast: Cast) -> None:
    round_ = cast.drawn_round()
    long = "x" * 201
    for name, key in (("desk_publish", "override"), ("desk_redraw", "override")):
        assert "“Reason” is too long" in words(press(desk, name, round_.uid, **{key: long}))
        round_.refresh_from_db()
        assert round_.state == Round.State.DRAFT
    organise.publish_round(round_, cast.director)
    for name, key in (("desk_withdraw_draw", "reason"), ("desk_close", "override")):
        assert told(press(desk, name, round_.uid, **{key: long})) != []
        assert "“Reason” is too long" in words(press(desk, name, round_.uid, **{key: long}))


@pytest.mark.full
@pytest.mark.parametrize(("players", "offered"), [(16, True), (8, False), (17, True)])
def test_the_movement_is_offered_where_one_is_known(
    client: Client, db: None, players: int, offered: bool
) -> None:
    cast = people.assemble(players=players)
    client.force_login(cast.alice)
    assert ('value="movement"' in page(client, cast)) is offered


@pytest.mark.full
def test_a_movement_without_sixteen_is_refused_in_words(desk: Client, cast: Cast) -> None:
    answer = press(desk, "desk_draw", cast.event.uid, method="movement")
    assert "A fixed movement is offered for 15 to 100 single players" in told(answer)[0]


@pytest.mark.full
def test_two_are_exchanged_by_choosing_both(desk: Client, cast: Cast) -> None:
    draft = cast.drawn_round()
    seat, other = Seat.objects.filter(sitting__segment__match__round=draft).order_by("pk")[3:5]
    shown = page(desk, cast)
    assert f'value="{seat.uid}"' in shown
    answer = press(desk, "desk_adjust", draft.uid, chosen=[seat.uid, other.uid])
    assert told(answer) == ["The two have exchanged places."]
    assert f"{seat.person.name} ↔ {other.person.name}" in words(answer)


@pytest.mark.full
@pytest.mark.parametrize("number", [0, 1, 3])
def test_other_than_two_cannot_be_exchanged(desk: Client, cast: Cast, number: int) -> None:
    draft = cast.drawn_round()
    chosen = list(Seat.objects.values_list("uid", flat=True)[:number])
    answer = press(desk, "desk_adjust", draft.uid, chosen=chosen)
    assert told(answer) == ["Choose exactly two, who then exchange places."]


@pytest.mark.full
def test_a_draft_says_who_sits_out_and_why(client: Client, db: None) -> None:
    cast = people.assemble(players=9)
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    before = page(client, cast)
    assert "Of 9, 1 will have to sit out. Draw round 1, or enter more." in before
    cast.drawn_round()
    assert "nobody has sat out less often (0 times so far), and the seed decided" in page(
        client, cast
    )


@pytest.mark.full
def test_whoever_is_absent_is_named_before_the_draw(desk: Client, cast: Cast) -> None:
    Entry.objects.exclude(number=8).update(state=Entry.State.CHECKED_IN)
    shown = page(desk, cast)
    assert "Not checked in: they get no seat" in shown
    assert "辛" in shown
    assert "Of 7, 3 will have to sit out." in shown
    Stage.objects.update(draw_method=DrawMethod.KNOCKOUT)
    shown = page(desk, cast)
    assert "Not checked in" in shown
    assert "they get no seat" not in shown


@pytest.mark.full
def test_what_is_missing_is_named_by_table_and_deal(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    shown = page(desk, cast)
    assert '<a href="#table-1">Table 1</a><span class="small number">deal 2</span>' in shown
    assert '<a href="#table-2">Table 2</a><span class="small number">all 2 deals</span>' in shown


@pytest.mark.full
def test_a_table_that_is_done_is_named_as_on_the_public_page(desk: Client, cast: Cast) -> None:
    """Not by the word for a call that was dealt with."""
    cast.play(cast.round_in_play())
    desk.cookies["django_language"] = "zh-hans"
    shown = page(desk, cast)
    assert shown.count('<span class="state state-done"><span>已完成</span></span>') == 2
    assert "处理完毕" not in shown


@pytest.mark.full
def test_a_tile_says_what_waits_at_the_table(desk: Client, cast: Cast) -> None:
    hall = Hall.of(cast)
    hall.writer()
    assert "no tablet" in page(desk, cast)
    first, second, *_ = cast.deals(hall.round)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, second, "claim", origin=Origin("1", "1"))
    shown = page(desk, cast)
    assert '<span class="state state-dispute state-filled">to be decided</span>' in shown
    # What waits of a deal stands on its page; a deal of which nothing is known is entered.
    assert reverse("referee_deal", args=[cast.tournament.uid, second.uid]) in shown
    assert reverse("referee_type", args=[cast.tournament.uid, first.uid]) in shown
    assert f"heard from at {timezone.localtime():%H}:" in shown


@pytest.mark.full
def test_what_a_room_above_says_of_a_table_is_shown(
    desk: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = {2: TableNote(waiting=2)}
    monkeypatch.setattr(table_notes, "read", lambda _: RoundNotes(notes, (), has_questions=False))
    round_ = cast.round_in_play()
    shown = page(desk, cast)
    assert "2 sheets wait to be confirmed" in shown
    address = reverse("desk_round_live", args=[round_.uid])
    stamp = {"If-None-Match": desk.get(address)["ETag"]}
    assert desk.get(address, headers=stamp).status_code == 304
    notes.clear()
    desk_stamps.forget()
    assert desk.get(address, headers=stamp).status_code == 200


@pytest.mark.full
def test_after_the_last_planned_round_a_further_one_is_a_quiet_choice(
    desk: Client, cast: Cast
) -> None:
    Event.objects.update(rounds_planned=1)
    cast.event.refresh_from_db()
    round_ = cast.round_in_play()
    assert "although results are missing" not in page(desk, cast)
    cast.play(round_)
    organise.close_round(round_, cast.director)
    shown = page(desk, cast)
    assert "All 1 rounds are closed. Finish the event." in shown
    assert "Draw round 2 already" not in shown
    assert "Play a further round" in shown
    assert "All planned rounds are drawn. A further one counts like the others." in shown


@pytest.mark.full
def test_nobody_has_a_medal_before_anything_counts(desk: Client, cast: Cast) -> None:
    Event.objects.update(ranking=Ranking.TABLE_POINTS)
    cast.event.refresh_from_db()
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    shown = desk.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    assert "standing-row" in shown
    assert "data-place" not in shown
    for deal in cast.deals(round_)[1:]:
        cast.post(deal)
    shown = desk.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    assert 'data-place="1"' in shown


@pytest.mark.nightly
def test_the_next_round_may_be_drawn_before_the_one_in_play_is_closed(
    desk: Client, cast: Cast
) -> None:
    round_ = cast.round_in_play()
    assert "Draw round 2 already" not in page(desk, cast)
    cast.play(round_)
    shown = page(desk, cast)
    assert "Close round 1" in shown
    assert "Draw round 2 already" in shown
    press(desk, "desk_draw", cast.event.uid)
    assert "Look at the draw of round 2 and publish it." in page(desk, cast)
    press(desk, "desk_publish", Round.objects.get(number=2).uid)
    assert "Every deal of round 1 has a result. Close the round." in page(desk, cast)
    assert reverse("desk_close", args=[round_.uid]) in page(desk, cast)


@pytest.mark.full
def test_an_event_is_finished_by_its_button(desk: Client, cast: Cast) -> None:
    Event.objects.update(rounds_planned=1)
    round_ = cast.round_in_play()
    cast.play(round_)
    assert "All 1 rounds are closed. Finish the event." in words(
        press(desk, "desk_close", round_.uid)
    )
    finished = press(desk, "desk_finish", cast.event.uid)
    assert told(finished) == ["The event is finished, and its standings are official."]
    assert "The event is finished; its standings are official." in words(finished)
    assert reverse("desk_draw", args=[cast.event.uid]) not in words(finished)


@pytest.mark.full
@pytest.mark.parametrize(("planned", "ends"), [(None, True), (3, False)])
def test_an_event_may_end_before_a_further_round(
    desk: Client, cast: Cast, planned: int | None, ends: bool
) -> None:
    """Without a plan by a button; with one the page says that the plan is lowered first."""
    Event.objects.update(rounds_planned=planned)
    finish = reverse("desk_finish", args=[cast.event.uid])
    assert finish not in page(desk, cast)
    round_ = cast.round_in_play()
    cast.play(round_)
    shown = words(press(desk, "desk_close", round_.uid))
    assert (finish in shown) is ends
    assert ("Set the planned rounds to 1" in shown) is not ends
    press(desk, "desk_finish", cast.event.uid)
    assert (Event.objects.get().state == Event.State.FINISHED) is ends


@pytest.mark.full
def test_a_referee_sees_a_draft_without_anything_to_change_it(client: Client, cast: Cast) -> None:
    draft = cast.drawn_round()
    client.force_login(cast.bob)
    answer = client.get(reverse("desk_round", args=[draft.uid]))
    assert answer.status_code == 200
    shown = words(answer)
    assert 'name="chosen"' not in shown
    assert reverse("desk_redraw", args=[draft.uid]) not in shown
    assert reverse("desk_adjust", args=[draft.uid]) not in shown


@pytest.mark.full
def test_a_draft_thrown_away_elsewhere_is_not_found(desk: Client, cast: Cast) -> None:
    draft = cast.drawn_round()
    organise.discard_round(draft, cast.director)
    assert desk.post(reverse("desk_adjust", args=[draft.uid])).status_code == 404


@pytest.mark.full
def test_everybody_sees_who_sits_out_and_what_was_done_to_the_draw(
    client: Client, db: None
) -> None:
    cast = people.assemble(players=9)
    draft = organise.redraw_round(cast.drawn_round(), cast.director)
    out = draft.sit_outs.get()
    seat = Seat.objects.filter(sitting__segment__match__round=draft)[0]
    organise.adjust_draft(draft, cast.director, out.uid, seat.uid)
    organise.publish_round(draft, cast.director)
    client.cookies["django_language"] = "en"
    shown = words(client.get(reverse("round", args=[cast.event.uid, 1])))
    assert "Sitting out" in shown
    assert f"{seat.person.name} <span" in shown
    assert "Changed by hand:" in shown
    assert "This is draw no. 2 of the round: the earlier ones were discarded." in shown


@pytest.mark.full
def test_of_many_tables_the_first_are_named_and_the_others_counted(
    client: Client, db: None
) -> None:
    cast = people.assemble(players=60, deals_per_round=1)
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    cast.round_in_play()
    shown = page(client, cast)
    assert '<a href="#table-8">' in shown
    assert '<a href="#table-9">' not in shown
    assert "and 7 more tables" in shown


@pytest.mark.full
def test_who_has_withdrawn_and_after_which_round_stands_beside_the_round(
    desk: Client, cast: Cast
) -> None:
    assert 'id="withdrawn"' not in page(desk, cast)
    entries = {entry.number: entry for entry in cast.event.entries.all()}
    organise.withdraw_entry(entries[7], cast.director)
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.withdraw_entry(entries[3], cast.director)
    gone = page(desk, cast).partition('id="withdrawn"')[2].partition("</section>")[0]
    assert gone.index(f"7 {PLAYERS[6]}") < gone.index(f"3 {PLAYERS[2]}")
    assert "withdrawn after round 1" in gone
    listed = words(desk.get(reverse("desk_entries", args=[cast.event.uid])))
    assert "Withdrawn or disqualified: 2" in listed
    assert "withdrawn after round 1" in listed


@pytest.mark.full
def test_an_open_page_of_a_round_says_that_its_draw_was_withdrawn(desk: Client, cast: Cast) -> None:
    round_ = cast.round_in_play()
    address = reverse("desk_round_live", args=[round_.uid])
    stamp = {"If-None-Match": desk.get(address)["ETag"], "accept-language": "en"}
    organise.withdraw_draw(round_, cast.director, "two tables too many")
    for name in ("desk_round_live", "desk_round"):
        answer = desk.get(reverse(name, args=[round_.uid]), headers=stamp)
        assert answer.status_code == 200
        shown = answer.content.decode()
        assert "The draw of round 1 was withdrawn at" in shown
        assert f'href="{reverse("desk_event", args=[cast.event.uid])}"' in shown
