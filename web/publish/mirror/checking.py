"""Check the files at a target: whom they name and should not, and where their links lead."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from django.urls import Resolver404, resolve

from tournaments.codes import WordedCode, worded
from web.publish.mirror import files, framing, names
from web.publish.mirror.manifest import Layer, MirrorManifest
from web.publish.mirror.memory import Memory
from web.publish.mirror.pushing import MANIFEST, state_of
from web.publish.mirror.site import MirrorScope
from web.publish.mirror.stores.store import Store
from web.publish.served import public_page, public_picture

_TAG: Final = re.compile(r"<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>", re.DOTALL)
_ADDRESS: Final = re.compile(r'\s(?:href|src|content|data-[a-z-]+)="([^"]*)"')
_WRITTEN: Final = re.compile(r"https?://[^\s\"'<>]+")
_OWN: Final = frozenset({MANIFEST, framing.NEWS})


TEXTS: Final = files.DATA | {".html", ".svg", ".txt"}
_OF_PAGES: Final = re.compile(r'\s(?:href|src)="([^"#?]+)[^"]*"')
_OF_DATA: Final = re.compile(r':"([^":]*(?:index|page-[0-9]+)\.(?:html|json))"')
"""The addresses in public data files, which are relative."""


class CheckFault(WordedCode):
    """What is wrong with a file of a target."""

    GONE_NAME = worded("mirror_gone_name", "%(path)s names somebody who is no longer shown.")
    SECRET = worded("mirror_secret", "%(path)s holds an address that is not public.")
    NOWHERE = worded("mirror_nowhere", "%(path)s leads to %(to)s, which does not exist.")
    STRANGE = worded("mirror_strange", "%(path)s was not put there by this program.")
    WITHDRAWN = worded("mirror_withdrawn", "%(path)s belongs to an event that is not shown.")
    BROKEN = worded("mirror_broken", "%(path)s is broken: its content is not text.")
    OLD = worded("mirror_old", "The target is not up to date: push first.")


@dataclass(frozen=True, slots=True)
class MirrorFinding:
    """A fault of a file; `to` is the target of its link."""

    fault: CheckFault
    path: str = ""
    to: str = ""


def check(scope: MirrorScope, store: Store, destination: str) -> Iterator[MirrorFinding]:
    """Yield everything that is wrong with the files at a target.

    Raises StoreError. This installation keeps digests of the names it has pushed: names that are no
    longer shown anywhere, because they were blanked, corrected or withdrawn, are searched in every
    text.
    """
    kept = MirrorManifest.decode(store.read(MANIFEST))
    present = frozenset[str]().union(*scope.named().values())
    gone = Memory.read(destination).ever - names.digests(present)
    listed = store.listed()
    if kept.state != state_of(scope):
        yield MirrorFinding(CheckFault.OLD)
    for path in sorted(listed - _OWN):
        entry = kept.files.get(path)
        if entry is None:
            yield MirrorFinding(CheckFault.STRANGE, path)
        elif entry.layer > Layer.ASSET and _is_of_an_event_not_in(scope, entry.unit):
            yield MirrorFinding(CheckFault.WITHDRAWN, path)
        if PurePosixPath(path).suffix in TEXTS:
            try:
                text = (store.read(path) or b"").decode()
            except UnicodeDecodeError:
                yield MirrorFinding(CheckFault.BROKEN, path)
                continue
            yield from _of_text(path, text, listed, gone, present)


def _of_text(
    path: str, text: str, listed: Collection[str], gone: frozenset[str], present: Collection[str]
) -> Iterator[MirrorFinding]:
    words = html.unescape(_TAG.sub("\n", text))
    attributes = "\n".join(map(html.unescape, _ADDRESS.findall(text)))
    if gone and any(names.found_in(f"{words}\n{attributes}", gone, present)):
        yield MirrorFinding(CheckFault.GONE_NAME, path)
    for address in {*_ADDRESS.findall(text), *_WRITTEN.findall(words)}:
        if _is_secret(html.unescape(address)):
            yield MirrorFinding(CheckFault.SECRET, path)
    for address in (_OF_DATA if path.endswith(".json") else _OF_PAGES).findall(text):
        if not urlsplit(address).scheme and not address.startswith(("/", "mailto:")):
            to = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(address)))
            if to not in listed:
                yield MirrorFinding(CheckFault.NOWHERE, path, to)


def _is_secret(address: str) -> bool:
    """Whether an address is one of this program that is not among its public ones."""
    parts = urlsplit(address)
    if not (parts.path.startswith("/") and (parts.scheme or not parts.netloc)):
        return False
    try:
        match = resolve(parts.path)
    except Resolver404:
        return False
    name = str(match.kwargs.get("name", match.url_name))
    return (
        name.removesuffix(public_page.PART_OF) not in public_page.KINDS
        and name not in public_picture.KINDS
    )


def _is_of_an_event_not_in(scope: MirrorScope, unit: str) -> bool:
    return unit not in {*scope.uids, "site", "club", "assets"}
