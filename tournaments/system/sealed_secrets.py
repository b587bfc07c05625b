"""Secrets of other services that have to be sent again, encrypted with the installation's own key.

The database alone does not reveal them. Secrets that only need to be recognised are hashed instead.
"""

from __future__ import annotations

import base64

from django.conf import settings
from django.utils.crypto import salted_hmac

try:
    from cryptography.fernet import Fernet, InvalidToken, MultiFernet
except ModuleNotFoundError:
    # Not every installation has it: the wheel installs it by an extra.
    IS_AVAILABLE = False
else:
    IS_AVAILABLE = True


def seal(secret: str, salt: str) -> str:
    """Return a secret in its stored form. Only if it `IS_AVAILABLE`."""
    return _box(salt).encrypt(secret.encode()).decode()


def unseal(stored: str, salt: str) -> str:
    """Return a secret; empty if it was encrypted with a lost key.

    Also empty if the decrypting package is not installed.
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
