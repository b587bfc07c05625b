"""Messages of commands before Django is loaded are in the language of the terminal."""

from __future__ import annotations

import os

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env, terminal
from config.terminal import ProgressLine, gettext, say

SILENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def _a_terminal_that_says_nothing_of_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*SILENT, "PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    terminal._mirror_in_china.cache_clear()


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({}, "Stopping …"),
        ({"LANG": "C.UTF-8"}, "Stopping …"),
        ({"LANG": "de_DE.UTF-8"}, "Stopping …"),
        ({"LANG": "zh_CN.UTF-8"}, "正在停止……"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "Stopping …"),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "正在停止……"),
        ({"LANG": "zh_CN.UTF-8", "LANGUAGE": "en"}, "Stopping …"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "正在停止……"),
    ],
)
def test_the_first_variable_that_says_something_decides(
    variables: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert gettext("Stopping …") == words


def test_a_wrong_setting_is_named_in_that_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    monkeypatch.setenv("HUAPAI_WEB_THREADS", "many")
    with pytest.raises(ImproperlyConfigured, match=r"^HUAPAI_WEB_THREADS: 'many' 不是整数$"):
        env.integer("HUAPAI_WEB_THREADS", 8, least=1, most=64)


def test_a_line_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    say("华牌")
    assert capsys.readouterr().out == "华牌\n"


MIRROR = "https://pypi.tuna.tsinghua.edu.cn/simple"


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({}, "正在停止……"),
        ({"LANG": "C.UTF-8"}, "正在停止……"),
        ({"LANG": "en_US.UTF-8"}, "正在停止……"),
        # Who set another language, or asks for English, has it.
        ({"LANG": "de_DE.UTF-8"}, "Stopping …"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "en"}, "Stopping …"),
    ],
)
def test_a_mirror_in_china_speaks_where_the_system_says_nothing(
    variables: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", MIRROR)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert gettext("Stopping …") == words


def test_a_windows_that_speaks_chinese_is_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "_speaks_chinese", lambda: True)
    assert gettext("Stopping …") == "正在停止……"
    monkeypatch.setenv("LANGUAGE", "en")
    assert gettext("Stopping …") == "Stopping …"


def test_progress_counts_in_one_line_of_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    with ProgressLine("Step", 2) as progress:
        progress.step()
        progress.step()
    assert capsys.readouterr().out == "\rStep 0/2\rStep 1/2\rStep 2/2\n"


def test_progress_writes_nothing_into_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressLine("Step", 2) as progress:
        progress.step()
    assert capsys.readouterr().out == ""
