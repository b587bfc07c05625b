"""What a club sends to its chat: the draw, a closed round, the finish, the next evening."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs import fees
from clubs.registration.terms import EntryTerms, set_terms
from tests import teams_cast
from tests.cast import PLAYERS, Cast
from tournaments import organise, results
from tournaments.models import Event, Tournament
from web.publish.chat.texts import ChatMoment, ChatText, chat_texts, is_ahead, read_how_to_enter
from web.publish.publications import needs_with_highlights, read_event
from web.publish.sharing import report

START = "https://club.example"


def texts(cast: Cast) -> dict[ChatMoment, ChatText]:
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    snapshot = results.read(event)
    entering = read_how_to_enter(event) if is_ahead(snapshot) else None
    return {
        text.moment: text
        for text in chat_texts(*read_event(event, needs_with_highlights), START, entering)
    }


@pytest.mark.full
def test_a_published_draw_is_told_with_tables_seats_and_who_sits_out(cast: Cast) -> None:
    organise.add_entries(cast.event, cast.director, [["壬"]])
    round_ = cast.round_in_play()
    lines = texts(cast)[ChatMoment.DRAW].lines
    assert lines[:2] == ("【个人赛】秋季赛", "第1轮编排")
    tables = [line for line in lines if "号桌：" in line]
    assert [line.partition("：")[0] for line in tables] == ["1号桌", "2号桌"]
    out = round_.sit_outs.get().entry.members.get().person.name
    seated = {*PLAYERS, "壬"} - {out}
    assert all(any(name in line for line in tables) for name in seated)
    assert lines[-2:] == (f"轮空：{out}", START + reverse("round", args=[cast.event.uid, 1]))


@pytest.mark.full
def test_a_closed_round_and_the_finish_are_told_with_places_and_a_picture(cast: Cast) -> None:
    cast.closed_round()
    closed = texts(cast)[ChatMoment.CLOSED]
    assert closed.picture == "event_poster"
    assert any(line.startswith("1. ") for line in closed.lines)
    assert closed.lines[-1].startswith(START)
    assert ChatMoment.DRAW not in texts(cast)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    assert list(texts(cast)) == [ChatMoment.FINISH]


@pytest.mark.full
def test_tables_of_teams_are_told_with_their_rooms(db: None) -> None:
    world = teams_cast.assemble()
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=world.event.pk)
    (draw, *_others) = chat_texts(*read_event(event), START, None)
    tables = [line for line in draw.lines if "号桌：" in line]
    rooms = [line.partition("：")[2].partition(" · ")[0] for line in tables]
    assert rooms[:2] == ["开室", "闭室"]
    assert len(set(tables)) == len(tables)


@pytest.mark.full
def test_the_finish_counts_who_took_part_and_not_who_never_came(cast: Cast) -> None:
    cast.closed_round()
    organise.add_entries(cast.event, cast.director, [["壬"]])
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    line = texts(cast)[ChatMoment.FINISH].lines[1]
    assert line == "已结束 · 正式 · 8人"


@pytest.mark.full
def test_two_sentences_in_a_line_have_no_blank_between_them(cast: Cast) -> None:
    cast.closed_round()
    line = texts(cast)[ChatMoment.CLOSED].lines[1]
    assert "。临时排名" in line


@pytest.mark.full
def test_the_next_evening_is_told_with_day_fee_names_and_where_to_enter(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000)
    lines = texts(cast)[ChatMoment.NEXT].lines
    assert "报名费：30元" in lines
    assert f"已报名（8）：{'、'.join(PLAYERS)}" in lines
    assert lines[-1] == START + reverse("event", args=[cast.event.uid])
    set_terms(cast.event, cast.director, EntryTerms(door="public"))
    assert texts(cast)[ChatMoment.NEXT].lines[-1] == START + reverse("enter", args=[cast.event.uid])


@pytest.mark.full
def test_entries_close_at_the_hour_of_the_hall(cast: Cast) -> None:
    closes = datetime(2026, 11, 28, 10, tzinfo=UTC)
    Tournament.objects.filter(pk=cast.tournament.pk).update(time_zone="Asia/Shanghai")
    set_terms(cast.event, cast.director, EntryTerms(door="public", closes_at=closes))
    for language, hour in (("zh-hans", "2026年11月28日 18:00"), ("en", "Nov 28, 2026 18:00")):
        with translation.override(language):
            assert any(line.endswith(hour) for line in texts(cast)[ChatMoment.NEXT].lines)


@pytest.mark.full
def test_a_withdrawn_draw_is_told_before_everything_else(cast: Cast) -> None:
    round_ = cast.round_in_play()
    organise.withdraw_draw(round_, cast.director, "错了")
    first, *_others = texts(cast).values()
    assert first.moment == ChatMoment.WITHDRAWN
    assert first.lines[-1] == "第1轮编排已撤回，请勿按上一条入座"


@pytest.mark.full
def test_the_page_has_each_text_with_a_button_and_the_way_stands_at_the_next_step(
    cast: Cast, client: Client
) -> None:
    client.force_login(cast.alice)
    cast.round_in_play()
    address = reverse("desk_chat", args=[cast.event.uid])
    assert address in client.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    page = client.get(address).content.decode()
    assert 'data-copy="chat-draw"' in page
    assert "复制文字" in page


@pytest.mark.full
def test_the_text_of_a_closed_round_tells_its_highlights(cast: Cast, client: Client) -> None:
    cast.closed_round()
    client.force_login(cast.alice)
    page = client.get(reverse("desk_chat", args=[cast.event.uid])).content.decode()
    told = [line for line in texts(cast)[ChatMoment.CLOSED].lines if line.startswith("猪")]
    assert told
    assert all(line in page for line in told)


@pytest.mark.full
def test_a_round_in_play_is_said_to_be_so_once(cast: Cast) -> None:
    cast.round_in_play()
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    lines = report.report(*read_event(event, needs_with_highlights))
    assert sum(line.count("进行中") for line in lines) == 1
