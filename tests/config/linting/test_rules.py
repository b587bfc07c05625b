"""Every rule is asked, is well with the program's own files, and says when it sees too few."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.linting import __main__ as of_text
from config.linting.sources import Complaint, Rule, Sources


def test_complaints_of_all_rules_come_by_file_and_line_and_once() -> None:
    def one(sources: Sources) -> Iterator[Complaint]:
        yield Complaint("b.py", 1, "wrong")
        yield Complaint("a.py", 10, "wrong")

    def other(sources: Sources) -> Iterator[Complaint]:
        yield Complaint("a.py", 9, "wrong")
        yield Complaint("b.py", 1, "wrong")

    found = of_text.complaints(Sources(), (one, other))

    assert [str(each) for each in found] == ["a.py:9: wrong", "a.py:10: wrong", "b.py:1: wrong"]


@pytest.mark.parametrize("rule", of_text.RULES, ids=lambda rule: rule.__name__)
def test_a_rule_that_sees_no_file_is_not_content(rule: Rule, tmp_path: Path) -> None:
    (complaint,) = of_text.complaints(Sources(tmp_path), (rule,))

    assert complaint.path == "config/source_packages.py"
    assert re.match("the rule [a-z_]+ looks in the wrong place: 0 files", complaint.sentence)


@pytest.mark.parametrize(("complaints", "code"), [([], 0), ([Complaint("a.py", 3, "wrong")], 1)])
def test_complaints_are_printed_and_make_the_exit_code(
    complaints: list[Complaint],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(of_text, "complaints", lambda sources: complaints)

    assert of_text.main() == code
    assert capsys.readouterr().out == "".join(f"{complaint}\n" for complaint in complaints)
