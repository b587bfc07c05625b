"""In which order a version is posted, and the reason that its rows bear, by values alone."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from referee.models import RulingSanction, RulingVersion, SanctionKind, SuspensionReach
from referee.rulings import decisions, heavy_levels, posting, ruling_effects
from referee.rulings.decisions import DecisionMeasures, NamedOffender, RulingSource, Sanction
from referee.rulings.ruling_effects import RulingOrigin
from tests.referee.rulings.deciding.test_versions_by_value import case
from tournaments import results
from tournaments.models import Board, Deal, Entry, Event, EventRegulations, RulingsShown, User
from tournaments.regulations import articles as articles_itself
from tournaments.regulations.articles import EventArticles, Level

BOB = User(pk=1)


def test_each_effect_is_posted_before_the_next_one_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What heavy levels count is read after the points before them were given."""
    said: list[Any] = []

    class Said:
        def __init__(self, word: str) -> None:
            self.word = word

        def post(self, _made: Any, origin: RulingOrigin) -> None:
            said.append((self.word, origin.uid, origin.reason, origin.official))

    def heavy(*_all: Any) -> Any:
        return [Said(f"heavy after {len(said)}")]

    monkeypatch.setattr(posting, "posted_reason", lambda _version: "x")
    row = Sanction(NamedOffender(Entry(pk=1)), SanctionKind.PROCEDURAL, Level.L7)
    measures = DecisionMeasures(RulingSource(Event(pk=1)), sanctions=(row,))
    monkeypatch.setattr(decisions, "measures_of", lambda _version: measures)
    monkeypatch.setattr(ruling_effects, "of_sanction", lambda *_all: [Said("points")])
    monkeypatch.setattr(results, "read", lambda _event: None)
    monkeypatch.setattr(heavy_levels, "effects_of", heavy)
    monkeypatch.setattr(ruling_effects, "of_deal", lambda *_all: [Said("deal")])
    concerned: list[Any] = []
    made: Any = SimpleNamespace(
        shows=lambda _event: None, concerns=lambda **more: concerned.append(more)
    )
    version: Any = SimpleNamespace(case=case(), uid="v")
    posting.post(made, version, BOB)
    words = ["points", "heavy after 1", "deal"]
    assert said == [(word, "v", "x", BOB) for word in words]
    assert concerned == [{"entry": Entry(pk=1)}]


@pytest.mark.parametrize(("level", "reads"), [(Level.L6, False), (Level.L7, True)])
def test_the_event_is_read_for_heavy_levels_alone(
    monkeypatch: pytest.MonkeyPatch, level: Level, reads: bool
) -> None:
    monkeypatch.setattr(heavy_levels, "effects_of", lambda *_all: ["heavy"])
    row = Sanction(NamedOffender(Entry(pk=1)), SanctionKind.PROCEDURAL, level)
    read: list[Any] = []
    now: Any = lambda: read.append("read")  # noqa: E731
    measures = DecisionMeasures(RulingSource(Event(pk=1)), sanctions=(row,))
    found: list[Any] = list(posting.effects_of(measures, now))
    assert (found, read) == ((["heavy"], ["read"]) if reads else ([], []))


OPENED = datetime(2026, 11, 21, 20, tzinfo=UTC)
ROW = SimpleNamespace(code="T-05", number="7.3", name="slow play")


@pytest.mark.parametrize(
    ("size", "shown", "article", "own", "facts", "reason"),
    [
        ("club", "all", "T-05", "", "facts", "slow play"),
        ("club", "all", "", "own", "facts", "own"),
        ("club", "all", "", "", "facts", "facts"),
        ("club", "all", "", "", "", "R-2026-0007"),
        ("club", "all", "X-99", "own", "facts", "X-99"),
        ("club", "none", "T-05", "", "facts", "R-2026-0007"),
        ("club", "none", "", "", "facts", "R-2026-0007"),
        ("club", "numbers", "", "", "facts", "R-2026-0007"),
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
    monkeypatch.setattr(articles_itself, "articles", lambda _event: (ROW,))
    event = Event(pk=1)
    of = RulingsShown[shown.upper()]
    event.regulations = EventRegulations(event=event, size=size, rulings_shown=of)
    version: Any = SimpleNamespace(
        case=SimpleNamespace(event=event, year=2026, number=7, deal=None),
        article=article,
        own_article=own,
        facts=facts,
    )
    with translation.override("en"):
        assert posting.posted_reason(version) == reason


@pytest.mark.full
@pytest.mark.parametrize(
    ("opened", "own", "reason"),
    [
        (None, "", "R-2026-0007"),
        (None, "showed the DJ", "R-2026-0007"),
        (OPENED, "", "the SQ fell"),
        (OPENED, "showed the DJ", "showed the DJ"),
    ],
)
def test_the_reason_names_no_cards_that_others_still_have_to_play(
    opened: datetime | None, own: str, reason: str
) -> None:
    event = Event(pk=1)
    event.regulations = EventRegulations(event=event, rulings_shown=RulingsShown.ALL)
    deal = Deal(pk=3, event=event, board=Board(pk=1, opened_at=opened))
    version: Any = SimpleNamespace(
        case=SimpleNamespace(event=event, year=2026, number=7, deal=deal),
        article="",
        own_article=own,
        facts="the SQ fell",
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

    monkeypatch.setattr(articles_itself, "articles", articles)
    known: Any = EventArticles(Event(pk=1))
    assert asked == []
    for language in ("en", "en", "zh-hans"):
        with translation.override(language):
            assert known.get("T-05") is ROW
            assert known.get("T-99") is None
    assert asked == ["en", "zh-hans"]


@pytest.mark.parametrize(("level", "rounds"), [("L8", 3), ("L7", 0)])
def test_a_stored_sanction_has_the_reach_of_its_version_where_it_suspends(
    level: str, rounds: int
) -> None:
    version = RulingVersion(reach="rounds", reach_rounds=3)
    row = RulingSanction(entry=Entry(pk=1), level=level, kind="procedural", numerator=0)
    found = decisions.sanction_of(version, row)
    reach = SuspensionReach.ROUNDS if rounds else SuspensionReach.UNSAID
    assert (found.level, found.reach, found.reach_rounds) == (Level(level), reach, rounds)
    assert decisions.seat_of(version, row) is None
