"""`--help` lists what a person types and describes each option, before anything is installed."""

from __future__ import annotations

import argparse
import subprocess

import pytest

from config import program
from config.bootstrap.environment import ROOT, base_python
from config.management import copy_commands, help_pages
from config.serving import launch
from config.storage import build


@pytest.mark.parametrize("words", [[], ["help"], ["--help"], ["-h"]])
def test_the_list_has_every_command_with_a_sentence(words: list[str]) -> None:
    page = help_pages.page_for(words)
    for command in help_pages.commands():
        assert f"  {command.name} " in page
        assert command.does in page


@pytest.mark.parametrize(
    "words",
    [
        ["help", "--all"],
        ["migrate"],
        ["serve"],
        ["verify", "--against", "-h.zip"],
        ["help", "migrate"],
    ],
)
def test_every_other_line_is_for_the_command_itself(words: list[str]) -> None:
    assert help_pages.page_for(words) == ""


@pytest.mark.parametrize("words", [["restore", "--help"], ["help", "restore"]])
def test_a_command_has_a_page(words: list[str]) -> None:
    assert "--unproven" in help_pages.page_for(words)


def test_an_installed_program_has_no_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "IS_INSTALLED", True)
    names = {command.name for command in help_pages.commands()}
    assert {"demo", "serve", "wheelhouse"} <= names
    assert not {"test", "lint"} & names


@pytest.mark.parametrize("name", ["demo", "serve", "backup", "restore"])
def test_every_option_of_a_parser_is_described(name: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    {
        "demo": launch.add_arguments,
        "serve": launch.add_arguments,
        "backup": copy_commands.add_backup_arguments,
        "restore": copy_commands.add_restore_arguments,
    }[name](parser)
    known = {action.option_strings[0] for action in parser._actions if action.option_strings}
    (command,) = (each for each in help_pages.commands() if each.name == name)
    described = {words.split()[0] for words, _ in command.options if words.startswith("--")}
    assert described == known


@pytest.mark.full
@pytest.mark.parametrize(("language", "word"), [("en", "Type:"), ("zh", "用法：")])
def test_a_python_without_packages_answers_in_both_languages(language: str, word: str) -> None:
    answer = subprocess.run(
        [base_python(), "-S", "manage.py", "--help"],
        cwd=ROOT,
        env={"LANGUAGE": language, "PATH": ""},
        capture_output=True,
        check=True,
    )
    assert answer.stdout.decode().startswith(word)


def test_the_version_is_the_programs() -> None:
    assert help_pages.page_for(["--version"]) == f"Huapai {build.VERSION}"
