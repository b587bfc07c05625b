"""What the page of a table weighs, packed as it goes out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.test import Client
from pytest_django import Settings

from config.storage import static_files
from tests.referee.hall import Hall

FIRST_VIEW: Final = 100_000
"""The most bytes of what asks who writes: the frame, its styles and scripts."""
GAME: Final = 25_000
"""The most bytes of the scripts of a game, fetched meanwhile."""
IMPORTED: Final = re.compile(r'(?:from|import) "(\.[^"]+)"')


def with_imports(script: Path) -> set[Path]:
    """Return a script and all that it imports, not what it fetches later."""
    found, waiting = set(), [script.resolve()]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            names = IMPORTED.findall(one.read_text("utf-8"))
            waiting += [(one.parent / name).resolve() for name in names]
    return found


def packed(paths: set[Path]) -> int:
    """Return the bytes of files as they are sent; of a small one nothing packed is kept."""
    ways = {path: path.with_name(f"{path.name}.gz") for path in paths}
    return sum((way if way.exists() else path).stat().st_size for path, way in ways.items())


@pytest.mark.full
def test_the_page_of_a_table_is_light(
    hall: Hall, client: Client, tmp_path: Path, settings: Settings
) -> None:
    address = f"/t/{hall.table.code}/"
    markup = client.get(address).content.decode()
    frame = len(client.get(address, headers={"accept-encoding": "gzip"}).content)
    settings.PACKED_FILES = tmp_path / "static"
    static_files.pack()
    names = re.findall(rf'(?:href|src)="{settings.STATIC_URL}([a-z_/]+\.(?:css|js))"', markup)
    loaded = [tmp_path / "static" / name for name in names]
    styles = {path for path in loaded if path.suffix == ".css"}
    scripts = {one for path in loaded if path.suffix == ".js" for one in with_imports(path)}
    assert len(styles) > 3
    assert len(scripts) > 40
    assert frame + packed(styles | scripts) <= FIRST_VIEW
    for game in ("gongzhu", "shengji"):
        of_game = with_imports(tmp_path / "static" / "referee" / "games" / f"{game}.js")
        assert len(of_game) > 5
        assert packed(of_game - scripts) <= GAME
