"""`rehearse` as it is typed: in a database of its own, whatever the environment says."""

from __future__ import annotations

import subprocess
from argparse import ArgumentParser
from pathlib import Path

import pytest

from config.simulation.rehearsal import plans
from tests.config.program import manage


def rehearse(data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    elsewhere = {"DATABASE_URL": f"sqlite:///{data / 'club.sqlite3'}"}
    return manage(data, "rehearse", *options, **elsewhere)


@pytest.mark.nightly
def test_it_leaves_the_data_of_the_installation_alone(tmp_path: Path) -> None:
    result = rehearse(tmp_path, "--tables=2", "--rounds=1", "--deals=1", "--seed=x")
    assert result.returncode == 0, result.stderr
    assert "Everything is consistent." in result.stdout
    assert "standings" in result.stdout
    assert not list(tmp_path.glob("*.sqlite3*"))


def test_without_a_form_it_is_that_of_the_template() -> None:
    parser = ArgumentParser()
    plans.add_arguments(parser)
    for template, form in (("pairs_howell", "pairs"), ("teams_games", "teams"), ("", "individual")):
        namespace = parser.parse_args([f"--template={template}"] if template else [])
        assert plans.plan_from_options(vars(namespace)).form == form


@pytest.mark.full
def test_it_says_what_is_not_offered(tmp_path: Path) -> None:
    result = rehearse(tmp_path, "--form=pairs", "--template=club_evening")
    assert result.returncode != 0
    assert "No game is offered in that form" in result.stderr
