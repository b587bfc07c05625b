"""After a restore the operator reads what tablets may still hold for the address of before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from config.backups import changed_address

OLD = "http://192.0.2.7:8000/"
NEW = "http://192.0.2.9:8000/"


def database(folder: Path, address: str) -> Path:
    path = folder / "huapai.sqlite3"
    with closing(sqlite3.connect(path)) as link:
        link.execute("CREATE TABLE tournaments_installation (address TEXT)")
        link.execute("INSERT INTO tournaments_installation VALUES (?)", [address])
        link.commit()
    return path


@pytest.mark.parametrize("kept", [OLD, OLD.rstrip("/")])
def test_the_first_start_at_another_address_tells_it_once(tmp_path: Path, kept: str) -> None:
    changed_address.note_restored(tmp_path, database(tmp_path, kept))

    news = "\n".join(changed_address.news_of_start(tmp_path, [NEW]))

    assert f"{OLD}t/kept/" in news
    assert "give this machine that address and port" in news
    assert changed_address.news_of_start(tmp_path, [NEW]) == []


@pytest.mark.parametrize("address", [NEW, "https://cards.example.org/"])
def test_nothing_is_told_where_the_address_still_holds(tmp_path: Path, address: str) -> None:
    changed_address.note_restored(tmp_path, database(tmp_path, address))

    assert changed_address.news_of_start(tmp_path, [NEW]) == []


def test_the_usual_port_may_be_written_or_left_out(tmp_path: Path) -> None:
    changed_address.note_restored(tmp_path, database(tmp_path, "http://192.0.2.9/"))

    assert changed_address.news_of_start(tmp_path, ["http://192.0.2.9:80/"]) == []


def test_where_no_cards_were_printed_it_is_told_without_an_address(tmp_path: Path) -> None:
    changed_address.note_restored(tmp_path, database(tmp_path, ""))

    # As in a demo that was restored: the example is where it is now.
    news = "\n".join(changed_address.news_of_start(tmp_path, [NEW, "http://127.0.0.1:8000/"]))
    assert f"{NEW}t/kept/" in news
    assert "…" not in news


def test_a_start_without_a_restore_tells_nothing(tmp_path: Path) -> None:
    assert changed_address.news_of_start(tmp_path, [NEW]) == []


def test_a_database_of_before_addresses_has_none(tmp_path: Path) -> None:
    path = tmp_path / "huapai.sqlite3"
    sqlite3.connect(path).close()

    assert changed_address.printed_address(path) == ""


def test_without_printed_cards_the_example_is_a_real_address() -> None:
    told = "\n".join(changed_address.advice("", here=NEW))
    assert f"{NEW}t/kept/" in told
    assert "…" not in told
    assert "They entered it at" not in told
