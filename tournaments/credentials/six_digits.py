"""Six digits that prove who somebody is: drawn by the program, kept as a hash.

No hash keeps six digits from whoever has the database: all of them are tried in an afternoon. What
keeps them from being guessed is the count of wrong ones; the hash keeps whoever looks into the
database, or prints it, from reading a PIN in passing. So it is made in few rounds: a whole field is
drawn at once, and a PIN is compared with those of every official.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

LENGTH: Final = 6
PIN: Final = re.compile(rf"[0-9]{{{LENGTH}}}")
ROUNDS: Final = 50_000


def drawn() -> str:
    """Return new digits."""
    return "".join(secrets.choice("0123456789") for _ in range(LENGTH))


def hashed(pin: str) -> str:
    """Return the hash under which a PIN is kept."""
    return PBKDF2PasswordHasher().encode(pin, secrets.token_hex(8), iterations=ROUNDS)


def is_right(pin: str, secret_hash: str) -> bool:
    """Whether a PIN is the one that was hashed, in however many rounds."""
    # Not Django's `check_password`, which takes its full time for a hash of few rounds.
    return PIN.fullmatch(pin) is not None and PBKDF2PasswordHasher().verify(pin, secret_hash)
