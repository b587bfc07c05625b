"""What the address of a store says: a folder, a bucket, or an account of a server. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from web.publish.mirror.stores.store import StoreError, StoreFault

S3 = "s3"
SFTP = "sftp"
SSH_PORT = 22


@dataclass(frozen=True, slots=True)
class Access:
    """By what a store lets this program in: a key and its secret, or a password.

    `endpoint` is the address of a store that speaks as S3 does, empty for Amazon's own; `region` is
    what it wants to be signed with, if any. Keys of the account that runs this program are used
    only by that account's own command (`of_system`): a club is not lent them, and its store lies
    outside, or among the hosts and networks inside that the administrator lets in
    (`allowed`).
    """

    key: str = ""
    secret: str = ""
    endpoint: str = ""
    region: str = ""
    allowed: Collection[str] = ()
    of_system: bool = False


@dataclass(frozen=True, slots=True)
class StorePlace:
    """Where a mirror lies. `name` is a bucket or a server; `folder` has no stroke at its end."""

    kind: str
    name: str
    folder: str
    user: str = ""
    port: int = 0


def read(destination: str) -> StorePlace:
    """Return what an address says. Raises StoreError where it is none of a store."""
    if "://" not in destination:
        folder = Path(destination).expanduser()
        if folder.is_absolute():
            return StorePlace("", "", str(folder))
        raise StoreError(StoreFault.UNKNOWN, destination=destination)
    try:
        parts = urlsplit(destination)
        port = parts.port or SSH_PORT
    except ValueError as error:
        # The address is not said again: it may hold a password where none can be told.
        raise StoreError(StoreFault.UNKNOWN, destination="…") from error
    is_known = parts.scheme in {S3, SFTP} and parts.hostname and port
    if not is_known or parts.query or parts.password:
        raise StoreError(StoreFault.UNKNOWN, destination=without_password(destination))
    path = unquote(parts.path).rstrip("/")
    if parts.scheme == S3:
        return StorePlace(S3, parts.netloc, path.lstrip("/"))
    return StorePlace(SFTP, str(parts.hostname), path, unquote(parts.username or ""), port)


def without_password(destination: str) -> str:
    """Return an address as it may be shown: a password does not belong there."""
    parts = urlsplit(destination)
    if not parts.password:
        return destination
    return destination.replace(f":{parts.password}@", "@")
