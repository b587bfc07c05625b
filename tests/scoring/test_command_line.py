"""`python3 -m scoring`: every line is answered, in order, whatever the others hold."""

import io
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scoring.__main__ import EXAMPLE, HELP, main
from scoring.game import NO_CONTEXT, Context, register, unregister
from scoring.gongzhu.deck import SCORING
from scoring.lines import answer_lines
from scoring.settlement import Settlement
from tests.scoring.commands import answered
from tests.toy_game import Toy, ToyRules, toy_registered

ROOT = Path(__file__).parents[2]
GOOD = json.loads(EXAMPLE)


def answer(line: bytes | str | dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one line."""
    if isinstance(line, dict):
        line = json.dumps(line)
    [written] = answer_lines([line if isinstance(line, bytes) else line.encode()])
    result: dict[str, Any] = json.loads(written)
    return result


def run(
    *arguments: str, given: bytes = b"", python: Sequence[str] = (sys.executable,)
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a user does."""
    return subprocess.run(
        [*python, "-m", "scoring", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )


def test_a_settled_line_names_every_seat_and_explains_itself() -> None:
    settled = answer(EXAMPLE)
    assert list(settled) == ["id", "won", "raw", "scores", "lines", "conversions", "problems"]
    assert settled["id"] == 1
    assert settled["raw"] == settled["scores"] == {"N": -400, "W": 100, "S": -300, "E": 0}
    assert list(settled["won"]) == list(settled["raw"]) == ["N", "W", "S", "E"]
    assert settled["problems"] == []
    assert settled["lines"][0] == {
        "seat": "N",
        "code": "hearts",
        "cards": ["H6", "H8", "H10"],
        "points": -60,
        "values": {"face": -10, "factor": 2},
    }


def test_a_seat_that_was_left_out_is_named_in_the_answer() -> None:
    settled = answer({**GOOD, "won": {"N": list(SCORING)}, "exposed": []})
    assert settled["won"] == {"N": list(SCORING), "W": [], "S": [], "E": []}
    assert settled["raw"] == {"N": 800, "W": 0, "S": 0, "E": 0}


def test_a_line_that_cannot_be_settled_says_why_and_has_no_points() -> None:
    refused = answer({**GOOD, "won": {"N": ["SQ"]}})
    assert set(refused) == {"id", "problems"}
    assert refused["problems"][0]["code"] == "cards_not_won"


@pytest.mark.parametrize(
    "given_id", [None, 0, -1.5, "七", "\ud800", [], {"a": [1, None]}, True, 10**300, "\u2028\n"]
)
def test_any_id_is_repeated(given_id: Any) -> None:
    assert answer({**GOOD, "id": given_id})["id"] == given_id
    assert answer({"id": given_id})["id"] == given_id


def test_a_line_without_an_id_is_answered_with_none() -> None:
    assert answer({name: GOOD[name] for name in GOOD if name != "id"})["id"] is None


@pytest.mark.parametrize("rules", [None, {}, {"preset": "classic"}])
def test_rules_may_be_left_out(rules: Any) -> None:
    assert answer({**GOOD, "rules": rules})["raw"] == answer(EXAMPLE)["raw"]
    assert answer({n: v for n, v in GOOD.items() if n != "rules"})["raw"]["N"] == -400


@pytest.mark.parametrize(
    ("rules", "field"), [([], "rules"), ({"sheep": 1}, "rules.sheep"), ({"": 1}, "rules")]
)
def test_problems_of_rules_have_their_path(rules: Any, field: str) -> None:
    [problem] = answer({**GOOD, "rules": rules})["problems"]
    assert problem["field"] == field


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"id": 1}, "missing_field"),
        ({"id": 1, "game": None}, "not_a_text"),
        ({"id": 1, "game": ["gongzhu"]}, "not_a_text"),
        ({"id": 1, "game": "Gongzhu"}, "unknown_game"),
    ],
)
def test_problems_of_the_game_are_named(line: dict[str, Any], code: str) -> None:
    refused = answer(line)
    assert [(p["code"], p["field"]) for p in refused["problems"]] == [(code, "game")]
    assert refused["id"] == 1


BROKEN = [
    (b"", "empty_line"),
    (b"   \t", "empty_line"),
    (b"{", "not_json"),
    (b'{"id": 1} {"id": 2}', "not_json"),
    (b"{'id': 1}", "not_json"),
    (b'{"id": 01}', "not_json"),
    (b"\xff\xfe{\x00}\x00", "not_utf8"),
    (b'{"id": "\xed\xa0\x80"}', "not_utf8"),
    (b'{"id": NaN}', "number_not_finite"),
    (b'{"id": -Infinity}', "number_not_finite"),
    (b'{"id": 1e999}', "number_not_finite"),
    (b'{"id": ' + b"9" * 5000 + b"}", "number_too_long"),
    (b"[" * 200_000, "nested_too_deep"),
    (b'{"a": ' * 200_000, "nested_too_deep"),
    (b"[]", "not_an_object"),
    (b"null", "not_an_object"),
    (b'"won"', "not_an_object"),
    (b'{"won": {"N": []}, "won": {}}', "duplicate_key"),
    (b'{"won": {"N": ["SQ"], "N": []}}', "duplicate_key"),
]


@pytest.mark.parametrize(("line", "code"), BROKEN, ids=[code for _, code in BROKEN])
def test_a_broken_line_is_answered_by_its_number(line: bytes, code: str) -> None:
    good = EXAMPLE.encode()
    first, second, third = (json.loads(text) for text in answer_lines([good, line, good]))
    assert first["problems"] == third["problems"] == []
    assert second["line"] == 2
    assert "raw" not in second
    [problem] = second["problems"]
    assert problem["code"] == code
    assert problem["values"]["line"] == 2


def test_a_key_that_is_there_twice_is_named_and_the_id_repeated() -> None:
    refused = answer('{"id": 5, "won": {"N": [], "W": [], "N": []}, "id": 5}')
    assert refused["id"] == 5
    assert [p["values"]["name"] for p in refused["problems"]] == ["N", "id"]


def test_an_id_too_deep_to_be_repeated_is_a_problem() -> None:
    depths = (
        json.loads(text) for text in answer_lines(_nested(depth) for depth in range(5, 1200, 5))
    )
    assert {p["code"] for refused in depths for p in refused["problems"]} == {
        "missing_field",
        "nested_too_deep",
    }


def _nested(depth: int) -> bytes:
    return b'{"id": ' + b"[" * depth + b"]" * depth + b"}"


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    source = io.BytesIO(b"\xef\xbb\xbf" + EXAMPLE.encode() + b"\r\n" + EXAMPLE.encode())
    target = io.StringIO()
    assert main(["settle"], source, target) == 0
    assert [json.loads(line)["problems"] for line in target.getvalue().splitlines()] == [[], []]


def test_a_byte_order_mark_belongs_to_the_first_line_only() -> None:
    marked = b"\xef\xbb\xbf" + EXAMPLE.encode()
    assert [json.loads(text)["problems"] == [] for text in answer_lines([marked, marked])] == [
        True,
        False,
    ]


def test_any_game_is_settled_by_its_name() -> None:
    with toy_registered():
        settled = answer({"id": 1, "game": "toy", "won": {"N": 13}})
    assert settled["won"] == {"N": 13, "W": [], "S": [], "E": []}
    assert settled["raw"] == {"N": 13, "W": 0, "S": 0, "E": 0}


class WithoutPiles(Toy):
    """A game whose reports do not say what was won."""

    name = "without piles"

    def settle(self, report: object, rules: ToyRules, context: Context = NO_CONTEXT) -> Settlement:
        assert report == {}
        return super().settle({"won": {"N": 13}}, rules, context)


def test_a_game_without_piles_has_none_in_the_answer() -> None:
    register(WithoutPiles())
    settled = answer({"id": 1, "game": "without piles"})
    unregister("without piles")
    assert settled["raw"]["N"] == 13
    assert "won" not in settled


def test_the_command_answers_in_order_and_succeeds_whatever_the_problems() -> None:
    lines = [EXAMPLE, "{", json.dumps({"id": 3}), EXAMPLE]
    result = run("settle", given="\n".join(lines).encode())
    lines_out = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 0
    assert result.stderr == b""
    assert [line["id"] for line in lines_out] == [1, None, 3, 1]


def test_nothing_is_answered_by_nothing() -> None:
    result = run("settle")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_the_command_needs_no_installed_package() -> None:
    result = run("settle", given=EXAMPLE.encode(), python=(sys.executable, "-I", "-S"))
    # -I leaves out the current directory, which is where the program is.
    assert b"No module named scoring" in result.stderr
    program = "import sys; sys.path.insert(0, '.'); from scoring.__main__ import main; main()"
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, "settle"],
        input=EXAMPLE.encode(),
        capture_output=True,
        cwd=ROOT,
        check=True,
        timeout=60,
    )
    assert json.loads(result.stdout)["raw"]["N"] == -400


@pytest.mark.parametrize("arguments", [[], ["deal"], ["settle", "x"], ["settle", "--fast"]])
def test_a_wrong_call_exits_with_two(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    written = capsys.readouterr()
    assert end.value.code == 2
    assert "usage: python3 -m scoring" in written.err
    assert written.out == ""


def test_the_package_is_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["scoring"])
    with pytest.raises(SystemExit) as refusal:
        runpy.run_path(str(ROOT / "scoring" / "__main__.py"), run_name="__main__")
    assert refusal.value.code == 2


def examples_of(help_text: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the lines for a shell that the help of a command gives, and what it promises."""
    examples = re.findall(r"^  (echo .*)$", help_text, re.MULTILINE)
    promises = re.findall(r"^answers(?:, among other things,)? (.*)\.$", help_text, re.MULTILINE)
    assert examples
    return [
        (example, json.loads(promised if promised.startswith("{") else f"{{{promised}}}"))
        for example, promised in zip(examples, promises, strict=True)
    ]


@pytest.mark.parametrize("command", HELP)
def test_help_gives_an_example_that_works(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    for example, expected in examples_of(capsys.readouterr().out):
        echo, line, pipe, *called = shlex.split(example)
        assert (echo, pipe, called) == ("echo", "|", ["python3", "-m", "scoring", command])
        assert answered(command, [json.loads(line)])[0].items() >= expected.items()


@pytest.mark.full
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=[] if command == "settle" else pytest.mark.nightly)
        for command in HELP
    ],
)
def test_the_examples_of_the_help_work_in_a_shell(command: str) -> None:
    result = run(command, "--help")
    assert result.returncode == 0
    for example, expected in examples_of(result.stdout.decode()):
        shell = subprocess.run(
            ["sh", "-c", example.replace("python3", sys.executable)],
            capture_output=True,
            cwd=ROOT,
            check=True,
            timeout=60,
        )
        assert json.loads(shell.stdout).items() >= expected.items()


def test_the_help_of_all_commands_is_given() -> None:
    assert run("--help").returncode == 0


def test_each_answer_is_given_before_the_next_line_is_read() -> None:
    command = [sys.executable, "-m", "scoring", "settle"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(EXAMPLE.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == 1
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_a_reader_who_stops_reading_gets_no_complaint() -> None:
    command = [sys.executable, "-m", "scoring", "settle"]
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        command,
        input=(EXAMPLE + "\n").encode() * 3,
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (1, b"")


class ClosedPipe(io.StringIO):
    """A pipe whose other end is gone."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.file = path.open("w")

    def fileno(self) -> int:
        return self.file.fileno()

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_closed_pipe_ends_the_command(tmp_path: Path) -> None:
    pipe = ClosedPipe(tmp_path / "pipe")
    assert main(["settle"], io.BytesIO(EXAMPLE.encode()), pipe) == 1
    pipe.file.close()
