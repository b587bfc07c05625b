"""Every page linked from the first ones, as one account sees it in one language.

Links are followed by GET alone, except those that end the session or change the language. Addresses
are grouped by the name of their route: a limited number is fetched of each.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import urldefrag, urljoin, urlsplit

from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from scripts.shown import plain
from tournaments.models import User

FIRST: Final = ("/", "/desk/", "/health", "/api/tablet/1/schema/", "/no-such-page/")
LED_TO: Final = re.compile(r'\b(?:(?:href|src|data-live)="|content="(?=http))([^"]+)"')
HOST: Final = "192.0.2.7:8000"
NOT_FOLLOWED: Final = frozenset({"language", "logout", "set_language"})
LONGEST_NAME: Final = 150


def write(folder: Path, language: str, account: User | None, most: int | None) -> None:
    """Write the answer of each address, and in `answers.txt` address, status and kind of all."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for address, answer in _answers(_client(language, account), most):
        kind = answer.headers.get("Content-Type", "").partition(";")[0]
        lines.append(
            f"{address} {answer.status_code} {kind} {answer.headers.get('Location', '')}\n"
        )
        body = _body(answer)
        if body:
            (folder / _file_name(address)).write_bytes(_compared(body, kind))
    (folder / "answers.txt").write_text("".join(sorted(lines)), "utf-8")


def _client(language: str, account: User | None) -> Client:
    client = Client(headers={"host": HOST})
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    if account is not None:
        client.force_login(account)
    return client


def _answers(client: Client, most: int | None) -> Iterator[tuple[str, HttpResponse]]:
    waiting, known, fetched = deque(FIRST), set(FIRST), Counter[str]()
    while waiting:
        address = waiting.popleft()
        fetched[_route(address)] += 1
        if most is not None and fetched[_route(address)] > most:
            continue
        answer = client.get(address)
        yield address, answer
        for following in _led_to(address, answer):
            if following not in known:
                known.add(following)
                waiting.append(following)


def _route(address: str) -> str:
    """Return the name of the route, or the address if there is none."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return address


def _led_to(address: str, answer: HttpResponse) -> Iterator[str]:
    """Return the addresses of this program linked from a page, in order."""
    if "Location" in answer.headers:
        named = [answer.headers["Location"]]
    elif answer.headers.get("Content-Type", "").startswith("text/html"):
        named = LED_TO.findall(answer.content.decode())
    else:
        return
    for place in named:
        target = urldefrag(urljoin(f"http://{HOST}{address}", unescape(place))).url
        parts = urlsplit(target)
        if parts.netloc != HOST or parts.path.startswith(settings.STATIC_URL):
            continue
        if _route(parts.path) in NOT_FOLLOWED:
            continue
        yield parts.path + (f"?{parts.query}" if parts.query else "")


def _body(answer: HttpResponse) -> bytes:
    if answer.streaming:
        return b"".join(answer)
    return bytes(answer.content)


def _compared(body: bytes, kind: str) -> bytes:
    if kind != "text/html":
        return body
    return plain.page(body.decode(), settings.BUILD).encode()


def _file_name(address: str) -> str:
    return re.sub(r"[^\w.-]+", "_", address).strip("_")[:LONGEST_NAME] or "first"
