"""The files of pages are packed once for a program, and served packed to whoever can read that."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from config.storage import static_files

STYLE = "huapai/frame.css"


@pytest.fixture
def root(tmp_path: Path, settings: Settings) -> Path:
    settings.PACKED_FILES = settings.STATIC_ROOT = tmp_path / "static" / "thisbuild"
    settings.WHITENOISE_USE_FINDERS = False
    return Path(settings.PACKED_FILES)


def served(settings: Settings, accepted: str) -> tuple[str, bytes]:
    """Return how the style sheet comes packed, and its bytes."""
    headers = {"accept-encoding": accepted}
    request = RequestFactory().get(settings.STATIC_URL + STYLE, headers=headers)
    response = WhiteNoiseMiddleware(lambda _request: HttpResponse(status=404))(request)
    content = b"".join(response)
    response.close()
    return response.headers.get("Content-Encoding", ""), content


@pytest.mark.full
@pytest.mark.django_db  # the end of an answer closes connections that are old
def test_a_file_is_served_packed_to_whoever_can_read_that(root: Path, settings: Settings) -> None:
    static_files.pack()
    encoding, packed = served(settings, "gzip")
    assert encoding == "gzip"
    assert served(settings, "identity") == ("", gzip.decompress(packed))
    assert len(packed) * 4 < len(gzip.decompress(packed))


def test_what_only_a_reader_of_the_sources_needs_is_left_out() -> None:
    script = """// why
export function far(a) {
  /* of two
     lines */
  const at = "http://x"; // beside what is said
  return a /* within */ + at

}
"""
    assert static_files.slim(script) == (
        'export function far(a) {\nconst at = "http://x"; // beside what is said\n'
        "return a /* within */ + at\n}\n"
    )
    style = "/* a family */\n.a,\n  .b {\n    --x: 1; /* unit */\n}\n"
    assert static_files.slim(style) == ".a,\n.b {\n--x: 1; /* unit */\n}\n"


def test_no_script_has_a_text_of_several_lines() -> None:
    """Its lines would be taken for lines of the script."""
    paths = list((settings.BASE_DIR / "web" / "static").rglob("*.js"))
    assert len(paths) > 60
    for path in paths:
        lines = static_files.COMMENTS.sub("", path.read_text("utf-8")).splitlines()
        assert [line for line in lines if line.count("`") % 2] == [], path


@pytest.mark.full
def test_files_are_packed_once_for_a_program(root: Path) -> None:
    static_files.pack()
    (root / STYLE).write_text("kept", "utf-8")
    static_files.pack()
    assert (root / STYLE).read_text("utf-8") == "kept"


@pytest.mark.full
def test_the_files_of_other_programs_go(root: Path) -> None:
    (root.parent / "otherbuild").mkdir(parents=True)
    static_files.pack()
    assert [path.name for path in root.parent.iterdir()] == ["thisbuild"]


def test_packing_that_breaks_off_leaves_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_all: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(static_files, "_fill", full)
    with pytest.raises(OSError, match="No space"):
        static_files.pack()
    assert list(root.parent.iterdir()) == []
