"""The rules about how the sources hang together see each fault."""

from __future__ import annotations

import re
from functools import partial

import pytest

from config.linting.costs import no_file_is_full
from config.linting.names import (
    BOOKS,
    MOST_SHARED,
    SHARED,
    cited_rules,
    named_files,
    pointers,
    shared_class_names,
)
from config.linting.structure import (
    DOORS,
    NarrowDoor,
    assigned_twice,
    hours_of_columns,
    imports_of_scoring,
    names_of_games,
    narrow_doors,
    snapshot_asks,
    through,
)
from tests.config.linting.conftest import Found

PAGES = {book.page: "" for book in BOOKS}


def test_a_rule_without_a_test_and_a_citation_without_a_rule_are_found(found: Found) -> None:
    page = "docs/rules/gongzhu.md"
    files = {
        **PAGES,
        page: "| rule |\n| GZ-1 | held |\n| GZ-2 | not held |\n| GZ-3 | held |\n",
        "tests/scoring/gongzhu/test_one.py": '"""GZ-1."""\n# GZ-4\n',
        "tests/scoring/test_notation.py": '"""GZ-3."""\n',
        "scoring/one.py": "# GZ-2\n# GZ-5\n",
    }
    assert found(cited_rules, files) == [
        f"{page}:3: no test holds the rule GZ-2",
        f"tests/scoring/gongzhu/test_one.py:2: {page} has no rule GZ-4",
        f"scoring/one.py:2: {page} has no rule GZ-5",
    ]


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("date_format(terms.closes_at, 'H:i')", "1: terms.closes_at is in UTC"),
        ("formats.time_format(sent_at)", "1: sent_at is in UTC"),
        ("a = 1\nrow.created_at.strftime('%H:%M')", "2: row.created_at is in UTC"),
        ("f'{row.created_at:%H:%M}'", "1: row.created_at is in UTC"),
        ("date_format(timezone.localtime(terms.closes_at))", ""),
        ("date_format(tournament.starts_on)", ""),
        # Keys and stamps are nobody's hour.
        ("f'{row.heard_at:%H%M}'", ""),
    ],
)
def test_an_hour_written_straight_from_a_column_is_found(
    found: Found, written: str, complaint: str
) -> None:
    complaints = found(hours_of_columns, {"web/one.py": written})
    assert len(complaints) == bool(complaint)
    assert all(complaint in each for each in complaints)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("ROOM, SIDE = 2.0, 1\nSET, ROOM = 3, 1.8", "2: ROOM was assigned in line 1"),
        ("A = 1\nB: int = 2\nB = 3", "3: B was assigned in line 2"),
        ("A = 1\n\ndef f():\n    A = 2", ""),
        ("handler = 1\nhandler = wrapped(handler)", ""),
        ("A: int\nA = 1\nROWS = {}\nROWS['a'] = 1", ""),
    ],
)
def test_a_name_of_a_module_that_is_assigned_twice_is_found(
    written: str, complaint: str, found: Found
) -> None:
    wanted = [f"web/one.py:{complaint}: give each its name"] if complaint else []
    assert found(assigned_twice, {"web/one.py": written}) == wanted


@pytest.mark.parametrize(
    ("written", "package"),
    [
        ("import django.db", "django"),
        ("from random import Random", "random"),
        ("def late():\n    import time", "time"),
        ("import json, tournaments", "tournaments"),
    ],
)
def test_an_import_that_scoring_does_without_is_found(
    written: str, package: str, found: Found
) -> None:
    (complaint,) = found(imports_of_scoring, {"scoring/gongzhu/one.py": written})
    assert complaint.endswith(f": scoring does without {package}")


def test_the_standard_library_and_scoring_itself_are_imported(found: Found) -> None:
    allowed = "import json\nfrom scoring.cards import Card\nfrom . import seats\n"
    assert found(imports_of_scoring, {"scoring/one.py": allowed}) == []


@pytest.mark.parametrize(
    "written",
    [
        "import scoring.gongzhu",
        "from scoring.gongzhu import rules",
        "from scoring import gongzhu",
        'name = "gongzhu"',
        "gongzhu_rules = 1",
        "def play(gongzhu): ...",
        "rules.gongzhu",
    ],
)
def test_what_games_share_names_no_game(written: str, found: Found) -> None:
    complaint = "scoring/one.py:1: what games share does not name gongzhu"
    assert set(found(names_of_games, {"scoring/one.py": written})) == {complaint}


def test_an_example_may_name_a_game_and_so_may_the_games(found: Found) -> None:
    files = {
        "scoring/one.py": '"""An example: gongzhu."""\n',
        "scoring/gongzhu/two.py": "import scoring.gongzhu\n",
        "scoring/__main__.py": "import scoring.gongzhu\n",
    }
    assert found(names_of_games, files) == []


def test_what_goes_through_another_door_is_found_and_so_is_a_door_that_nobody_uses(
    found: Found,
) -> None:
    files = frozenset({"config/one.py", "config/two.py"})
    kinds = frozenset({".py", ".html"})
    door = NarrowDoor("opens it", re.compile(r"open\("), ("config", "templates"), kinds, 1, files)
    sources = {
        "config/one.py": "open(it)\n",
        "config/two.py": "shut(it)\n",
        "config/three.py": "\nopen(it)\n",
    }
    assert found(partial(through, door), sources) == [
        "config/three.py:2: only a few files may do this: it opens it",
        "config/two.py:1: it is on the list of what opens it, and does not",
    ]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("referee/one.py", "timezone.activate(zone)"),
        ("templates/one.html", '{% timezone "Europe/London" %}'),
        ("templates/one.html", '{{ at|timezone:"Europe/London" }}'),
        ("referee/one.py", "LineUp.objects.all()"),
        ("referee/one.py", "segment.line_ups.all()"),
    ],
)
def test_the_zone_and_the_line_ups_have_doors_of_their_own(
    name: str, written: str, found: Found
) -> None:
    unused = {file for door in DOORS for file in door.files}
    told = [each for each in found(narrow_doors, {name: written}) if "and does not" not in each]
    (complaint,) = told
    assert complaint.startswith(f"{name}:1: only a few files may do this")
    assert len(unused) > 1


def test_a_file_that_is_named_and_not_there_is_found(found: Found) -> None:
    files = {
        "config/one.py": '"tests/test_gone.py"\n"config/one.py"\n"other/tests/test_gone.py"\n',
        "docs/one.md": "See `referee/one.html`,\n`referee/two.html`.\n",
        "docs/decisions/0001-why.md": "It was in `config/gone.py`.\n",
        "templates/referee/one.html": "",
        ".ci/run": "python scripts/gone.sh\n",
    }
    assert found(named_files, files) == [
        ".ci/run:1: there is no scripts/gone.sh",
        "config/one.py:1: there is no tests/test_gone.py",
        "docs/one.md:2: there is no referee/two.html",
    ]


def test_what_is_pointed_at_and_not_there_is_found(found: Found) -> None:
    files = {
        "referee/base/one.py": '"""See `referee.base.gone`, `referee.base.two.Kind.FULL`."""\n'
        '"""See `two.Kind`, `two.kind()`, `base.two.lost`, `out.Kind`, `two.py`, `base.two`."""\n',
        "referee/base/two.py": "class Kind:\n    FULL = 1\n# base/one.py, base/three.py\n",
        "docs/one.md": "By `referee.base.two.Kind`,\n`referee.base.two.gone`.\n",
        "docs/decisions/0001-why.md": "It was `referee.base.gone`.\n",
    }
    assert found(pointers, files) == [
        "referee/base/one.py:1: there is no referee.base.gone",
        "referee/base/one.py:2: there is no two.kind()",
        "referee/base/one.py:2: there is no base.two.lost",
        "referee/base/two.py:3: no path ends in base/three.py",
        "docs/one.md:2: there is no referee.base.two.gone",
    ]


def test_what_the_readme_points_at_and_is_not_there_is_found(found: Found) -> None:
    files = {"README.md": "See `referee.base.gone`.\n", "referee/base/two.py": ""}
    assert found(pointers, files) == ["README.md:1: there is no referee.base.gone"]


def test_a_class_that_shares_its_name_without_a_reason_is_found(found: Found) -> None:
    files = {
        "referee/base/one.py": "class Position:\n    pass\nclass Deal:\n    pass\n",
        "scoring/two.py": "class _Own:\n    pass\nclass Position:\n    pass\n",
        "web/three.py": "class Deal:\n    pass\nclass _Own:\n    pass\n",
    }
    (complaint,) = found(shared_class_names, files)
    assert complaint.endswith("has a class Position too: rename one")


def test_few_names_are_shared_and_each_for_a_reason() -> None:
    assert len(SHARED) <= MOST_SHARED
    assert all(reason.strip() for reason in SHARED.values())


@pytest.mark.parametrize(
    "written",
    [
        "pytestmark = pytest.mark.full",
        "pytestmark = [pytest.mark.django_db, pytest.mark.full]",
        "pytestmark: Any = (pytest.mark.full(),)",
        "pytestmark += [pytest.mark.full]",
    ],
)
def test_a_file_that_is_full_as_a_whole_is_found(written: str, found: Found) -> None:
    complaint = "no file is `full` as a whole: mark the cases that are long"
    assert found(no_file_is_full, {"tests/a/test_one.py": f"\n{written}\n"}) == [
        f"tests/a/test_one.py:2: {complaint}"
    ]


@pytest.mark.parametrize(
    "written",
    [
        "pytestmark = pytest.mark.django_db",
        "pytestmark = [pytest.mark.databases]\n@pytest.mark.full\ndef test_one(): ...",
        "LONG = pytest.mark.full",
    ],
)
def test_other_marks_of_files_are_well(written: str, found: Found) -> None:
    assert found(no_file_is_full, {"tests/a/test_one.py": written}) == []


@pytest.mark.parametrize(
    ("taken", "asked"),
    [
        ("snapshot: Any", "Deal.objects"),
        ("before: EventSnapshot", "Result.live"),
        ("known: EventSnapshot | None = None", "event.entries.order_by('number')"),
        ("*, at: EventSnapshot", "event.rounds.get(number=1)"),
        ("self, event: Event, snapshot: EventSnapshot, /", "rows.values('pk')"),
        ("snapshot: EventSnapshot", "_DEALS.all(snapshot.event.pk)"),
        ("snapshot: EventSnapshot", "_ENDS.run(1)"),
    ],
)
def test_a_function_that_takes_a_snapshot_and_asks_is_found(
    taken: str, asked: str, found: Found
) -> None:
    queries = "_DEALS: Final = KeysQuery(f)\n_ENDS = compiled_queries.Update(f)\n"
    written = f"{queries}def told({taken}):\n    first = 1\n    return first, {asked}\n"
    (complaint,) = found(snapshot_asks, {"tournaments/results/one.py": written})
    assert complaint.startswith("tournaments/results/one.py:5: told takes a snapshot and asks")


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        ("event: Event", "Deal.objects.filter(event=event)"),
        ("now: Callable[[], EventSnapshot]", "Deal.objects"),
        ("snapshot: EventSnapshot", "snapshot.awards.get(1), snapshot.names.values()"),
        ("snapshot: EventSnapshot", "Counter().update(snapshot.names)"),
    ],
)
def test_who_takes_none_may_ask_and_mappings_are_read(taken: str, said: str, found: Found) -> None:
    written = f"def told({taken}):\n    return {said}\n"
    assert found(snapshot_asks, {"tournaments/results/one.py": written}) == []
