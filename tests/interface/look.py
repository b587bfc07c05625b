"""Takes pictures of the style guide: `python -m tests.interface.look FOLDER`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django
from playwright.sync_api import Browser, sync_playwright

from tests.interface.guide import PAGES, WINDOWS, rendered
from tests.interface.small_server import Hall, small_server
from tests.services import chromium, fonts


def _picture(browser: Browser, hall: Hall, size: tuple[int, int], path: Path) -> None:
    with browser.new_context(viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        page.emulate_media(color_scheme="dark" if path.stem.endswith("dark") else "light")
        page.goto(hall.address)
        page.screenshot(path=path, full_page=True)


def _pictures(browser: Browser, hall: Hall, folder: Path) -> None:
    for name in PAGES:
        for language in ("zh-hans", "en"):
            hall.body = rendered(name, language)
            for size in WINDOWS:
                for scheme in ("light", "dark"):
                    file = f"{Path(name).stem}-{language}-{size[0]}x{size[1]}-{scheme}.png"
                    _picture(browser, hall, size, folder / file)


def main(folder: Path) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    folder.mkdir(parents=True, exist_ok=True)
    environ = {**os.environ, **fonts.environ(folder)}
    with small_server() as hall, sync_playwright() as playwright:
        path = chromium.find()
        browser = playwright.chromium.launch(
            executable_path=path, args=chromium.FLAGS, env=dict(environ)
        )
        _pictures(browser, hall, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
