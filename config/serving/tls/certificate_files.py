"""The files of the certificates of `--https`, and their public part. Standard library only."""

from __future__ import annotations

import hashlib
import re
import ssl
from pathlib import Path

_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----\n?", re.DOTALL)


def folder(data: Path) -> Path:
    """Return the folder of keys and certificates within a data folder."""
    return data / "https"


def authority(data: Path) -> Path:
    """Return the file with the authority's key and certificate."""
    return folder(data) / "authority.pem"


def server(data: Path) -> Path:
    """Return the file with the server's key and certificate."""
    return folder(data) / "server.pem"


def shown(data: Path) -> str:
    """Return the authority's certificate, without its key; empty if there is none."""
    try:
        match = _CERTIFICATE.search(authority(data).read_text("ascii"))
    except (OSError, UnicodeDecodeError):
        return ""
    return match[0] if match else ""


def as_bytes(certificate: str) -> bytes:
    """Return the certificate in the form that phones accept."""
    return ssl.PEM_cert_to_DER_cert(certificate)


def fingerprint(certificate: str) -> str:
    """Return the SHA-256 of a certificate in pairs of digits, as devices show it."""
    digits = hashlib.sha256(as_bytes(certificate)).hexdigest().upper()
    return ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))
