"""How messages are signed: Standard Webhooks, and the robots that ask for a signature.

Pure. Sources: https://www.standardwebhooks.com/ (1.0), and what DingTalk (加签) and Feishu
(签名校验) say of their robots.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from hashlib import sha256
from typing import Final

START: Final = "whsec_"
KEY_BYTES: Final = 32


def new_secret() -> str:
    """Return a fresh secret for a receiver: `whsec_` and 32 random bytes in base64."""
    return START + base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def of_webhook(secret: str, message_id: str, seconds: int, body: bytes) -> str:
    """Return the header `webhook-signature` of a body.

    >>> secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    >>> body = b'{"test": 2432232314}'
    >>> of_webhook(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = base64.b64decode(secret.removeprefix(START))
    signed = b".".join([message_id.encode(), str(seconds).encode(), body])
    return f"v1,{_base64(hmac.digest(key, signed, sha256))}"


def of_dingtalk(secret: str, milliseconds: int) -> str:
    """Return the parameter `sign` of DingTalk, before it is quoted for the address."""
    signed = f"{milliseconds}\n{secret}"
    return _base64(hmac.digest(secret.encode(), signed.encode(), sha256))


def of_feishu(secret: str, seconds: int) -> str:
    """Return the field `sign` of Feishu: the text is the key there, and nothing is signed."""
    return _base64(hmac.digest(f"{seconds}\n{secret}".encode(), b"", sha256))


def _base64(digest: bytes) -> str:
    return base64.b64encode(digest).decode()
