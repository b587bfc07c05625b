"""For which rounds somebody is suspended, what the match in play loses, and who sits anyway."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from referee.models import RulingSanction, SanctionKind, SuspensionReach
from referee.rulings import heavy_levels, suspended
from referee.rulings.decisions import NamedOffender, RulingSource, Sanction
from referee.rulings.heavy_levels import HeavyFacts
from referee.rulings.suspended import Suspended, SuspendedAtTable, has_begun, rounds_of
from tournaments.base.refusals import Refused
from tournaments.models import Entry, Event, Person, Round
from tournaments.organise.absences import suspended_seats
from tournaments.regulations.articles import Level

THIS, NEXT, MANY, UNSAID = (
    SuspensionReach.THIS_ROUND,
    SuspensionReach.NEXT_ROUND,
    SuspensionReach.ROUNDS,
    SuspensionReach.UNSAID,
)
ENTRY, OTHER = Entry(pk=1, number=1), Entry(pk=2, number=2)


def round_(number: int, state: str = "published") -> Round:
    return Round(pk=number, number=number, state=state)


def side(key: int, *entries: Entry) -> Any:
    return SimpleNamespace(key=key, uid=f"side-{key}", entries=entries)


def match(at: Round, *sides: Any, key: int = 1) -> Any:
    return SimpleNamespace(key=key, round=at, sides=sides)


def sitting(*done: bool, key: int = 1, table: int = 1) -> Any:
    deals = tuple(SimpleNamespace(done=each) for each in done)
    return SimpleNamespace(key=key, table=table, deals=deals)


def snapshot(
    rounds_: Sequence[Round], matches: Sequence[Any] = (), sittings: Any = (), awards: Any = ()
) -> Any:
    return SimpleNamespace(
        rounds=tuple(rounds_),
        public_rounds=tuple(row for row in rounds_ if row.state in Round.PUBLIC),
        matches_of=lambda at: [row for row in matches if row.round is at],
        sittings_by_match={row.key: list(dict(sittings).get(row.key, ())) for row in matches},
        awards=dict(awards),
        members_of=lambda _entry: (),
    )


@pytest.mark.parametrize(
    ("reach", "count", "of", "held"),
    [
        (UNSAID, 3, 1, None),
        (THIS, 0, 1, (1, 1)),
        (THIS, 0, 2, (2, 2)),
        (THIS, 3, None, (2, 2)),
        (NEXT, 0, 1, (2, 2)),
        (NEXT, 3, 1, (2, 2)),
        (NEXT, 0, None, (3, 3)),
        (MANY, 0, 1, None),
        (MANY, 1, 1, (2, 2)),
        (MANY, 3, 1, (2, 4)),
    ],
)
def test_a_suspension_runs_from_the_round_to_the_last_one_that_its_reach_says(
    reach: SuspensionReach, count: int, of: int | None, held: tuple[int, int] | None
) -> None:
    read = snapshot([round_(1, "closed"), round_(2)])
    at = None if of is None else round_(of)
    assert rounds_of(read, ENTRY, at, reach, count, begun=()) == held


def test_before_any_draw_a_suspension_is_of_the_first_round() -> None:
    read = snapshot([])
    assert rounds_of(read, ENTRY, None, THIS, begun=()) == (1, 1)
    assert rounds_of(read, ENTRY, None, NEXT, begun=()) == (1, 1)
    assert rounds_of(snapshot([round_(1, "draft")]), ENTRY, None, NEXT, begun=()) == (1, 1)


@pytest.mark.parametrize(
    ("state", "sits", "done", "begun"),
    [
        ("closed", (OTHER,), (False,), True),
        ("published", (ENTRY,), (True,), True),
        ("published", (OTHER, ENTRY), (False, True), True),
        ("published", (ENTRY,), (False,), False),
        ("published", (ENTRY,), (), False),
        ("published", (OTHER,), (True,), False),
        ("draft", (ENTRY,), (True,), False),
    ],
)
def test_a_table_has_begun_for_an_entry_once_a_deal_of_it_is_done_or_the_round_is_over(
    state: str, sits: tuple[Entry, ...], done: tuple[bool, ...], begun: bool
) -> None:
    second = round_(2, state)
    drawn = match(second, *(side(each.pk, each) for each in sits))
    read = snapshot([round_(1, "closed"), second], [drawn], {1: [sitting(*done)]})
    assert has_begun(read, ENTRY, 2, ()) is begun
    assert not has_begun(read, ENTRY, 3, ())
    assert rounds_of(read, ENTRY, round_(1), NEXT, begun=()) == ((3, 3) if begun else (2, 2))


def sanction(level: Level, reach: SuspensionReach, *, form: str, person: bool) -> Sanction:
    entry = Entry(pk=1, event=Event(pk=1, form=form))
    offender = NamedOffender(entry, Person(pk=1) if person else None)
    return Sanction(offender, SanctionKind.DISCIPLINARY, level, reach=reach, reach_rounds=2)


@pytest.mark.parametrize(
    ("level", "reach", "form", "person", "loses", "suspends"),
    [
        (Level.L7, NEXT, "individual", True, True, False),
        (Level.L8, UNSAID, "individual", True, True, False),
        (Level.L8, THIS, "individual", True, True, True),
        (Level.L8, THIS, "pairs", True, True, True),
        (Level.L8, THIS, "teams", True, False, True),
        (Level.L8, THIS, "teams", False, True, True),
        (Level.L8, NEXT, "individual", True, False, True),
        (Level.L8, NEXT, "teams", False, False, True),
        (Level.L8, MANY, "individual", False, False, True),
    ],
)
def test_the_match_in_play_is_lost_unless_the_suspension_begins_later_or_a_team_plays_on(
    monkeypatch: pytest.MonkeyPatch,
    level: Level,
    reach: SuspensionReach,
    form: str,
    person: bool,
    loses: bool,
    suspends: bool,
) -> None:
    monkeypatch.setattr(heavy_levels, "_losses", lambda *_all: [])
    monkeypatch.setattr(heavy_levels, "_only_words", lambda _read, _source, row, *_all: row)
    row = sanction(level, reach, form=form, person=person)
    source = RulingSource(Event(pk=1), round_(1))
    held = {THIS: (1, 1), NEXT: (2, 2), MANY: (2, 3)}.get(reach)
    read = snapshot([round_(1)])
    found = heavy_levels.effects_of(read, source, [row], HeavyFacts())
    expected = [Suspended(row.offender, held)] if suspends and held else []
    assert found == [*expected, *([row] if loses else [])]


@pytest.mark.parametrize(
    ("first", "last", "words"), [(2, 2, "suspended in round 2"), (2, 3, "suspended in rounds 2–3")]
)
def test_the_words_of_a_suspension_name_one_round_or_the_first_and_the_last(
    first: int, last: int, words: str
) -> None:
    with translation.override("en"):
        assert Suspended(NamedOffender(ENTRY), (first, last)).words == words


def test_the_words_of_a_suspension_stand_before_those_of_a_lost_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suspended, "stored_text", lambda _row: "suspended")
    monkeypatch.setattr(heavy_levels, "_lost_words", lambda row: f"lost by {row.level}")
    monkeypatch.setattr(heavy_levels, "_out_words", lambda _row: "out")
    done = {level: heavy_levels.words_done(RulingSanction(level=level)) for level in Level}
    assert {level: words for level, words in done.items() if words} == {
        "L7": "lost by L7",
        "L8": "suspended · lost by L8",
        "L9": "out",
    }


@pytest.fixture
def suspended_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first entry is suspended in every round, by the ruling 13 of 2026."""
    row = SimpleNamespace(uid="row", ruling=(2026, 13))
    left_out = SimpleNamespace(entry=ENTRY, name="", row=row)
    monkeypatch.setattr(suspended_seats, "seated", lambda _read, _number: [left_out])
    monkeypatch.setattr(suspended, "entry_name", lambda entry, _members: f"entry {entry.number}")


def seen(read: Any) -> list[tuple[int, int, str, bool]]:
    return [
        (row.round.number, row.table, row.side, row.is_of_two) for row in suspended.seated(read, ())
    ]


@pytest.mark.parametrize(
    ("state", "is_awarded", "done", "found"),
    [
        ("published", False, False, [(1, 4, "side-1", True)]),
        ("draft", False, False, []),
        ("closed", False, False, []),
        ("published", True, False, []),
        ("published", False, True, []),
    ],
)
@pytest.mark.usefixtures("suspended_always")
def test_who_is_suspended_sits_where_a_published_round_has_not_begun_for_him(
    state: str, is_awarded: bool, done: bool, found: list[Any]
) -> None:
    first = round_(1, state)
    drawn = match(first, side(1, ENTRY), side(2, OTHER))
    tables = {1: [sitting(done, table=4), sitting(key=2, table=5)]}
    read = snapshot([first], [drawn], tables, {1: "award"} if is_awarded else {})
    assert seen(read) == found


@pytest.mark.usefixtures("suspended_always")
def test_those_who_sit_all_the_same_come_by_rounds_and_tables() -> None:
    second, first = round_(2), round_(1)
    matches = [
        match(second, side(1, ENTRY), key=1),
        match(first, side(2, ENTRY), side(3, OTHER), side(4), key=2),
        match(first, side(5, ENTRY), key=3),
    ]
    tables = {1: [sitting(table=1)], 2: [sitting(table=3)], 3: [sitting(table=2)]}
    read = snapshot([second, first], matches, tables)
    assert seen(read) == [
        (1, 2, "side-5", False),
        (1, 3, "side-2", False),
        (2, 1, "side-1", False),
    ]
    assert suspended.at_side(read, "side-2", ()).table == 3
    with pytest.raises(Refused):
        suspended.at_side(read, "side-3", ())


@pytest.mark.parametrize(("name", "told"), [("", "entry 1"), ("甲", "甲")])
def test_the_suspended_is_named_else_the_entry_is(
    monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    left_out = SimpleNamespace(
        entry=ENTRY, name=name, row=SimpleNamespace(uid="row", ruling=(2026, 13))
    )
    monkeypatch.setattr(suspended_seats, "seated", lambda _read, _number: [left_out])
    monkeypatch.setattr(suspended, "entry_name", lambda entry, _members: f"entry {entry.number}")
    first = round_(1)
    [row] = suspended.seated(
        snapshot([first], [match(first, side(1, ENTRY))], {1: [sitting()]}), ()
    )
    assert isinstance(row, SuspendedAtTable)
    assert (row.name, row.suspension) == (told, "row")
