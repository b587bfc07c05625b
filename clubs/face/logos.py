"""Reads an uploaded picture as a logo, and re-encodes it in the sizes that are shown.

Nothing of the file is kept: neither its metadata, nor its format, nor its encoding.
"""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageOps

from clubs.face.refusals import LogoProblem
from tournaments.base.refusals import Refused, refuse

MOST_BYTES: Final = 1_000_000
MOST_SIDE: Final = 4096
"""Of a picture as it is sent, in pixels: it is refused before it is unpacked."""
FORMATS: Final = ("PNG", "JPEG", "WEBP")
SMALL: Final = 96
"""The side in pixels of what pages show."""
LARGE: Final = 256
"""The side of what papers and pictures show."""
BROKEN: Final = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    KeyError,
    IndexError,
    TypeError,
    OverflowError,
    struct.error,
)
"""What Pillow raises over a broken file depends on where it breaks."""


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo in its two sizes, each a square with clear margins."""

    small: bytes
    """WebP."""
    large: bytes
    """PNG."""

    @property
    def digest(self) -> str:
        """The SHA-256 digest of both sizes; it identifies the logo in addresses and in the log."""
        return hashlib.sha256(self.small + self.large).hexdigest()


def read(content: bytes) -> Logo:
    """Return the logo of a file. Raises Refused with a LogoProblem if it cannot be used."""
    if len(content) > MOST_BYTES:
        raise _refused(LogoProblem.TOO_BIG, most=MOST_BYTES // 1_000_000)
    try:
        with warnings.catch_warnings():
            # The limits below are stricter than the one of this warning.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                width, height = image.size
                if max(width, height) > MOST_SIDE:
                    raise _refused(
                        LogoProblem.TOO_LARGE, width=width, height=height, most=MOST_SIDE
                    )
                picture = _upright(image)
    except Image.DecompressionBombError as bomb:
        raise _refused(LogoProblem.TOO_LARGE, width="?", height="?", most=MOST_SIDE) from bomb
    except BROKEN as broken:
        raise _refused(LogoProblem.NO_PICTURE) from broken
    small, large = (_squared(picture, side) for side in (SMALL, LARGE))
    return Logo(_written(small, "WEBP", quality=86, method=6), _written(large, "PNG"))


def _upright(image: Image.Image) -> Image.Image:
    """Decode a picture, rotated as its camera recorded."""
    upright = ImageOps.exif_transpose(image)
    if not upright.has_transparency_data:
        upright = upright.convert("RGB")
    return upright.convert("RGBA")


def _squared(picture: Image.Image, side: int) -> Image.Image:
    scale = side / max(picture.size)
    width, height = (max(1, round(length * scale)) for length in picture.size)
    inside = picture.resize((width, height), Image.Resampling.LANCZOS)
    square = Image.new("RGBA", (side, side), (255, 255, 255, 0))
    square.paste(inside, ((side - width) // 2, (side - height) // 2))
    return square


def _written(picture: Image.Image, kind: str, **how: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


def _refused(code: LogoProblem, **values: int | str) -> Refused:
    return Refused(refuse(code, "logo", **values))
