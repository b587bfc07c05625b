"""Secrets that the database keeps encrypted with the key of the installation.

Whoever reads the database alone cannot read them. Who holds one, and when it is shown, does not
belong here.
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


def seal(text: str, purpose: str) -> str:
    """Return a text encrypted for one purpose. Only where it `IS_AVAILABLE`."""
    return _box(purpose).encrypt(text.encode()).decode()


def opened(sealed: str, purpose: str) -> str:
    """Return the text; empty where it was encrypted by a key that is gone, or for another purpose.

    Empty too where what decrypts it is not installed.
    """
    if not IS_AVAILABLE:
        return ""
    try:
        return _box(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return ""


def _box(purpose: str) -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (salted_hmac(purpose, "", secret=key, algorithm="sha256").digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
