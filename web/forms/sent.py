"""Values that a page sent: uids, numbers, the key of a form. Malformed values are dropped."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict

from tournaments.models.base import UID_ALPHABET, UID_LENGTH
from tournaments.record.digest import digest
from tournaments.record.once import UNKEYED, Sent
from web.forms.requests import DeskRequest

LONGEST_NUMBER: Final = 12
ONCE: Final = "once"
"""The hidden field that holds the key of a form."""
KEY: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
UID: Final = re.compile(f"[{UID_ALPHABET}]{{{UID_LENGTH}}}")


def form(request: DeskRequest) -> Sent:
    """Return the key of a desk form with the digest of its contents and of its sender.

    The key was made with the page (the tag `once`); without a valid key every sending counts as a
    new one. Files belong to the contents.
    """
    key = request.POST.get(ONCE, "")
    if not KEY.fullmatch(key):
        return UNKEYED
    said = {
        name: request.POST.getlist(name)
        for name in request.POST
        if name not in (ONCE, "csrfmiddlewaretoken")
    }
    files = {
        name: [_file_digest(file) for file in request.FILES.getlist(name)] for name in request.FILES
    }
    said_by = {"path": request.path, "account": request.user.uid}
    # Without files the digest stays as it was: an older version may have received the form.
    return Sent(key, digest({"said": said, **said_by, **({"files": files} if files else {})}))


def _file_digest(file: UploadedFile[Any]) -> str:
    found = sha256()
    for chunk in file.chunks():
        found.update(chunk)
    file.seek(0)
    return found.hexdigest()


def uids(data: QueryDict, name: str) -> list[str]:
    """Return the uids that were sent under a name, in their order."""
    return [text for text in data.getlist(name) if UID.fullmatch(text)]


def uid(data: QueryDict, name: str) -> str:
    """Return the uid that was sent under a name, or ""."""
    return next(iter(uids(data, name)), "")


def number(text: str) -> int:
    """Return a whole number that a page sent; 0 for anything else, or a number far too long.

    >>> number("12"), number("x"), number("9" * 5000)
    (12, 0, 0)
    """
    return number_or_none(text) or 0


def number_or_none(text: str) -> int | None:
    """Return a whole number that a page sent, as `number` does, where 0 has a meaning of its own.

    >>> number_or_none("0"), number_or_none(""), number_or_none("9" * 5000)
    (0, None, None)
    """
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else None
