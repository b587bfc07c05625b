"""Exchanges the contents of a data folder for prepared ones, entirely or not at all.

The plan is written first. A process that finds it continues where the last one stopped, so that a
process killed between two moves has neither lost nor mixed anything.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from config.storage import durable_files

JOURNAL = "exchange.json"
STAGING = "restoring-"
ASIDE = "before-restore"
# Files of the process that holds the folder, and those of the exchange itself.
_STAYS = ("running.json", "running.lock", JOURNAL, f"{JOURNAL}.part")


@dataclass(frozen=True, slots=True)
class Exchange:
    """The plan of an exchange: `comes` are names in `staging`, in the order of moving them in.

    The present contents first move into the folder `aside`. Nothing moves in before all of it has
    moved out, so a file under a name that is still to come is a former one.
    """

    staging: str
    aside: str
    comes: tuple[str, ...]


def plan_exchange(staging: Path, aside: str, last: str) -> Exchange:
    """Plan to move in everything prepared; the file called `last` moves last."""
    names = (path.name for path in movable(staging))
    return Exchange(
        staging.name, aside, tuple(sorted(names, key=lambda name: (name == last, name)))
    )


def begin(data: Path, planned: Exchange) -> None:
    """Write the plan to the disk: from now on this process or a later one completes it.

    Raises OSError if it cannot be written; nothing has changed then.
    """
    durable_files.replace(data / JOURNAL, json.dumps(asdict(planned), ensure_ascii=False))


def is_begun(data: Path) -> bool:
    """Whether an exchange has begun here and is not over."""
    return (data / JOURNAL).exists()


def finish(data: Path) -> Path | None:
    """Complete an exchange; return the folder of the former files, if there are any.

    Then remove leftovers of killed restores. The caller holds the lock of the data folder. Raises
    OSError if a file cannot be moved; the next call continues there.
    """
    aside = None
    if is_begun(data):
        values = json.loads((data / JOURNAL).read_text("utf-8"))
        exchange = Exchange(values["staging"], values["aside"], tuple(values["comes"]))
        aside = _put_aside(data, exchange)
        staging = data / exchange.staging
        for name in exchange.comes:
            if (staging / name).exists():
                (staging / name).replace(data / name)
        durable_files.settle_names(data)
        (data / JOURNAL).unlink()
        durable_files.settle_names(data)
    (data / f"{JOURNAL}.part").unlink(missing_ok=True)
    for path in data.glob(f"{STAGING}*"):
        shutil.rmtree(path, ignore_errors=True)
    return aside


def movable(folder: Path) -> Iterator[Path]:
    """Yield the files of an installation, without locks and files set aside before."""
    for path in list(folder.iterdir()):
        if path.name not in _STAYS and not path.name.startswith((ASIDE, STAGING)):
            yield path


def _put_aside(data: Path, exchange: Exchange) -> Path | None:
    """Move every former file aside; return the folder that holds them, if there were any."""
    aside, staging = data / exchange.aside, data / exchange.staging
    # The database moves out last, as it moves in last: until then it stays in place.
    for path in sorted(movable(data), key=lambda path: path.name in exchange.comes[-1:]):
        if path.name not in exchange.comes or (staging / path.name).exists():
            aside.mkdir(mode=0o700, exist_ok=True)
            former = aside / path.name
            if former.exists():
                # An interrupted exchange has already moved a file of this name there.
                former = former.with_name(f"{former.name}.{secrets.token_hex(4)}")
            path.replace(former)
    if not aside.is_dir():
        return None
    durable_files.settle_names(aside)
    return aside
