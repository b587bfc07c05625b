"""What is uploaded to a mirror, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from web.publish.mirror import manifest
from web.publish.mirror.manifest import FileEntry, Layer, MirrorManifest

PATHS: Final = [f"{layer.name.lower()}{number}" for layer in Layer for number in range(3)]


def _entry(path: str, digest: str = "1") -> FileEntry:
    return FileEntry(digest, Layer[path.rstrip("0123456789").upper()], "event")


def _files(*paths: str, digest: str = "1") -> dict[str, FileEntry]:
    return {path: _entry(path, digest) for path in paths}


def test_only_what_has_changed_is_uploaded() -> None:
    there = MirrorManifest(_files("page0", "page1", "asset0"))
    wanted = {**_files("page0", "asset0"), **_files("page1", digest="2")}
    assert manifest.difference(there, wanted) == manifest.Difference(("page1",), ())


def test_what_pages_load_comes_first_and_the_first_page_last() -> None:
    wanted = _files("root0", "index0", "page0", "picture0", "asset0")
    uploads = manifest.difference(MirrorManifest(), wanted).uploads
    assert uploads == ("asset0", "picture0", "page0", "index0", "root0")


Site = dict[str, tuple[str, frozenset[str]]]
"""The digest of each file, and what it points at."""


@st.composite
def sites(draw: st.DrawFn) -> Site:
    """A site in which every link leads to a file of it, and only pages link."""
    paths = draw(st.lists(st.sampled_from(PATHS), unique=True))
    some = st.frozensets(st.sampled_from(paths)) if paths else st.just(frozenset[str]())
    return {
        path: (draw(st.sampled_from("123")), draw(some) if _entry(path).layer > 1 else frozenset())
        for path in paths
    }


def _wanted(site: Site) -> Mapping[str, FileEntry]:
    return {path: _entry(path, digest + str(sorted(to))) for path, (digest, to) in site.items()}


@given(sites(), sites())
def test_no_reader_of_a_page_is_ever_led_to_what_is_not_there(old: Site, new: Site) -> None:
    """After each single step: what was there before leads, by any way, to files that are there."""
    target = dict(old)
    difference = manifest.difference(MirrorManifest(_wanted(old)), _wanted(new))
    entrances = {path for path in old if path in new}

    def reached_are_there() -> bool:
        seen, waiting = set[str](), [path for path in entrances if path in target]
        while waiting:
            path = waiting.pop()
            if path not in target:
                return False
            if path not in seen:
                seen.add(path)
                waiting += target[path][1]
        return True

    for path in difference.uploads:
        target[path] = new[path]
        assert reached_are_there()
    for path in difference.removals:
        del target[path]
        assert reached_are_there()
    assert target == new


def test_an_upload_that_broke_off_is_made_again_and_never_forgotten() -> None:
    wanted = _files("page0", "page1")
    begun = MirrorManifest(_files("page0"), "state").begun(wanted)
    assert set(begun.files) == {"page0", "page1"}
    assert begun.state == ""
    assert manifest.difference(begun, wanted).uploads == ("page1",)
    assert manifest.difference(begun, _files("page0")).removals == ("page1",)


def test_a_manifest_is_stored_and_read_again() -> None:
    kept = MirrorManifest(_files("page0", "asset1"), "state")
    assert MirrorManifest.decode(kept.encode()) == kept


def test_a_manifest_that_cannot_be_read_is_an_empty_one() -> None:
    for stored in (None, b"", b"[]", b'{"version": 1, "files": {"a": 3}}', b"<html>", b"\xff"):
        assert MirrorManifest.decode(stored) == MirrorManifest()
