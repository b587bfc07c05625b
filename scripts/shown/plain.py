"""The compared part of an answer: everything that does not differ between two requests."""

from __future__ import annotations

import re
from typing import Final

BETWEEN_TAGS: Final = re.compile(r">\s+<")
SPACE: Final = re.compile(r"\s+")
CHANGING: Final = (
    (re.compile(r"/static/[0-9a-f]{8,}/"), "/static/BUILD/"),
    (re.compile(r'(name="csrfmiddlewaretoken" value=)"[^"]*"'), r'\1"TOKEN"'),
    (re.compile(r'(csrf[\w-]*"?[:=]\s*)"[^"]{32,}"'), r'\1"TOKEN"'),
    (re.compile(r'nonce="[^"]*"'), 'nonce="NONCE"'),
    (re.compile(r"'nonce-[^']*'"), "'nonce-NONCE'"),
    # The stamp of a live part depends on the build too.
    (re.compile(r'W/(&quot;|")(?:\d+\.)?[0-9a-f]{32}'), r"W/\1STAMP"),
)


def page(text: str, build: str) -> str:
    """Return a page, a line for each tag, with fixed words for build, stamps, tokens and nonces."""
    for pattern, word in CHANGING:
        text = pattern.sub(word, text)
    if build:
        text = text.replace(build, "BUILD")
    return SPACE.sub(" ", BETWEEN_TAGS.sub("><", text)).replace("><", ">\n<").strip() + "\n"
