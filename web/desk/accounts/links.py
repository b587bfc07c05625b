"""The full address of a link that is shown once, and its QR code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import segno
from django.urls import reverse

from web.forms.requests import DeskRequest
from web.publish import address

QUIET_ZONE: Final = 2


@dataclass(frozen=True, slots=True)
class QrPicture:
    """A QR code as the path of its dark squares, in a square of `size` units."""

    size: int
    path: str


def address_of(request: DeskRequest, name: str, secret: str) -> str:
    """Return the full address of a link, as devices in the hall reach it."""
    return address.official_address(request).rstrip("/") + reverse(name, args=[secret])


def qr_picture(text: str) -> QrPicture | None:
    """Return the QR code of a text for the page, None for no text; it is stored nowhere."""
    if not text:
        return None
    rows = list(segno.make(text, micro=False, error="m").matrix_iter(border=QUIET_ZONE))
    dark = (
        f"M{column} {row}h1v1h-1z"
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell
    )
    return QrPicture(len(rows), "".join(dark))
