"""Opens the store that an address names: a folder, `s3://bucket/prefix`, `sftp://name@server/folder`."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from web.publish.mirror.stores.directory import Directory
from web.publish.mirror.stores.store import Store, StoreError, StoreFault


def open_store(destination: str) -> Store:
    """Return the store. Raises StoreError where the address names none, or nobody answers there."""
    scheme = urlsplit(destination).scheme
    if "://" not in destination and Path(destination).expanduser().is_absolute():
        return Directory(Path(destination).expanduser())
    raise StoreError(StoreFault.UNKNOWN, destination=destination or scheme)
