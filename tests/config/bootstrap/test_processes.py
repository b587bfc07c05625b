"""What an installer prints is seen where it fails, and its words say what to do."""

from __future__ import annotations

import sys

import pytest

from config.bootstrap import processes


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_what_succeeds_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert processes.succeeds(python("print('+ django==5.2.19')"))
    assert capfd.readouterr().out == ""


def test_what_fails_is_seen_whole(capfd: pytest.CaptureFixture[str]) -> None:
    code = "import sys; print('first'); sys.stderr.write('last'); sys.exit(3)"
    assert not processes.succeeds(python(code))
    assert set(capfd.readouterr().out.split()) == {"first", "last"}


def test_a_terminal_shows_that_it_goes_on(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "A_DOT_EVERY", 0.05)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert processes.succeeds(python("import time; time.sleep(0.6)"))
    assert set(capfd.readouterr().out) == {".", "\n"}


@pytest.mark.parametrize(
    ("output", "hint"),
    [
        ("Because uharfbuzz==0.57.0 has no usable wheels and you require it", "has no build"),
        ("ERROR: No matching distribution found for pillow==13.0.0", "has no build"),
        ("error: Failed to fetch: `https://index.example/simple/pyotp/`", "cannot be reached"),
        ("Temporary failure in name resolution", "cannot be reached"),
        ("No space left on device", ""),
    ],
)
def test_no_wheel_is_told_from_no_network(output: str, hint: str) -> None:
    said = processes.hint_of(output)
    assert hint in said
    assert bool(said) == bool(hint)
