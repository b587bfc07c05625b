"""Secrets of others that this installation has to tell again, encrypted with its own key.

Whoever reads the database alone reads none of them. What has only to be recognised is hashed.
"""

from __future__ import annotations

import base64

from django.conf import settings
from django.utils.crypto import salted_hmac

try:
    from cryptography.fernet import Fernet, InvalidToken, MultiFernet
except ModuleNotFoundError:
    # Not every installation has it: the wheel asks for it by an extra.
    IS_AVAILABLE = False
else:
    IS_AVAILABLE = True


def seal(secret: str, salt: str) -> str:
    """Return a secret as it is stored. Only where it `IS_AVAILABLE`."""
    return _box(salt).encrypt(secret.encode()).decode()


def unseal(stored: str, salt: str) -> str:
    """Return a secret; empty where it was encrypted by a key that is gone.

    Empty too where what decrypts it is not installed.
    """
    if not IS_AVAILABLE:
        return ""
    try:
        return _box(salt).decrypt(stored.encode()).decode()
    except InvalidToken:
        return ""


def _box(salt: str) -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (salted_hmac(salt, "", secret=key, algorithm="sha256").digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
