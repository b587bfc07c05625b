"""Names that look like the path of a module and are none: what is stored or runs hangs on them.

A module moves and its rows, its links and its jobs do not. So that no search and replace that moves
one can change such a name here and there alike, the names stand here in pieces.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.hashers import get_hashers
from django.template import Engine
from django.utils.crypto import salted_hmac

from clubs.credentials import devices, one_time_links, second_factor
from clubs.messages import channels
from clubs.registration import kiosk, presence
from config import celery as bell
from tournaments.jobs import tasks
from tournaments.jobs.models import Job
from tournaments.models import Hold, User
from tournaments.models.base import new_uid
from tournaments.models.record import HELD
from web.desk.frame import previews
from web.publish.pdf import typefaces

HUAPAI: Final = "huapai"
TOURNAMENTS: Final = "tournaments"
LABELS: Final = {"jobs", "referee", TOURNAMENTS}
LIBRARIES: Final = {
    "cards",
    "desk_frame",
    "event_pages",
    "money",
    "once",
    "page",
    "program",
    "reports",
    "seals",
    "stored",
    "words",
}


@pytest.mark.parametrize(
    ("salt", "pieces"),
    [
        # The hall's code of the day, which hangs on a wall.
        (presence.SALT, (TOURNAMENTS, "registration", "presence")),
        # The undoing of what was tapped at a kiosk.
        (kiosk.SALT, (TOURNAMENTS, "registration", "kiosk")),
        # Codes for the day when the telephone is lost, as they are stored.
        (second_factor._SALT, (HUAPAI, "second_factor")),
        # Addresses and secrets of the ways for messages, as they are stored.
        (channels._ADDRESS, (HUAPAI, "messages", "address")),
        (channels._SECRET, (HUAPAI, "messages", "secret")),
        # What a page has shown before it is sent.
        (previews._SALT, (HUAPAI, "preview")),
        # Addresses of the fonts of titles, in pages that browsers and mirrors keep.
        (typefaces._SALT, ("web", "publish", "pdf", "title_faces")),
    ],
    ids=lambda value: ".".join(value) if isinstance(value, tuple) else "",
)
def test_a_salt_stays_when_its_module_moves(salt: str, pieces: Sequence[str]) -> None:
    assert salt == ".".join(pieces)


def test_the_names_of_cookies_that_are_signed_stay() -> None:
    assert [f"{HUAPAI}_{name}" for name in ("device", "accounts")] == [
        devices.DEVICE,
        devices.ACCOUNTS,
    ]


def test_links_that_count_once_are_drawn_under_a_salt_that_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    salts: list[str] = []

    def drawn(salt: str, key: str, *, algorithm: str) -> hmac.HMAC:
        salts.append(salt)
        return salted_hmac(salt, key, algorithm=algorithm)

    monkeypatch.setattr(one_time_links, "salted_hmac", drawn)
    assert one_time_links.secret_of("a key") == one_time_links.secret_of("a key")
    assert set(salts) == {f"{HUAPAI}.one_time_links"}


def test_a_job_that_waits_is_done_by_a_task_of_the_same_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also by a worker of another version, while both are there."""
    name = f"{TOURNAMENTS}.jobs.run"
    sent: list[str] = []
    monkeypatch.setattr(bell.app, "send_task", lambda task, **_: sent.append(task))

    bell.signal("a job")

    assert tasks.run.name == name
    assert sent == [name]


def test_tables_stay_with_the_labels_of_their_apps() -> None:
    rooms = ("clubs", "config", "referee", TOURNAMENTS, "web")
    own = [m._meta for m in apps.get_models() if m.__module__.partition(".")[0] in rooms]
    assert {meta.app_label for meta in own} == LABELS
    assert [meta.label for meta in own if meta.db_table != meta.label_lower.replace(".", "_")] == []
    assert Job._meta.label == "jobs.Job"
    assert settings.AUTH_USER_MODEL == User._meta.label == f"{TOURNAMENTS}.User"


def test_migrations_find_what_they_call() -> None:
    assert f"{new_uid.__module__}.{new_uid.__name__}" == f"{TOURNAMENTS}.models.base.new_uid"


def test_a_hold_is_on_a_row_whose_class_is_named_as_its_column() -> None:
    """`ledger` takes the column from the name of the class."""
    for column in HELD:
        target = Hold._meta.get_field(column).related_model
        assert isinstance(target, type)
        assert target.__name__.lower() == column


def test_passwords_are_checked_by_the_name_that_stands_before_them() -> None:
    assert [hasher.algorithm for hasher in get_hashers()] == ["pbkdf2_sha256"]


def test_templates_load_what_they_load_today() -> None:
    libraries = Engine.get_default().libraries
    rooms = ("clubs", "config", "referee", TOURNAMENTS, "web")
    own = {name for name, path in libraries.items() if path.partition(".")[0] in rooms}
    assert own == LIBRARIES


@pytest.mark.parametrize(
    "pieces",
    [(TOURNAMENTS, "dealing"), (TOURNAMENTS, "pairing", "__main__"), ("scoring", "__main__")],
)
def test_the_commands_that_papers_name_are_there(pieces: Sequence[str]) -> None:
    assert find_spec(".".join(pieces)) is not None
