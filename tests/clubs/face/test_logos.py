"""Which files become a logo, and what is left of them."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from clubs.face import logos
from clubs.face.logos import LARGE, MOST_BYTES, MOST_SIDE, SMALL
from clubs.face.refusals import LogoProblem
from scoring.problems import Refused

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
)


def file(kind: str, size: tuple[int, int] = (200, 100), **how: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "#1c5a96").save(out, kind, **how)
    return out.getvalue()


def clear(image: Image.Image, x: int, y: int) -> bool:
    return image.getchannel("A").getpixel((x, y)) == 0


def png_of(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is so large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packed = chunk(b"IDAT", zlib.compress(b"\0" * 100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + packed + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_two_squares_with_clear_margins(kind: str) -> None:
    logo = logos.read(file(kind))

    for content, written, side in ((logo.small, "WEBP", SMALL), (logo.large, "PNG", LARGE)):
        with Image.open(io.BytesIO(content)) as image:
            drawn = image.convert("RGBA")
            assert (image.format, image.size) == (written, (side, side))
        assert clear(drawn, side // 2, 2)
        assert not clear(drawn, side // 2, side // 2)


def test_no_metadata_stays() -> None:
    told = PngInfo()
    told.add_text("Author", "secret of the author")
    exif = Image.Exif()
    exif[0x010E] = "secret of the camera"
    sources = [
        file("PNG", pnginfo=told, exif=exif),
        file("JPEG", exif=exif, comment=b"secret remark"),
        file("WEBP", exif=exif, xmp=b"secret packet"),
    ]
    assert all(b"secret" in source for source in sources)
    for source in sources:
        logo = logos.read(source)
        assert b"secret" not in logo.small + logo.large
        with Image.open(io.BytesIO(logo.large)) as image:
            assert not image.getexif()
            assert not image.info


def test_a_photo_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    with Image.open(io.BytesIO(logos.read(file("JPEG", (200, 100), exif=exif)).large)) as image:
        # Turned, it is high: the margins are at its sides.
        assert clear(image, 2, LARGE // 2)
        assert not clear(image, LARGE // 2, 2)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I;16"])
def test_every_kind_of_pixel_is_read(mode: str) -> None:
    out = io.BytesIO()
    Image.new(mode, (20, 20)).save(out, "JPEG" if mode == "CMYK" else "PNG")
    assert logos.read(out.getvalue()).digest


def test_the_digest_is_that_of_the_picture() -> None:
    assert logos.read(file("PNG")).digest == logos.read(file("PNG")).digest
    assert logos.read(file("PNG")).digest != logos.read(file("PNG", (100, 100))).digest


REFUSED: dict[str, tuple[Callable[[], bytes], LogoProblem]] = {
    "svg": (lambda: SVG, LogoProblem.NO_PICTURE),
    "nothing": (lambda: b"", LogoProblem.NO_PICTURE),
    "gif": (lambda: file("GIF"), LogoProblem.NO_PICTURE),
    "cut off": (lambda: file("JPEG")[:300], LogoProblem.NO_PICTURE),
    "only a head": (lambda: png_of(50, 50)[:40], LogoProblem.NO_PICTURE),
    "lies about its size": (lambda: png_of(2000, 2000), LogoProblem.NO_PICTURE),
    "too many bytes": (lambda: file("PNG") + b"\0" * MOST_BYTES, LogoProblem.TOO_BIG),
    "too wide": (lambda: png_of(MOST_SIDE + 1, 1), LogoProblem.TOO_LARGE),
    "too high": (lambda: png_of(1, MOST_SIDE + 1), LogoProblem.TOO_LARGE),
    "a bomb": (lambda: png_of(60_000, 60_000), LogoProblem.TOO_LARGE),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_logo_is_refused_with_its_reason(name: str) -> None:
    content, why = REFUSED[name]
    with pytest.raises(Refused) as refused:
        logos.read(content())
    assert [problem.code for problem in refused.value.problems] == [why]
    assert refused.value.problems[0].field == "logo"
