"""PINs of six digits: drawn by the program, stored as a hash.

No hash protects six digits from somebody with the database, who can try all of them. Guessing is
prevented by counting wrong attempts; the hash only prevents reading a PIN from the database in
passing. It uses few rounds, because the PINs of a whole field are made at once, and a PIN is
compared with those of all officials.
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
    """Return a new random PIN."""
    return "".join(secrets.choice("0123456789") for _ in range(LENGTH))


def hashed(pin: str) -> str:
    """Return the hash under which a PIN is stored."""
    return PBKDF2PasswordHasher().encode(pin, secrets.token_hex(8), iterations=ROUNDS)


def is_right(pin: str, secret_hash: str) -> bool:
    """Whether a PIN agrees with a hash of any number of rounds."""
    # Not Django's `check_password`, which takes its full time even for a hash of few rounds.
    return PIN.fullmatch(pin) is not None and PBKDF2PasswordHasher().verify(pin, secret_hash)
