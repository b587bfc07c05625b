"""What a version posts when it comes into force, and the reason that it bears, by values alone."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from referee.base.refusals import Code
from referee.models import Remedy, RulingSanction, RulingVersion, SuspensionReach
from referee.rulings import posting
from referee.rulings.on_deals.deal_results import Hit
from tests.referee.rulings.test_late_and_lost import codes
from tests.referee.rulings.test_parts_and_repeats import Rows
from tests.referee.rulings.test_versions_by_value import case
from tournaments.models import Entry, Event, EventRegulations, User
from tournaments.regulations.articles import Level

BOB = User(pk=1)


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what is done to the deal when a version comes into force."""

    def found(hit: Hit, remedy: str = "", *, with_deal: bool = True) -> list[str]:
        said: list[str] = []
        monkeypatch.setattr(posting, "posted_reason", lambda _version: "x")
        monkeypatch.setattr(posting, "_post_effects", lambda *_all: None)
        monkeypatch.setattr(posting.deal_results, "hit", lambda *_all: hit)
        monkeypatch.setattr(posting.remedies, "require_posting", lambda *_all: None)
        monkeypatch.setattr(posting, "_post_hit", lambda *_all: said.append("hit"))
        monkeypatch.setattr(posting.ledger, "reload_round_state", lambda _sitting: None)
        give = lambda _made, _deal, kind, *_all, **_more: said.append(kind)  # noqa: E731
        monkeypatch.setattr(posting.corrections, "give", give)
        rows = SimpleNamespace(select_related=lambda *_all: Rows())
        deal = SimpleNamespace(refresh_from_db=lambda: None, sitting=None, version=1)
        of = case(deal=deal if with_deal else None)
        version: Any = SimpleNamespace(case=of, sanctions=rows, remedy=remedy, uid="v")
        made: Any = SimpleNamespace(shows=lambda _event: None)
        posting.post(made, version, BOB)
        return said

    return found


def test_a_deal_is_hit_or_given_no_points_but_never_both(posted: Any) -> None:
    lost, docked = Hit(lost=("N",)), Hit(docked=("N",))
    assert posted(Hit()) == []
    assert posted(lost) == posted(docked) == ["hit"]
    assert posted(lost, Remedy.CORRECTED) == ["hit"]
    assert posted(docked, Remedy.VOID) == posted(Hit(), Remedy.VOID) == ["void"]
    assert posted(Hit(), Remedy.NOT_PLAYED) == ["not_played"]
    assert posted(lost, with_deal=False) == posted(Hit(), Remedy.VOID, with_deal=False) == []


def test_a_hit_is_posted_where_the_deal_has_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting.standing, "of_deal", lambda _deal: SimpleNamespace(result=None))
    said: list[Any] = []
    post = lambda _made, _deal, report, *_all, **_more: said.append(report)  # noqa: E731
    monkeypatch.setattr(posting.adjusted_scores, "post_within", post)
    deal: Any = SimpleNamespace(refresh_from_db=lambda: None, version=1)
    made: Any = None
    for report in ("made", None):
        monkeypatch.setattr(posting.deal_results, "upon", lambda *_all, made=report: made)

        def post_hit() -> None:
            posting._post_hit(made, deal, Hit(lost=("N",)), "v", "x")

        if report is None:
            assert codes(post_hit) == [Code.DEAL_LOST_OF_NOTHING]
        else:
            post_hit()
    assert said == ["made"]


ROW = SimpleNamespace(code="T-05", number="7.3", name="slow play")


@pytest.mark.parametrize(
    ("size", "shown", "article", "own", "facts", "reason"),
    [
        ("club", "all", "T-05", "", "facts", "slow play"),
        ("club", "all", "", "own", "facts", "own"),
        ("club", "all", "", "", "facts", "facts"),
        ("club", "all", "", "", "", "R-2026-0007"),
        ("club", "all", "X-99", "own", "facts", "X-99"),
        ("club", "none", "T-05", "", "facts", "slow play"),
        ("official", "all", "T-05", "", "facts", "R-2026-0007 7.3 slow play"),
        ("official", "all", "", "", "facts", "R-2026-0007"),
        ("official", "all", "", "own", "facts", "R-2026-0007 own"),
        ("official", "none", "T-05", "", "facts", "R-2026-0007"),
    ],
)
def test_the_reason_that_everybody_reads_is_the_number_the_article_or_the_facts(
    monkeypatch: pytest.MonkeyPatch,
    size: str,
    shown: str,
    article: str,
    own: str,
    facts: str,
    reason: str,
) -> None:
    monkeypatch.setattr(posting.articles, "articles", lambda _event: (ROW,))
    event = Event(pk=1)
    of = {"all": posting.RulingsShown.ALL}.get(shown) or next(
        each for each in posting.RulingsShown if each != posting.RulingsShown.ALL
    )
    event.regulations = EventRegulations(event=event, size=size, rulings_shown=of)
    version: Any = SimpleNamespace(
        case=SimpleNamespace(event=event, year=2026, number=7),
        article=article,
        own_article=own,
        facts=facts,
    )
    with translation.override("en"):
        assert posting.posted_reason(version) == reason


def test_the_articles_of_an_event_are_read_once_in_each_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def articles(_event: Event) -> tuple[Any, ...]:
        asked.append(translation.get_language())
        return (ROW,)

    monkeypatch.setattr(posting.articles, "articles", articles)
    version: Any = SimpleNamespace(case=SimpleNamespace(event=Event(pk=1)), article="T-05")
    for language in ("en", "en", "zh-hans"):
        with translation.override(language):
            assert posting.article_of(version) is ROW
    assert asked == ["en", "zh-hans"]


@pytest.mark.parametrize(("level", "rounds"), [("L8", 3), ("L7", 0)])
def test_a_stored_sanction_has_the_reach_of_its_version_where_it_suspends(
    level: str, rounds: int
) -> None:
    version = RulingVersion(reach="rounds", reach_rounds=3)
    row = RulingSanction(entry=Entry(pk=1), level=level, kind="procedural", numerator=0)
    found = posting.proposed(version, row)
    reach = SuspensionReach.ROUNDS if rounds else SuspensionReach.UNSAID
    assert (found.level, found.reach, found.reach_rounds) == (Level(level), reach, rounds)
    assert posting.seat_of(version, row) is None


@pytest.fixture
def sanctioned(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what one sanction posts: a warning, points, or points of the other side."""

    def found(level: str, points: int, side: Any = None) -> list[Any]:
        said: list[Any] = []
        monkeypatch.setattr(posting, "seat_of", lambda *_all: None)
        warn = lambda _made, _entry, level, **_more: said.append(("warned", level))  # noqa: E731
        monkeypatch.setattr(posting.ledger, "warn", warn)
        monkeypatch.setattr(posting.gained_levels, "gaining_side", lambda *_all: side)

        def give(_made: Any, _whom: Any, _by: Any, penalty: Any, **more: Any) -> None:
            said.append((more.get("side", "own"), penalty.points))

        monkeypatch.setattr(posting.penalties, "give_within", give)
        monkeypatch.setattr(posting.penalties, "give_to_side_within", give)
        row: Any = SimpleNamespace(entry=None, level=level, person=None, points=Fraction(points))
        version: Any = SimpleNamespace(uid="v", case=case(), article="T-05")
        made: Any = SimpleNamespace(concerns=lambda **_more: None)
        posting._post_sanction(made, version, row, BOB, "x")
        return said

    return found


def test_a_sanction_posts_its_warning_and_its_points_or_the_gain_of_the_other_side(
    sanctioned: Any,
) -> None:
    assert sanctioned("L0", 0) == []
    assert sanctioned("L1", 0) == [("warned", "L1")]
    assert sanctioned("L2", -5) == [("warned", "L2"), ("own", -5)]
    assert sanctioned("L4", -1) == [("own", -1)]
    side = SimpleNamespace(entries=Rows(["entry"]))
    assert sanctioned("L4", -1, side) == [(side, 1)]
