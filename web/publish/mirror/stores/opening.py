"""Opens the store that an address names. What a bucket or a server needs is loaded only for one."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from web.publish.mirror.stores import places
from web.publish.mirror.stores.directory import Directory
from web.publish.mirror.stores.places import Access, StorePlace
from web.publish.mirror.stores.store import Store, StoreError, StoreFault

KNOWN_SERVERS: Final = "mirror/known_hosts"


def open_store(destination: str, access: Access | None = None) -> Store:
    """Return the store of an address.

    Raises StoreError where the address names none, where nobody answers, and where this
    installation lacks the packages for it.
    """
    place, access = places.read(destination), access or Access()
    if place.kind == places.S3:
        bucket: Store = _module("bucket").Bucket(place, access)
        return bucket
    if place.kind == places.SFTP:
        return _server(place, access)
    return Directory(Path(place.folder))


def _server(place: StorePlace, access: Access) -> Store:
    server: Store = _module("server").ServerStore(
        place, access, Path(settings.DATA) / KNOWN_SERVERS
    )
    return server


def _module(name: str) -> Any:
    """Return the module of a store by its name; the packages that it loads are not everywhere."""
    try:
        return import_module(f"web.publish.mirror.stores.{name}")
    except ModuleNotFoundError as missing:
        raise StoreError(StoreFault.LACKING, line=settings.LINE_FOR_MIRROR) from missing
