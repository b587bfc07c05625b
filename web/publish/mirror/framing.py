"""What a mirror adds to every page: the time, the check for news, and hints for crawlers."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Final

from django.templatetags.static import static
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from web.publish import mirror_paths
from web.publish.mirror import assets
from web.publish.mirror.files import CLOCK, HOUR, MadeFile
from web.publish.mirror.manifest import Layer
from web.publish.mirror.rewriting import FramedText, relative

NEWS: Final = "revision.json"
"""The file that an open page polls once a minute."""
SCRIPT: Final = "huapai/mirror.js"
ROOT: Final = "index.html"
DROPPED: Final = frozenset({"live.js", "app.webmanifest"})
"""Elements of the head that need the program in the hall, or install its pages."""
POLICY: Final = "default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'"
_POLICY_TAG: Final = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
_NOINDEX: Final = '<meta name="robots" content="noindex">'
_ICON: Final = "huapai/favicon.svg"
"""Every page has it, since without one browsers ask the store for an icon that is not there."""
_SHEETS: Final = ("huapai/base.css", "huapai/frame.css")
"""The styles of the page at the root, which every other page has too."""


def frame(language: str, here: str, *, is_live: bool, noindex: bool) -> FramedText:
    """Return the additions to the page at the path `here`; a page that `is_live` reloads itself."""
    with translation.override(language):
        line = _line(here, is_live=is_live)
    script = format_html(
        '<script src="{}" defer></script>\n', relative(here, assets.path_of(static(SCRIPT)))
    )
    marks = f"{_NOINDEX}\n" if noindex else ""
    return FramedText(f"{_POLICY_TAG}\n{marks}{script}", line, DROPPED)


def _line(here: str, *, is_live: bool) -> SafeString:
    hour = format_html(
        '<time class="number" datetime="{}">{}</time>',
        mark_safe(HOUR.decode()),  # noqa: S308 # our own marks
        mark_safe(CLOCK.decode()),  # noqa: S308
    )
    return format_html(
        '<p class="small muted no-print" role="status" data-mirror="{}" data-late="{}"{}>'
        "<span>{}</span></p>",
        relative(here, NEWS),
        gettext("Online results, not updated for {minutes} minutes"),
        mark_safe(" data-renewed" if is_live else ""),  # noqa: S308
        format_html(gettext("Online results as of {hour}"), hour=hour),
    )


def root_page(*, noindex: bool) -> MadeFile:
    """Return the page at the root, which leads to the pages in Chinese."""
    starts = {code: f"{folder}/index.html" for code, folder in mirror_paths.FOLDERS.items()}
    first = next(iter(starts.values()))
    names = {code: translation.get_language_info(code)["name_local"] for code in starts}
    links = "".join(
        f'<a class="button" href="{path}" lang="{code}">{names[code]}</a>\n'
        for code, path in starts.items()
    )
    sheets = "".join(
        f'<link rel="stylesheet" href="{assets.path_of(static(sheet))}">\n' for sheet in _SHEETS
    )
    text = (
        f'<!doctype html>\n<html lang="zh-hans">\n<head>\n<meta charset="utf-8">\n{_POLICY_TAG}\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="refresh" content="0; url={first}">\n'
        f"{_NOINDEX if noindex else ''}\n{sheets}"
        f'<link rel="icon" href="{assets.path_of(static(_ICON))}">\n<title>华牌</title>\n</head>\n'
        f'<body>\n<main class="site-main">\n<h1 class="title-serif">华牌</h1>\n'
        f'<p class="row">\n{links}</p>\n</main>\n</body>\n</html>\n'
    )
    return MadeFile(ROOT, Layer.ROOT, "site", text.encode())


def news(now: datetime, state: str, *, is_in_play: bool) -> bytes:
    """Return what an open page polls: how recent the mirror is, and whether more is to come."""
    told = {"as_of": now.isoformat(timespec="seconds"), "state": state, "in_play": is_in_play}
    return json.dumps(told).encode()
