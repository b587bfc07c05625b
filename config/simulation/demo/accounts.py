"""The accounts of the demo: their passwords are created once and printed at every start."""

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
    """Create the accounts with the passwords of this data folder; repeating it is harmless."""
    passwords: dict[str, str] = json.loads(
        secret_file.kept(Path(settings.DATA) / FILE, _new_passwords)
    )
    return [_account(name, password) for name, password in passwords.items()]


def _account(name: str, password: str) -> User:
    with transaction.atomic():
        user, is_new = User.objects.get_or_create(username=name)
        if is_new or not user.check_password(password):
            user.set_password(password)
            user.save()
    return user


def _new_passwords() -> str:
    """Return a password for each account, as JSON: three words and a number."""
    passwords = {}
    for name in NAMES:
        words = "-".join(secrets.choice(_WORDS) for _ in range(3))
        passwords[name] = f"{words}-{secrets.randbelow(9000) + 1000}"
    return json.dumps(passwords)
