"""Messages of commands before Django is loaded are in the language of the terminal."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from config.serving.terminal import gettext, say

SILENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def _a_terminal_that_says_nothing_of_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SILENT:
        monkeypatch.delenv(name, raising=False)


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
