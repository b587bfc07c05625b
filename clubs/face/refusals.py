"""Reasons to refuse a picture as a logo."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded


class LogoProblem(WordedCode):
    """Why a picture was refused."""

    TOO_BIG = worded("logo_too_big", "The file is too big: a logo has %(most)s MB at most.")
    NO_PICTURE = worded(
        "logo_no_picture", "This is not a PNG, JPEG or WebP picture, or it cannot be read."
    )
    TOO_LARGE = worded(
        "logo_too_large",
        "The picture is %(width)s × %(height)s pixels. Neither side may have more than %(most)s.",
    )
