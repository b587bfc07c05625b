"""Groups, rounds of a knockout and rooms on paper and in public: who meets where, and why there."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import teams_cast
from tests.cast import Cast
from tests.teams_cast import Teams
from tests.tournaments.organise.planning.test_stages_of_events import (
    FINALS,
    GROUPS,
    play,
    second,
    staged_cast,
)
from tests.web.publish.papers import pages, read_by_another, untold
from tournaments import organise
from tournaments.models import (
    BoardSource,
    Comparison,
    Event,
    Form,
    Group,
    Match,
    Round,
    Stage,
)
from tournaments.organise import AwardGrounds
from tournaments.progress import qualification_state
from web.publish import documents
from web.publish.documents import Subject
from web.publish.pages import parts

ON_PAPER = ("seating", "round_results", "record_sheets", "scoresheets", "table_cards")


@pytest.fixture(autouse=True)
def _in_english() -> object:
    with translation.override("en"):
        yield


@pytest.fixture
def grouped(db: None) -> Cast:
    """Eight pairs in two groups, their first round published."""
    cast = staged_cast(GROUPS, FINALS)
    organise.publish_round(organise.draw_round(cast.event, cast.director), cast.director)
    return cast


def drawn(kind: str, event: Event, round_: Round | None = None) -> bytes:
    made = documents.find(kind)
    fresh = Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)
    return made.render(made.prepare(Subject(fresh, "http://192.0.2.7/", round_)).input, untold)


def text(kind: str, event: Event, round_: Round | None = None) -> str:
    return "\n".join(pages(drawn(kind, event, round_)))


@pytest.mark.full
@pytest.mark.parametrize("kind", ON_PAPER)
def test_papers_of_a_round_say_the_group(grouped: Cast, kind: str) -> None:
    paper = text(kind, grouped.event, grouped.event.rounds.get())
    assert re.search(r"Group (A|1)", paper)
    assert re.search(r"Group (B|2)", paper)


@pytest.mark.full
def test_a_paper_has_every_row_however_short_the_parts_of_its_page_are(
    grouped: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = Subject(grouped.event, "http://192.0.2.7/")
    kinds = documents.kinds(grouped.event, None, roles=None)
    assert {"groups", "cross_table", "standings"} <= {kind.name for kind in kinds}
    whole = {kind.name: kind.prepare(subject).input for kind in kinds}
    for size in ("ROWS", "CELLS", "TABLES", "SEATS"):
        monkeypatch.setattr(parts, size, 3)
    assert {kind.name: kind.prepare(subject).input for kind in kinds} == whole


@pytest.mark.nightly
def test_papers_of_a_knockout_say_which_match_it_is(grouped: Cast) -> None:
    for _ in range(2):
        play_out(grouped)
    shown = qualification_state.preview(second(grouped))
    organise.open_stage(second(grouped), grouped.director, seen=shown.mark)
    round_ = organise.draw_round(grouped.event, grouped.director)
    organise.publish_round(round_, grouped.director)
    for kind in ("seating", "round_results", "record_sheets", "table_cards"):
        # On the wall a name may break.
        paper = "".join(text(kind, grouped.event, round_).split())
        assert "Semi-final1" in paper, kind
        assert "Semi-final2" in paper, kind
    hall = Client(headers={"accept-language": "en"})
    assert "Semi-final 2" in hall.get(reverse("hall_seating", args=[grouped.event.uid])).text
    assert "Semi-final 2" in hall.get(reverse("round", args=[grouped.event.uid, 4])).text


def play_out(cast: Cast) -> None:
    """Award what is open of the round in play, and play another one."""
    for round_ in cast.event.rounds.filter(state=Round.State.PUBLISHED):
        for match in round_.matches.all():
            winner = match.sides.order_by("entries__number")[0]
            organise.award_walkover(match, cast.director, winner, AwardGrounds("absent"))
        organise.close_round(round_, cast.director)
    play(cast)


@pytest.mark.full
def test_groups_have_a_paper_and_a_column_in_the_standings(grouped: Cast, client: Client) -> None:
    before = text("groups", grouped.event)
    assert "Group A" in before
    assert "Group B" in before
    for _ in range(2):
        play_out(grouped)
    shown = qualification_state.preview(second(grouped))
    organise.open_stage(second(grouped), grouped.director, seen=shown.mark)
    match = read_by_another(drawn("groups", grouped.event))
    assert "Advances" in match
    assert re.search(r"1 +1 +1甲／1乙 +3 +\S+ +A1", match)
    for kind in ("standings", "final"):
        ranked = read_by_another(drawn(kind, grouped.event))
        assert re.search(r"1甲／1乙 +A ", ranked), kind
        assert re.search(r"2甲／2乙 +B ", ranked), kind
    address = reverse("document_order", args=[grouped.event.uid, "groups"])
    assert address in client.get(reverse("groups", args=[grouped.event.uid])).text


@pytest.mark.full
def test_a_draft_says_nothing_of_groups(db: None) -> None:
    cast = staged_cast(GROUPS, FINALS)
    organise.draw_round(cast.event, cast.director)
    assert "appear here when their first round is published" in text("groups", cast.event)
    assert "Group" not in text("standings", cast.event)


@pytest.mark.nightly
def test_the_cross_table_is_on_paper_group_by_group(grouped: Cast, client: Client) -> None:
    play_out(grouped)
    paper = read_by_another(drawn("cross_table", grouped.event))
    first = paper.partition("Group B")[0]
    assert "Group A" in first
    assert re.search(r"1 +1 +1甲／1乙 +■ .*\*", first)
    assert "* without play" in paper
    assert "2甲" not in first
    address = reverse("document_order", args=[grouped.event.uid, "cross_table"])
    assert address in client.get(reverse("cross", args=[grouped.event.uid])).text
    Event.objects.update(form=Form.INDIVIDUAL)
    assert address not in client.get(reverse("event", args=[grouped.event.uid])).text


@pytest.mark.full
def test_matches_of_teams_have_a_column_for_their_groups(db: None, client: Client) -> None:
    teams = teams_cast.assemble()
    groups = [Group.objects.get(stage__event=teams.event)]
    groups.append(Group.objects.create(stage=groups[0].stage, number=2, name="B"))
    Stage.objects.update(groups_wanted=2)
    for match, group in zip(Match.objects.order_by("number"), groups, strict=True):
        Match.objects.filter(pk=match.pk).update(group=group)
    for page in ("round", "hall_seating"):
        uid = teams.event.uid
        args = [uid, 1] if page == "round" else [uid]
        shown = client.get(reverse(page, args=args), headers={"accept-language": "en"}).text
        assert re.search(r"<(td|span)[^>]*>B</(td|span)>", shown), page
    assert "Group B" in text("table_cards", teams.event, teams.round)


@pytest.mark.full
def test_papers_of_teams_say_room_segment_and_teams(db: None) -> None:
    teams = teams_cast.assemble()
    teams.reveal(teams.segment(1))
    where = "open room · segment 1 · 华清队 – 城北队"
    assert f"Table 1 · {where}" in text("record_sheets", teams.event, teams.round)
    # Without a result the table is a row, whose cell may have two lines.
    listed = "".join(text("round_results", teams.event, teams.round).split())
    assert where.replace(" ", "") in listed
    assert "open room · 华清队 – 城北队" in text("table_cards", teams.event, teams.round)
    seats = "".join(text("seating", teams.event, teams.round).split())
    assert "closedroom·华清队–城北队" in seats


@pytest.mark.full
def test_a_match_of_two_rooms_is_told_board_by_board_when_boards_are_open(db: None) -> None:
    teams = teams_cast.assemble(
        segments=1, deals=2, boards=BoardSource.MADE, comparison=Comparison.IMP, drawn=False
    )
    cast = Cast(
        teams.cast.club,
        teams.cast.alice,
        teams.cast.bob,
        teams.cast.charlie,
        teams.cast.tournament,
        teams.event,
    )
    round_ = organise.draw_round(cast.event, cast.director)
    organise.publish_round(round_, cast.director)
    made = Teams(cast, teams.event, round_)
    for match in round_.matches.all():
        made.reveal(made.segment(1, match))
    made.play()
    sealed = text("round_results", cast.event, round_)
    assert "results are shown when the boards are opened" in sealed
    assert "Swing" not in sealed
    organise.close_round(round_, cast.director)
    opened = read_by_another(drawn("round_results", cast.event, Round.objects.get(pk=round_.pk)))
    assert opened.count("Swing") == 2
    assert re.search(r"^ ?1 +\S+ +\S+ +\S+ +\d+ +\d+$", opened, re.MULTILINE)


@pytest.mark.full
def test_tables_for_other_programs_have_the_group_and_the_match(grouped: Cast) -> None:
    for _ in range(2):
        play_out(grouped)
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=grouped.event.pk)
    ranked = documents.find("standings_xlsx").prepare(Subject(event)).input
    place = ranked["headings"].index("Group")
    assert {row[place] for row in ranked["rows"]} == {"A", "B"}
    assert (
        "Group or match" in documents.find("results_csv").prepare(Subject(event)).input["headings"]
    )
