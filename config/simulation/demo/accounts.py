"""The accounts of the demo: their passwords are made once and printed at every start."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from django.conf import settings
from django.db import transaction

from tournaments.models import User
from tournaments.system import secret_file

NAMES = ("owner", "director", "referee")
FILE = "demo_accounts.json"
_WORDS = ("pig", "sheep", "jack", "heart", "spade", "club", "queen", "king", "ten", "deal")


def create() -> list[User]:
    """The accounts with the passwords of this data folder; again is harmless."""
    passwords: dict[str, str] = json.loads(secret_file.kept(Path(settings.DATA) / FILE, _new))
    return [_account(name, password) for name, password in passwords.items()]


def _account(name: str, password: str) -> User:
    with transaction.atomic():
        user, is_new = User.objects.get_or_create(username=name)
        if is_new or not user.check_password(password):
            user.set_password(password)
            user.save()
    return user


def _new() -> str:
    return json.dumps({name: _password() for name in NAMES})


def _password() -> str:
    words = "-".join(secrets.choice(_WORDS) for _ in range(3))
    return f"{words}-{secrets.randbelow(9000) + 1000}"
