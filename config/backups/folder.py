"""The folder that copies go to: their names, and which of them stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

ALL_OF = timedelta(days=1)
DAYS = 60
MOST = 300
_NAMED = re.compile(r"huapai-(?P<club>[0-9a-z]+)-(?P<at>\d{8}-\d{6})(-\d+)?\.zip")


def free_name(folder: Path, club: str, now: datetime) -> Path:
    """Return a path named after the club and the moment that no copy has yet."""
    first = f"huapai-{club or 'new'}-{now:%Y%m%d-%H%M%S}"
    names = (f"{first}{suffix}.zip" for suffix in _suffixes())
    return next(path for name in names if not (path := folder / name).exists())


def thin(folder: Path, club: str, now: datetime) -> list[Path]:
    """Remove the copies of a club that need not stay, and return them."""
    old = superfluous(folder.iterdir(), club, now)
    for path in old:
        path.unlink(missing_ok=True)
    return old


def superfluous(paths: Iterable[Path], club: str, now: datetime) -> list[Path]:
    """Return all but the last day's and the newest of each of `DAYS` days, `MOST` at the most."""
    dated = sorted(
        ((at, path) for path in paths if (at := _time_of(path, club, now))),
        key=lambda copy: (copy[0], copy[1].name),
        reverse=True,
    )
    stay: list[Path] = []
    days: set[object] = set()
    for at, path in dated:
        is_first = at.date() not in days and len(days) < DAYS
        if (now - at <= ALL_OF or is_first) and len(stay) < MOST:
            stay.append(path)
        days.add(at.date())
    return [path for _, path in dated if path not in stay]


def _time_of(path: Path, club: str, now: datetime) -> datetime | None:
    match = _NAMED.fullmatch(path.name)
    if match is None or match["club"] != (club or "new"):
        return None
    try:
        return datetime.strptime(match["at"], "%Y%m%d-%H%M%S").replace(tzinfo=now.tzinfo)
    except ValueError:
        return None


def _suffixes() -> Iterator[str]:
    yield ""
    number = 2
    while True:
        yield f"-{number}"
        number += 1
