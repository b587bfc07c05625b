"""Exchanges what lies in a data folder for what was made ready beside it, whole or not at all.

What is to be moved is written down first. Whoever finds that note carries on where the last one
stopped: a process killed between two moves has neither lost nor mixed anything.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from config.backups import on_disk

JOURNAL = "exchange.json"
STAGING = "restoring-"
ASIDE = "before-restore"
# Of the process that holds the folder; and what this exchange itself has laid here.
_STAYS = ("running.json", "running.lock", JOURNAL, f"{JOURNAL}.part")


@dataclass(frozen=True, slots=True)
class Exchange:
    """From which folder what comes, by name and in order, and into which folder goes what is there.

    Nothing comes before all has gone: what bears the name of something that is still to come is
    therefore of those that go.
    """

    staging: str
    aside: str
    comes: tuple[str, ...]


def planned(staging: Path, aside: str, last: str) -> Exchange:
    """The exchange that brings everything made ready; what is called `last` moves last."""
    names = (path.name for path in movable(staging))
    return Exchange(
        staging.name, aside, tuple(sorted(names, key=lambda name: (name == last, name)))
    )


def begin(data: Path, planned: Exchange) -> None:
    """Write down what is to be moved: from now on the exchange is finished, whoever does it.

    Raises OSError where that cannot be written; nothing has changed then.
    """
    on_disk.replace(data / JOURNAL, json.dumps(asdict(planned), ensure_ascii=False))


def is_begun(data: Path) -> bool:
    """Whether an exchange was begun here and is not over."""
    return (data / JOURNAL).exists()


def finish(data: Path) -> Path | None:
    """Carry out what was begun, as far as it is not done; where the former things lie, if any did.

    Then remove whatever a restore that was killed had made ready. Only for whoever holds the
    folder. Raises OSError where something cannot be moved; the next call goes on there.
    """
    aside = None
    if is_begun(data):
        exchange = _read(data / JOURNAL)
        aside = _put_aside(data, exchange)
        _move_in(data, exchange)
        on_disk.settle_names(data)
        (data / JOURNAL).unlink()
        on_disk.settle_names(data)
    (data / f"{JOURNAL}.part").unlink(missing_ok=True)
    for path in data.glob(f"{STAGING}*"):
        shutil.rmtree(path, ignore_errors=True)
    return aside


def movable(folder: Path) -> Iterator[Path]:
    """What belongs to an installation: not the lock of who runs, and nothing put aside before."""
    for path in list(folder.iterdir()):
        if path.name not in _STAYS and not path.name.startswith((ASIDE, STAGING)):
            yield path


def _put_aside(data: Path, exchange: Exchange) -> Path | None:
    """Move everything that does not come; the folder that holds it, if anything was there."""
    aside, staging = data / exchange.aside, data / exchange.staging
    # The database moves last, as it comes last: until then it stands where it was.
    for path in sorted(movable(data), key=lambda path: path.name in exchange.comes[-1:]):
        if path.name not in exchange.comes or (staging / path.name).exists():
            aside.mkdir(mode=0o700, exist_ok=True)
            path.replace(_free(aside / path.name))
    if not aside.is_dir():
        return None
    on_disk.settle_names(aside)
    return aside


def _free(path: Path) -> Path:
    """The name, or one like it: what began an exchange may have been asked for in between."""
    return path if not path.exists() else path.with_name(f"{path.name}.{secrets.token_hex(4)}")


def _move_in(data: Path, exchange: Exchange) -> None:
    staging = data / exchange.staging
    for name in exchange.comes:
        if (staging / name).exists():
            (staging / name).replace(data / name)


def _read(journal: Path) -> Exchange:
    said = json.loads(journal.read_text("utf-8"))
    return Exchange(said["staging"], said["aside"], tuple(said["comes"]))
