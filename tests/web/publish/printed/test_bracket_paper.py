"""The knockouts of an event on paper: every match, where its sides come from, and its reasons."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.cast import Cast
from tests.tournaments.drawing import pairs_cast
from tests.web.publish.papers import pages, read_by_another, untold
from tournaments import organise
from tournaments.models import DrawMethod, Event, Person, Round, Stage
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.pairing.knockout.bracket import KnockoutKind, bracket
from web.publish import documents
from web.publish.documents import Subject
from web.publish.pdf import branches
from web.publish.pdf.book import Book, BookPart, Words
from web.publish.pdf.branches import NOTE, SIDE, TreeLayout
from web.publish.pdf.sheet import Imprint
from web.publish.pdf.table import render
from web.publish.pdf.tree import Tree, TreeMatch, TreeRound, TreeSide

LATE = AwardGrounds("迟到三十分钟")
LONG = "Maximilian Alexander von Hohenlohe-Langenburg"


@pytest.fixture(autouse=True)
def _in_english() -> object:
    with translation.override("en"):
        yield


def knockout(pairs: int, **options: object) -> Cast:
    """The cast with pairs in a knockout whose first round is published."""
    cast = pairs_cast(pairs)
    Event.objects.update(draw_method=DrawMethod.KNOCKOUT)
    Stage.objects.update(knockout=options)
    cast.event.refresh_from_db()
    return cast


def in_play(cast: Cast) -> Round:
    round_ = organise.draw_round(cast.event, cast.director)
    organise.publish_round(round_, cast.director)
    return round_


def goes_by(cast: Cast) -> Round:
    """Play a round in which every first side wins because the other one did not come."""
    round_ = in_play(cast)
    for match in round_.matches.all():
        organise.award_walkover(match, cast.director, match.sides.get(number=1), LATE)
    organise.close_round(round_, cast.director)
    return round_


def drawn(cast: Cast) -> bytes:
    """Return the paper as a worker would make it."""
    kind = documents.find("bracket")
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    return kind.render(kind.prepare(Subject(event, "http://192.0.2.7:8000/")).input, untold)


@pytest.mark.full
@pytest.mark.parametrize(
    ("pairs", "kind", "sheets"),
    [
        (4, KnockoutKind.SINGLE, 1),
        (7, KnockoutKind.DOUBLE, 2),
        (16, KnockoutKind.SINGLE, 2),
        (33, KnockoutKind.SINGLE, 5),
    ],
)
def test_every_match_stands_there_once_with_whoever_is_in_it(
    db: None, pairs: int, kind: KnockoutKind, sheets: int
) -> None:
    cast = knockout(pairs, kind=kind, third_place=kind is KnockoutKind.SINGLE)
    in_play(cast)
    made = drawn(cast)
    text = pages(made)
    assert len(text) == sheets
    lines = {line for page in text for line in page.splitlines()}
    frame = bracket(pairs, kind, third_place=kind is KnockoutKind.SINGLE)
    assert {match.code for match in frame.matches} <= lines
    paper = read_by_another(made)
    assert [n for n in range(1, pairs + 1) if f"{n} {n}.1／{n}.2" not in paper] == []


@pytest.mark.full
def test_a_paper_of_a_large_field_is_cut_where_halves_meet(db: None) -> None:
    cast = knockout(33, third_place=True)
    in_play(cast)
    text = pages(drawn(cast))
    for page, title in zip(
        text,
        (
            "Upper half, part 1 of 2",
            "Upper half, part 2 of 2",
            "Lower half, part 1 of 2",
            "Lower half, part 2 of 2",
            "Semi-finals",
        ),
        strict=True,
    ):
        assert title in page
    assert "winner to W5.1" in text[0]
    assert "winner to W5.2" in text[3]
    assert all(words in text[4] for words in ("Winner of W4.1", "Loser of W5.2", "Winner of W5.1"))


@pytest.mark.nightly
def test_a_match_that_was_not_played_says_why_and_its_winner_stands_in_the_next(db: None) -> None:
    cast = knockout(8, third_place=True)
    goes_by(cast)
    text = "\n".join(pages(drawn(cast)))
    assert text.count("without play") == 4
    assert "W1.1, W1.2, W1.3, W1.4: 迟到三十分钟" in text
    assert "5–8" in text
    goes_by(cast)
    goes_by(cast)
    ranked = read_by_another(drawn(cast)).partition("Final places")[2]
    assert re.search(r"^ +1 +1 1\.1／1\.2$", ranked, re.MULTILINE)


@pytest.mark.full
def test_a_short_knockout_and_its_places_are_one_page(db: None) -> None:
    cast = knockout(4, third_place=True)
    goes_by(cast)
    goes_by(cast)
    (text,) = pages(drawn(cast))
    assert "Final places" in text
    assert LATE.reason in text


@pytest.mark.full
def test_who_has_lost_comes_into_the_losers_rounds_with_the_match_it_was(db: None) -> None:
    cast = knockout(4, kind=KnockoutKind.DOUBLE)
    goes_by(cast)
    text = "\n".join(pages(drawn(cast)))
    assert "Losers' round 1" in text
    assert "Loser of W2.1" in text
    assert "loser to L2.1" in text
    assert "Second final" in text


@pytest.mark.full
def test_a_long_name_is_broken_and_not_cut(db: None) -> None:
    cast = knockout(16)
    Person.objects.filter(name="1.1").update(name=LONG)
    in_play(cast)
    paper = " ".join(read_by_another(drawn(cast)).split())
    assert "…" not in paper
    assert "Maximilian" in paper
    assert "Langenburg" in paper


@pytest.mark.full
def test_before_the_first_round_it_says_when_it_will_be_there(db: None) -> None:
    cast = knockout(4)
    (text,) = pages(drawn(cast))
    assert "appears here when its first round is published" in text


@pytest.mark.full
def test_it_is_offered_where_there_is_a_knockout(db: None, client: Client) -> None:
    cast = knockout(4)
    in_play(cast)
    address = reverse("document_order", args=[cast.event.uid, "bracket"])
    for page in ("about", "bracket"):
        assert address in client.get(reverse(page, args=[cast.event.uid])).content.decode()
    assert client.post(address).status_code == 302
    Event.objects.update(draw_method=DrawMethod.ROUND_ROBIN)
    assert address not in client.get(reverse("about", args=[cast.event.uid])).content.decode()


def test_trees_of_a_page_have_one_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[TreeLayout] = []
    monkeypatch.setattr(branches, "_draw", lambda plan, _pen, _top: plans.append(plan))
    side = TreeSide("王小明", "1")
    trees = [
        Tree("", (TreeRound("", tuple(TreeMatch(f"W{n}", "", (side, side)) for n in range(rows))),))
        for rows in (4, 1)
    ]
    part = BookPart("对阵", (), (*trees, Words("名次")))
    imprint = Imprint("个人赛", "", "{page}/{pages}")
    render(Book("zh-hans", "对阵", (part,), imprint, wide=True), untold)
    assert len({round(plan.scale, 3) for plan in plans}) == 1
    assert plans[0].scale > 1


@pytest.mark.parametrize("rows", [1, 2, 4, 8])
def test_no_match_stands_on_another(rows: int) -> None:
    columns = []
    while rows:
        side = TreeSide(LONG, "100")
        matches = [TreeMatch(f"W{rows}.{n}", "", (side, side)) for n in range(rows)]
        columns.append(TreeRound("", tuple(matches)))
        rows //= 2
    tree = Tree("", tuple(columns))
    for scale in (1.0, branches.LARGEST):
        plan = TreeLayout(tree, scale, 200)
        for column, round_ in enumerate(tree.rounds):
            middles = [plan.middle(column, row) for row in range(len(round_.matches))]
            high = (NOTE + 2 * SIDE) * scale
            assert all(after - before >= high for before, after in pairwise(middles))
            assert middles[0] >= (NOTE + SIDE) * scale
            assert middles[-1] + SIDE * scale <= plan.slot * tree.rows
