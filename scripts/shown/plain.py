"""What of an answer is compared: all but what differs from one fetching to the next."""

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
)


def page(text: str, build: str) -> str:
    """Return a page with one line a tag, a fixed word for its build, its tokens and its nonces."""
    for pattern, word in CHANGING:
        text = pattern.sub(word, text)
    if build:
        text = text.replace(build, "BUILD")
    return SPACE.sub(" ", BETWEEN_TAGS.sub("><", text)).replace("><", ">\n<").strip() + "\n"
