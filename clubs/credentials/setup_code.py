"""The setup code, which proves to the program that a person started it and may become the owner."""

from __future__ import annotations

import secrets
from pathlib import Path

from django.conf import settings
from django.utils.crypto import constant_time_compare

from tournaments.models import Membership, Role
from tournaments.system import secret_file

# Without letters and digits that look alike on a terminal.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def is_needed() -> bool:
    """Whether nobody owns this installation yet."""
    return not Membership.objects.filter(role=Role.OWNER, club__isnull=False).exists()


def current() -> str:
    """Return the code of this installation, created at the first call: `ABCD-EFGH-JKMN`."""
    return secret_file.kept(Path(settings.SETUP_CODE_FILE), lambda: groups_of(_SIGNS))


def is_right(typed: str) -> bool:
    """Whether a typed code is right; case, spaces and dashes do not matter."""
    return constant_time_compare(_normalized(typed), _normalized(current()))


def forget() -> None:
    """Delete the code once the owner exists."""
    Path(settings.SETUP_CODE_FILE).unlink(missing_ok=True)


def groups_of(signs: str) -> str:
    """Return random signs in three groups of four, as they are read aloud: `ABCD-EFGH-JKMN`."""
    return "-".join("".join(secrets.choice(signs) for _ in range(4)) for _ in range(3))


def _normalized(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign.isalnum())
