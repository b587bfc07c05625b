"""Which typefaces paper is drawn with, and what is said where there is none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scoring.problems import Refused
from tests.web.publish.papers import drawn, sheet
from web.publish.pdf import typefaces as finding
from web.publish.pdf.typefaces import FontProblem, typefaces


def refusal(wanted: Path | None) -> list[str]:
    with pytest.raises(Refused) as refused:
        typefaces(wanted)
    return [problem.code.value for problem in refused.value.problems]


def test_the_packaged_fonts_are_found_and_simplified_chinese_is_the_first() -> None:
    assert typefaces()[0].regular.name == "NotoSansSC[wght].ttf"


def test_the_font_that_the_club_names_comes_first(tmp_path: Path) -> None:
    packaged = typefaces()[1].regular
    own = tmp_path / "own.ttf"
    shutil.copy(packaged, own)
    assert typefaces(own)[0].regular == own
    assert typefaces(own)[1:] == typefaces()
    assert b"own-Regular" in drawn(sheet(), own)


def test_a_font_that_is_not_there_is_said() -> None:
    assert refusal(Path("/nowhere/font.ttf")) == [FontProblem.FONT_UNREADABLE]


def test_a_file_that_is_no_font_is_said(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"this is not a font")
    assert refusal(broken) == [FontProblem.FONT_UNREADABLE]


def test_without_the_package_the_fonts_of_the_system_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in finding.SYSTEM[0]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    monkeypatch.setattr(finding, "PACKAGE", "a_package_that_nobody_has")
    monkeypatch.setattr(finding, "SYSTEM_FOLDER", tmp_path)
    typeface, latin = typefaces()
    assert latin.regular.name == "NotoSans[wdth,wght].ttf"
    assert typeface.bold == tmp_path / finding.SYSTEM[0][1]


def test_where_there_is_no_font_at_all_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "PACKAGE", "a_package_that_nobody_has")
    monkeypatch.setattr(finding, "SYSTEM_FOLDER", tmp_path)
    assert refusal(None) == [FontProblem.FONT_MISSING]
