"""`--data` names the data folder to the commands of Django that an operator types."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from config.management import data_option


@pytest.fixture(autouse=True)
def _of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUAPAI_DATA", "/of/the/environment")


@pytest.mark.parametrize("words", [["--data", "{}"], ["--data={}"]])
def test_the_folder_goes_before_that_of_the_environment(tmp_path: Path, words: list[str]) -> None:
    options = [word.format(tmp_path) for word in words]
    line = ["manage.py", "verify", *options, "--printed", "12", "3f2a91bc", "77de0123"]

    assert data_option.take_data_option(line) == [word for word in line if word not in options]
    assert os.environ["HUAPAI_DATA"] == str(tmp_path)


@pytest.mark.parametrize("command", ["ratings", "prepare", "changepassword", "migrate"])
def test_every_command_of_an_operator_knows_it(tmp_path: Path, command: str) -> None:
    line = ["manage.py", command, "--data", str(tmp_path)]
    assert data_option.take_data_option(line) == ["manage.py", command]
    assert os.environ["HUAPAI_DATA"] == str(tmp_path)


@pytest.mark.parametrize("words", [[], ["verify"], ["messages", "--data", "x"], ["verify", "-h"]])
def test_whatever_else_is_typed_stays(words: list[str]) -> None:
    assert data_option.take_data_option(["manage.py", *words]) == ["manage.py", *words]
    assert os.environ["HUAPAI_DATA"] == "/of/the/environment"
