"""A bucket of a store that speaks as Amazon's S3 does. Texts lie there packed.

A store of files does not ask what a browser takes, and every browser takes gzip: one file each.
Checksums that Amazon's library sends of its own accord are refused by several other stores.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final

import boto3
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from web.publish.mirror.files import Upload
from web.publish.mirror.stores.pinned_requests import PinnedRequests
from web.publish.mirror.stores.places import Access, StorePlace
from web.publish.mirror.stores.store import StoreError, StoreFault

PATIENCE: Final = 20
"""Seconds for a connection, and for an answer."""
REGION: Final = "us-east-1"
"""What a store that knows no regions is signed with."""
_MISSING: Final = frozenset({"404", "NoSuchKey", "NotFound"})
_NO_BUCKET: Final = frozenset({"NoSuchBucket"})
_REFUSED: Final = frozenset(
    {
        *("401", "403", "AccessDenied", "AuthorizationHeaderMalformed", "ExpiredToken"),
        *("InvalidAccessKeyId", "SignatureDoesNotMatch"),
    }
)


class Bucket:
    """The store of a bucket, below a prefix."""

    def __init__(self, place: StorePlace, access: Access) -> None:
        self._name = place.name
        self._prefix = f"{place.folder}/" if place.folder else ""
        self._requests = PinnedRequests(access.allowed, PATIENCE)
        with self._worded():
            self._client: Any = boto3.client(
                "s3",
                endpoint_url=access.endpoint or None,
                region_name=access.region or (REGION if access.endpoint else None),
                aws_access_key_id=access.key or None,
                aws_secret_access_key=access.secret or None,
                config=Config(
                    # Unsigned, or the library would look for the keys of the system.
                    signature_version=None if access.key or access.of_system else UNSIGNED,
                    s3={"addressing_style": "virtual"},
                    request_checksum_calculation="when_required",
                    response_checksum_validation="when_required",
                    connect_timeout=PATIENCE,
                    read_timeout=PATIENCE,
                    retries={"mode": "standard", "total_max_attempts": 3},
                ),
            )
        if not access.of_system:
            self._client.meta.events.register("before-send.s3", self._requests.send)

    def read(self, path: str) -> bytes | None:
        """Return a file; None where there is none."""
        with self._worded():
            try:
                got = self._client.get_object(Bucket=self._name, Key=self._prefix + path)
            except ClientError as error:
                if _code(error) in _MISSING:
                    return None
                raise
            body: bytes = got["Body"].read()
        return _unpacked(body) if got.get("ContentEncoding") == "gzip" else body

    def write(self, upload: Upload) -> int:
        """Put a file; a text is packed, and the store says so to whoever asks for it."""
        body = upload.packed or upload.body
        with self._worded():
            self._client.put_object(
                Bucket=self._name,
                Key=self._prefix + upload.path,
                Body=body,
                ContentType=upload.media_type,
                CacheControl=upload.cache_control,
                **({"ContentEncoding": "gzip"} if upload.packed else {}),
            )
        return len(body)

    def remove(self, paths: Collection[str]) -> None:
        """Remove files one by one: several stores want a checksum for many at once."""
        for path in paths:
            with self._worded():
                self._client.delete_object(Bucket=self._name, Key=self._prefix + path)

    def listed(self) -> set[str]:
        """Return the paths of all files below the prefix."""
        with self._worded():
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._name, Prefix=self._prefix
            )
            return {
                each["Key"].removeprefix(self._prefix)
                for page in pages
                for each in page.get("Contents", ())
            }

    def close(self) -> None:
        """End the connections."""
        self._client.close()
        self._requests.close()

    @contextmanager
    def _worded(self) -> Iterator[None]:
        """Tell what goes wrong in the words of the house."""
        try:
            yield
        except ClientError as error:
            code = _code(error)
            if code in _NO_BUCKET:
                raise StoreError(StoreFault.NO_BUCKET, name=self._name) from error
            fault = StoreFault.REFUSED if code in _REFUSED else StoreFault.FAILED
            raise StoreError(fault, why=str(error)) from error
        except (BotoCoreError, ValueError) as error:
            raise StoreError(StoreFault.AWAY, why=str(error)) from error


def _unpacked(body: bytes) -> bytes:
    """Return the unpacked content; broken content comes unchanged, and is not text."""
    try:
        return gzip.decompress(body)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        return body


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))
