"""What the environment makes of the settings, seen by a process that starts with it."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.config.program import environment, run
from tests.services.run import SETTINGS

TELLS = """
import json, sys
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def settings_of(data: Path, *names: str, **environ: str) -> dict[str, Any]:
    """Settings by their names."""
    clean = {name: value for name, value in environment().items() if name not in SETTINGS}
    more = {"HUAPAI_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings", **environ}
    result = run("-c", TELLS, *names, **{**clean, **more})
    assert result.stdout, result.stderr
    settings: dict[str, Any] = json.loads(result.stdout)
    return settings


@pytest.mark.full
def test_nothing_set_is_sqlite_and_a_folder_as_doorbell(data: Path) -> None:
    settings = settings_of(
        data, "DATABASES", "CACHES", "CELERY_BROKER_URL", "CELERY_BROKER_TRANSPORT_OPTIONS"
    )

    assert settings["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert settings["DATABASES"]["default"]["NAME"] == str(data / "huapai.sqlite3")
    assert settings["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")
    assert settings["CELERY_BROKER_URL"].startswith("filesystem:")
    folders = settings["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert folders["data_folder_in"] == folders["data_folder_out"]
    assert all(
        Path(value).is_relative_to(data) for name, value in folders.items() if "folder" in name
    )


@pytest.mark.full
def test_the_environment_alone_takes_it_past_one_machine(data: Path) -> None:
    broker = "redis://cards.example.org:6379/3"
    settings = settings_of(
        data,
        "DATABASES",
        "CACHES",
        "CELERY_BROKER_URL",
        "CELERY_BROKER_TRANSPORT",
        DATABASE_URL="postgresql://me:p%40ss@db.example.org:5433/cards?sslmode=require",
        BROKER_URL=broker,
        HUAPAI_DATABASE_POOL="17",
    )

    base = settings["DATABASES"]["default"]
    assert (base["HOST"], base["PORT"], base["USER"]) == ("db.example.org", "5433", "me")
    assert (base["NAME"], base["PASSWORD"]) == ("cards", "p@ss")
    assert base["OPTIONS"]["pool"]["max_size"] == 17
    assert base["OPTIONS"]["sslmode"] == "require"
    assert (settings["CELERY_BROKER_URL"], settings["CELERY_BROKER_TRANSPORT"]) == (broker, None)
    assert settings["CACHES"]["default"]["LOCATION"] == broker


@pytest.mark.full
def test_a_secret_is_made_once_and_kept_from_others(data: Path) -> None:
    first = settings_of(data, "SECRET_KEY")

    assert settings_of(data, "SECRET_KEY") == first
    assert len(first["SECRET_KEY"]) >= 32
    if os.name == "posix":
        assert (data / "secret_key").stat().st_mode & 0o077 == 0
    assert settings_of(data, "SECRET_KEY", SECRET_KEY="k" * 40) == {"SECRET_KEY": "k" * 40}


@pytest.mark.full
def test_processes_that_start_together_share_one_secret(data: Path) -> None:
    with ThreadPoolExecutor(3) as together:
        secrets = list(together.map(lambda _: settings_of(data, "SECRET_KEY"), range(3)))

    assert len({secret["SECRET_KEY"] for secret in secrets}) == 1


@pytest.mark.full
def test_the_address_of_the_database_may_lie_in_a_file(data: Path, tmp_path: Path) -> None:
    secret = tmp_path / "database_url"
    secret.write_text("postgresql://me:word@db:5432/cards\n", "utf-8")

    settings = settings_of(data, "DATABASES", DATABASE_URL_FILE=str(secret))

    assert settings["DATABASES"]["default"]["PASSWORD"] == "word"


@pytest.mark.full
def test_without_https_nothing_asks_for_it(data: Path) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT")

    assert settings_of(data, *names) == dict.fromkeys(names, False)
    assert settings_of(data, *names, HUAPAI_HTTPS="1") == dict.fromkeys(names, True)
    assert settings_of(data, "SECURE_HSTS_SECONDS")["SECURE_HSTS_SECONDS"] == 0
    assert settings_of(data, "SECURE_HSTS_SECONDS", HUAPAI_HTTPS="1")["SECURE_HSTS_SECONDS"] > 0


@pytest.mark.full
def test_a_proxy_is_believed_only_where_there_is_one(data: Path) -> None:
    names = ("SECURE_PROXY_SSL_HEADER", "BEHIND_PROXY", "USE_X_FORWARDED_HOST")

    assert settings_of(data, *names) == dict(zip(names, (None, False, False), strict=True))
    behind = settings_of(data, *names, HUAPAI_BEHIND_PROXY="1")
    assert behind["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert behind["BEHIND_PROXY"] is True
    assert behind["USE_X_FORWARDED_HOST"] is False


@pytest.mark.full
def test_names_are_admitted_beside_those_of_this_machine(data: Path) -> None:
    names = settings_of(data, "HOST_NAMES", ALLOWED_HOSTS="cards.example.org")["HOST_NAMES"]

    assert {"cards.example.org", "localhost"} <= set(names)
