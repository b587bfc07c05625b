"""What `scripts/mutants.py` changes in a source, and which of its functions it exchanges."""

from __future__ import annotations

import ast
from textwrap import indent

import pytest

from config.bootstrap.environment import ROOT
from scripts.mutating import packages
from scripts.mutating.candidates import chosen, mutants_in
from scripts.mutating.equivalents import equivalents_in
from scripts.mutating.living import Living
from scripts.mutating.packages import folder_of, proofs_of
from scripts.mutating.refusals import CannotBegin


def changed(body: str, function: str = "act") -> list[str]:
    """Return every body that one change makes of the body of a function."""
    source = f"def {function}(a, b, c):\n{indent(body, '    ')}\n"
    made = [mutant.applied(source) for mutant in mutants_in("act.py", source)]
    assert all(each.count("\n") == source.count("\n") for each in made)
    return ["; ".join(ast.unparse(ast.parse(each)).splitlines()[1:]).strip() for each in made]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", "a <= b"),
        ("a <= b", "a < b"),
        ("a > b", "a >= b"),
        ("a >= b", "a > b"),
        ("a == b", "a != b"),
        ("a != b", "a == b"),
        ("a in b", "a not in b"),
        ("a not in b", "a in b"),
        ("a is b", "a is not b"),
        ("a is not b", "a is b"),
    ],
)
def test_a_comparison_is_turned_by_one(before: str, after: str) -> None:
    assert changed(before) == [after]


def test_each_comparison_of_a_row_is_turned_by_itself() -> None:
    assert changed("a < b < c") == ["a < b <= c", "a <= b < c"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a and b", ["a", "b"]),
        ("a or b", ["a", "b"]),
        ("a and b and c", ["a and b", "a and c", "b and c"]),
        ("a and (b or c)", ["a", "b or c", "a and b", "a and c"]),
        ("not a", ["a"]),
    ],
)
def test_each_half_of_a_condition_is_dropped(before: str, after: list[str]) -> None:
    assert changed(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a.sort(key=lambda row: (row.x, row.y))", ["(row.x,)", "(row.y,)"]),
        ("a[b, c]", ["a[b,]", "a[c,]"]),
        ("a.get((b, c))", ["a.get((b,))", "a.get((c,))"]),
        ("{(x, 1): x for x in a}", ["{(x,): x for x in a}", "{(1,): x for x in a}"]),
        ("a.filter(x=1, y=2).first()", ["a.filter(x=1).first()", "a.filter(y=2).first()"]),
        ("a.exclude(x=1)", ["a.exclude()"]),
        ("a.get(x=1)", ["a.get()"]),
        ("Q(x=1)", ["Q()"]),
    ],
)
def test_each_part_of_a_key_is_dropped(before: str, after: list[str]) -> None:
    made = changed(before)
    assert len(made) == len(after)
    assert all(any(part in each for each in made) for part in after)


def test_a_function_by_which_something_is_sorted_returns_a_key() -> None:
    source = "def act(a):\n    a.sort(key=order)\n\ndef order(a):\n    return a.x, a.y\n"
    assert [each.function for each in mutants_in("act.py", source)] == ["order", "order"]


@pytest.mark.parametrize("before", ["f((a, b))", "return (a, b)", "a(x=1)", "a.filter(**b)"])
def test_what_is_no_key_keeps_its_parts(before: str) -> None:
    assert changed(before) == []


@pytest.mark.parametrize(
    "before",
    [
        "raise Refused(a)",
        "problems.append(a)",
        "problems += b",
        "yield refuse(Reason.LATE)",
        "yield from name_problems(a)",
    ],
)
def test_a_refusal_is_dropped(before: str) -> None:
    assert changed(before) == ["pass"]


def test_refusals_that_are_listed_are_dropped_one_by_one() -> None:
    assert changed("[*name_problems(a), *b, *hour_problems(c)]") == [
        "[*name_problems(a), *b]",
        "[*b, *hour_problems(c)]",
    ]


@pytest.mark.parametrize("before", ["rows.append(a)", "yield a", "total += b", "return a"])
def test_what_refuses_nothing_stays(before: str) -> None:
    assert changed(before) == []


def test_a_change_over_several_lines_keeps_the_numbers_of_all_others() -> None:
    source = "def act(a, b):\n    if (\n        a\n        and b\n    ):\n        return 1\n"
    first, _second = mutants_in("act.py", source)
    assert first.applied(source).splitlines()[5] == "        return 1"
    assert (first.begin[0], first.end[0]) == (3, 4)


def test_letters_of_several_bytes_stand_before_a_change() -> None:
    assert changed("'拱猪' + (a < b)") == ["'拱猪' + (a <= b)"]


@pytest.mark.parametrize(
    "source",
    [
        "LATE = 1 < 2\n",
        "class Act:\n    late = 1 < 2\n",
        "def act(late=1 < 2):\n    pass\n",
        "def act(a):\n    return f'{a < 2}'\n",
    ],
)
def test_only_the_body_of_a_function_is_changed(source: str) -> None:
    assert mutants_in("act.py", source) == []


def test_a_mutant_is_named_by_its_class_and_functions() -> None:
    source = "class Act:\n    def do(self):\n        def inner(a):\n            return a < 1\n"
    (mutant,) = mutants_in("acts/act.py", source)
    assert (mutant.place, mutant.function) == ("acts/act.py:4", "Act.do.inner")
    assert mutant.change == "a < 1 → a <= 1"


def test_a_seed_draws_the_same_mutants_again_and_another_seed_others() -> None:
    source = "def act(a):\n" + "".join(f"    a < {number}\n" for number in range(100))
    mutants = mutants_in("act.py", source)
    assert chosen(mutants, 1, 20) == chosen(mutants, 1, 20) != chosen(mutants, 2, 20)
    assert len(set(chosen(mutants, 1, 20))) == 20
    assert chosen(mutants, 1, 200) == mutants


def test_an_equivalent_mutant_is_known_again_wherever_its_function_stands() -> None:
    text = "| `act.py` `act` | `a \\| b < 1 → a \\| b <= 1` | it is never one |"
    (row,) = equivalents_in(f"# Title\n\n{text}\n")
    source = "\n\ndef act(a, b):\n    return a | b < 1\n\ndef other(a, b):\n    return a | b < 1\n"
    assert [row.is_same(each) for each in mutants_in("act.py", source)] == [True, False]


@pytest.mark.parametrize("name", ["fees", "clubs.fees", "clubs/fees/"])
def test_a_package_is_found_by_any_of_its_names(name: str) -> None:
    assert folder_of(ROOT, name) == "clubs/fees"


def test_a_package_that_is_not_there_is_refused() -> None:
    with pytest.raises(CannotBegin, match="nowhere"):
        folder_of(ROOT, "nowhere")


@pytest.mark.parametrize(
    ("package", "tests"),
    [
        ("clubs/seasons", ["tests/clubs/seasons"]),
        ("tournaments/organise/drawing", ["tests/tournaments/organise"]),
        ("clubs/seasons/table.py", ["tests/clubs/seasons"]),
    ],
)
def test_a_package_is_tried_by_the_tests_in_its_folder(package: str, tests: list[str]) -> None:
    assert proofs_of(ROOT, package) == tests


def test_a_package_without_a_folder_of_tests_is_tried_by_what_imports_it() -> None:
    tests = proofs_of(ROOT, "tournaments/dealing.py")
    assert tests
    assert not any(each.startswith("tests/journeys") for each in tests)


@pytest.mark.parametrize("package", packages.BESIDE)
def test_every_test_that_is_tried_on_a_package_is_there(package: str) -> None:
    assert all((ROOT / each).exists() for each in proofs_of(ROOT, package))


@pytest.mark.full
def test_the_code_of_a_living_function_is_exchanged_for_that_of_a_mutant() -> None:
    path = "scripts/mutating/packages.py"
    source = (ROOT / path).read_text("utf-8")
    mutant = next(each for each in mutants_in(path, source) if each.function == "_is_near")
    exchanges = Living(ROOT, {path}).exchanges(path, source, mutant.applied(source))
    assert [function for function, _code in exchanges] == [packages._is_near]
    (_function, code), *_rest = exchanges
    assert code != packages._is_near.__code__
