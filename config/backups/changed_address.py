"""After a restore at another address: what tablets store for the old one, and what to do.

A browser stores unsent entries by address, and shows them at no other one. The program's own
address is in `tournaments.system.installation`.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from config.terminal import gettext

MARK = "restored.json"
"""The file in the data folder from a restore until the first start has reported it."""


def note_restored(data: Path, database: Path) -> None:
    """Let the first start from a restored data folder report what tablets may still store."""
    (data / MARK).write_text(json.dumps({"address": printed_address(database)}), "utf-8")


def printed_address(database: Path) -> str:
    """Return the address on the table cards printed last; empty without any."""
    with contextlib.closing(sqlite3.connect(database)) as link:
        try:
            row = link.execute("SELECT address FROM tournaments_installation").fetchone()
        except sqlite3.OperationalError:  # a database older than stored addresses
            return ""
    return str(row[0]) if row else ""


def news_of_start(data: Path, addresses: Sequence[str]) -> list[str]:
    """Return the report of the first start after a restore; nothing if the address is unchanged."""
    mark = data / MARK
    try:
        old = str(json.loads(mark.read_text("utf-8"))["address"])
    except (OSError, ValueError, KeyError, TypeError):
        return []
    with contextlib.suppress(OSError):
        mark.unlink()
    holds = _origin(old) in map(_origin, addresses) or _is_a_name(old)
    return [] if holds else advice(old, here=addresses[0])


def _origin(address: str) -> tuple[str, str, int]:
    """Return scheme, host and port, which may be omitted if it is the default."""
    parts = urlsplit(address)
    usual = 443 if parts.scheme == "https" else 80
    return parts.scheme, parts.hostname or "", parts.port or usual


def _is_a_name(address: str) -> bool:
    """Whether an address is a name, which does not depend on the machine's network."""
    host = urlsplit(address).hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(host)
    return False


def _start(address: str) -> str:
    return f"{address.rstrip('/')}/"


def _way_to_kept(old: str, here: str) -> str:
    """Return the page on which a tablet shows what it has stored."""
    if old:
        words = gettext(
            "  Otherwise open %(page)s on each tablet (it opens without a server where it was"
            " open before, by plain HTTP for a day), save the file, and read it in at the desk"
            " under “Sheets and tablets”."
        )
    else:
        words = gettext(
            "  Otherwise open t/kept/ on each tablet, behind the address that it had, as in"
            " %(page)s (it opens without a server where it was open before, by plain HTTP for a"
            " day), save the file, and read it in at the desk under “Sheets and tablets”."
        )
    return words % {"page": f"{_start(old or here)}t/kept/"}


def advice(old: str, *, here: str) -> list[str]:
    """Return the advice for tablets that may store entries for an old address, line by line.

    Without an old address, because no card was ever printed, `here` is the example.
    """
    return [
        gettext("Tablets keep what they have not handed in for the address where it was entered."),
        *([gettext("They entered it at %(address)s") % {"address": _start(old)}] if old else []),
        gettext(
            "  It is best to give this machine that address and port: then every tablet goes"
            " on by itself."
        ),
        _way_to_kept(old, here),
        gettext(
            "  At the new address a tablet has to open its table again: release the table at"
            " the desk first, or take it over with a PIN."
        ),
    ]
