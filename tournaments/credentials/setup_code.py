"""The code that whoever started the program types to become the first owner."""

from __future__ import annotations

import secrets
from pathlib import Path

from django.conf import settings
from django.utils.crypto import constant_time_compare

from tournaments.models import Membership, Role
from tournaments.system import secret_file

# No letter or figure that is mistaken for another when read from a terminal.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def is_needed() -> bool:
    """Whether nobody owns this installation yet."""
    return not Membership.objects.filter(role=Role.OWNER, club__isnull=False).exists()


def current() -> str:
    """The code of this installation, made when it is first asked for: `ABCD-EFGH-JKMN`."""
    return secret_file.kept(Path(settings.SETUP_CODE_FILE), _new)


def is_right(typed: str) -> bool:
    """Whether it is the code; case, spaces and dashes do not matter."""
    return constant_time_compare(_bare(typed), _bare(current()))


def forget() -> None:
    """Makes the code useless once the owner exists."""
    Path(settings.SETUP_CODE_FILE).unlink(missing_ok=True)


def _new() -> str:
    groups = ("".join(secrets.choice(_SIGNS) for _ in range(4)) for _ in range(3))
    return "-".join(groups)


def _bare(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign.isalnum())
