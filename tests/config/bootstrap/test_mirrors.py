"""What the user told pip reaches uv, and what the user told uv stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from config.bootstrap.recipes import uv_environ, uv_flags
from config.pip_settings import has_index_in_china, pip_settings

MIRROR = "https://mirror.example/simple"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose settings files are this test's own."""
    return {
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_CONFIG_DIRS": str(tmp_path),
    }


def uv_environ_of(file: str, home: dict[str, str], **environ: str) -> dict[str, str]:
    path = Path(home["HOME"]) / "chosen.conf"
    path.write_text(file)
    environ = {**home, "PIP_CONFIG_FILE": str(path), **environ}
    return uv_environ(environ, pip_settings(environ))


def test_an_index_in_a_file_is_passed_on(home: dict[str, str]) -> None:
    assert uv_environ_of(f"[global]\nindex-url = {MIRROR}\n", home)["UV_INDEX_URL"] == MIRROR


def test_the_section_for_installing_is_stronger(home: dict[str, str]) -> None:
    file = f"[install]\nindex_url = {MIRROR}\n[global]\nindex-url = https://weaker.example\n"
    assert uv_environ_of(file, home)["UV_INDEX_URL"] == MIRROR


def test_the_environment_is_stronger_than_a_file(home: dict[str, str]) -> None:
    file = "[install]\nindex-url = https://weaker.example\n"
    assert uv_environ_of(file, home, PIP_INDEX_URL=MIRROR)["UV_INDEX_URL"] == MIRROR


def test_the_users_own_file_is_read(home: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "pip.conf").write_text(f"[global]\nindex-url={MIRROR}\n")

    assert uv_environ(home, pip_settings(home))["UV_INDEX_URL"] == MIRROR


def test_several_further_indexes_are_passed_on_and_the_best_is_taken(home: dict[str, str]) -> None:
    environ = uv_environ_of(
        "[global]\nextra-index-url =\n  https://one.example\n  file:///two\n", home
    )

    assert environ["UV_EXTRA_INDEX_URL"] == "https://one.example file:///two"
    assert environ["UV_INDEX_STRATEGY"] == "unsafe-best-match"


def test_folders_of_wheels_are_passed_on_where_they_exist(
    home: dict[str, str], tmp_path: Path
) -> None:
    links = f"{tmp_path} file://{tmp_path} {tmp_path}/gone https://wheels.example"
    environ = uv_environ_of("", home, PIP_FIND_LINKS=links)

    assert environ["UV_FIND_LINKS"] == f"{tmp_path},file://{tmp_path},https://wheels.example"


def test_certificates_and_patience_are_passed_on(home: dict[str, str]) -> None:
    file = (
        "[global]\ncert=/ca.pem\ntimeout=99\ntrusted-host=a.example\n  b.example\nproxy=http://p\n"
    )
    environ = uv_environ_of(file, home)

    assert environ["SSL_CERT_FILE"] == "/ca.pem"
    assert environ["UV_HTTP_TIMEOUT"] == "99"
    assert environ["UV_INSECURE_HOST"] == "a.example b.example"
    assert environ["HTTPS_PROXY"] == "http://p"


@pytest.mark.parametrize("name", ["UV_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX", "UV_FIND_LINKS"])
def test_an_index_told_to_uv_stays(name: str, home: dict[str, str]) -> None:
    environ = uv_environ_of(
        f"[global]\nindex-url = {MIRROR}\n", home, **{name: "https://uv.example"}
    )

    assert environ[name] == "https://uv.example"
    assert MIRROR not in environ.values()


@pytest.mark.parametrize(
    "line", ['index-url = "x"', '[[index]]\nurl = "x"', '[pip]\nindex-url = "x"']
)
def test_an_index_in_the_file_of_uv_stays(line: str, home: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "uv").mkdir()
    (tmp_path / "uv" / "uv.toml").write_text(line)

    assert "UV_INDEX_URL" not in uv_environ_of(f"[global]\nindex-url = {MIRROR}\n", home)


def test_a_file_of_uv_about_other_things_changes_nothing(
    home: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "uv").mkdir()
    (tmp_path / "uv" / "uv.toml").write_text('link-mode = "copy"')

    assert uv_environ_of(f"[global]\nindex-url = {MIRROR}\n", home)["UV_INDEX_URL"] == MIRROR


def test_a_broken_file_of_pip_is_passed_over(home: dict[str, str]) -> None:
    assert "UV_INDEX_URL" not in uv_environ_of("index-url without a section", home)


def test_no_file_counts_where_pip_is_told_so(home: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "pip.conf").write_text(f"[global]\nindex-url={MIRROR}\n")

    assert pip_settings({**home, "PIP_CONFIG_FILE": "/dev/null"}).get("index-url") is None


@pytest.mark.parametrize(
    ("value", "flags"), [("1", ["--no-index"]), ("true", ["--no-index"]), ("0", [])]
)
def test_a_user_who_wants_no_index_gets_none(value: str, flags: list[str]) -> None:
    assert uv_flags({"no-index": value}) == flags


@pytest.mark.parametrize(
    ("index", "found"),
    [
        ("https://pypi.tuna.tsinghua.edu.cn/simple", True),
        ("http://mirrors.aliyun.com/pypi/simple/", True),
        ("https://mirrors.cloud.tencent.com/pypi/simple", True),
        ("https://pypi.org/simple", False),
        ("https://cn.example.org/simple", False),
        ("https://notaliyun.com/simple", False),
        ("https://[broken/simple", False),
        ("", False),
    ],
)
def test_a_mirror_in_china_is_known_by_its_host(
    index: str, found: bool, home: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip" / "pip.conf").write_text(f"[global]\nindex-url={index}\n")
    assert has_index_in_china(home) is found
    assert has_index_in_china({**home, "PIP_CONFIG_FILE": os.devnull}) is False
    assert has_index_in_china({"PIP_CONFIG_FILE": os.devnull, "UV_DEFAULT_INDEX": index}) is found
