"""The message folder: incomplete messages are not read, and broken ones are put aside."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection

NAME = "bells"
Channel = Any


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Channel]:
    options = {
        "data_folder_in": str(tmp_path / "queue"),
        "data_folder_out": str(tmp_path / "queue"),
        "control_folder": str(tmp_path / "control"),
        "processed_folder": str(tmp_path / "done"),
        "store_processed": True,
    }
    transport = "tournaments.jobs.folder_transport:Transport"
    with Connection(
        "filesystem://localhost", transport=transport, transport_options=options
    ) as link:
        yield link.default_channel


def test_it_makes_its_own_folders(channel: Channel, tmp_path: Path) -> None:
    assert {path.name for path in tmp_path.iterdir()} == {"queue", "control", "done"}


def test_messages_come_out_whole_and_once(channel: Channel) -> None:
    channel._put(NAME, {"body": "猪"})

    assert channel._get(NAME) == {"body": "猪"}
    with pytest.raises(queue.Empty):
        channel._get(NAME)


def test_a_message_that_is_still_being_written_is_not_there(
    channel: Channel, tmp_path: Path
) -> None:
    (tmp_path / "queue" / f"1_a.{NAME}.msg.part").write_text("{", "utf-8")

    with pytest.raises(queue.Empty):
        channel._get(NAME)


def test_a_message_that_a_power_cut_emptied_is_passed_over(
    channel: Channel, tmp_path: Path
) -> None:
    (tmp_path / "queue" / f"0_a.{NAME}.msg").touch()
    channel._put(NAME, {"body": "next"})

    assert channel._get(NAME) == {"body": "next"}
    assert (tmp_path / "done" / f"0_a.{NAME}.msg").exists()
