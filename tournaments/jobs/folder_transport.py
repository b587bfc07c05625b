"""A Kombu transport over a folder that can be read while it is written to.

Kombu's own transport writes a message where readers already look for it, so that a reader can take
an empty file. Here a message gets its final name once it is complete, and a message left
half-written by a power cut is set aside like one that was read.
"""

from __future__ import annotations

import contextlib
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps

FOLDERS = ("data_folder_in", "data_folder_out", "control_folder", "processed_folder")


class Channel(filesystem.Channel):
    """A channel that creates its folders itself."""

    def __init__(self, connection: Any, **kwargs: Any) -> None:
        super().__init__(connection, **kwargs)
        for name in FOLDERS:
            Path(self.transport_options[name]).mkdir(parents=True, exist_ok=True)

    def _put(self, queue: str, payload: Any, **_kwargs: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{time.monotonic_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        part = folder / f"{name}.part"
        part.write_text(dumps(payload), encoding="utf-8")
        part.replace(folder / name)

    def _get(self, queue: str, _timeout: float | None = None) -> Any:
        while True:
            with contextlib.suppress(ValueError):
                return super()._get(queue)


class Transport(filesystem.Transport):
    """The transport named by `CELERY_BROKER_TRANSPORT` when no `BROKER_URL` is set."""

    Channel = Channel
