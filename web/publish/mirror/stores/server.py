"""A folder of a server that is reached by SFTP, with a packed file beside each text.

The server shows the key by which it is known: it is the one that this account of the system knows
(`known_hosts`), or the one that was seen at the first connection and is kept since.
"""

from __future__ import annotations

import posixpath
import socket
import stat
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import paramiko

from tournaments.system import outside
from tournaments.system.outside import SETTING, LeadsInside, UnknownName
from web.publish.mirror.files import Upload
from web.publish.mirror.stores.directory import PACKED, PART
from web.publish.mirror.stores.places import Access, StorePlace
from web.publish.mirror.stores.store import StoreError, StoreFault

PATIENCE: Final = 20
"""Seconds without a byte after which a server is given up."""
WHOLE_SECONDS: Final = 300.0
"""What one file may take: a server that lets its answer drip holds a worker no longer."""
_FILE: Final = 0o644
_FOLDER: Final = 0o755


class ServerStore:
    """The store of a folder of a server, which is made where it is not there.

    `known` is the file with the keys of servers that were seen before.
    """

    def __init__(self, place: StorePlace, access: Access, known: Path) -> None:
        self._folder = place.folder or "."
        self._folders: set[str] = set()
        self._client = paramiko.SSHClient()
        self._client.load_system_host_keys()
        known.parent.mkdir(parents=True, exist_ok=True)
        known.touch()
        self._client.load_host_keys(str(known))
        # Seen for the first time it is kept; one that has changed since is refused.
        self._client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
        try:
            self._connect(place, access)
        except StoreError:
            self.close()
            raise

    def _connect(self, place: StorePlace, access: Access) -> None:
        with _worded():
            self._client.connect(
                place.name,
                port=place.port,
                # Without a connection of ours the library would look the name up by itself.
                sock=None if access.of_system else _connection(place, access),
                username=place.user or None,
                password=access.secret or None,
                allow_agent=access.of_system,
                look_for_keys=access.of_system,
                timeout=PATIENCE,
                banner_timeout=PATIENCE,
                auth_timeout=PATIENCE,
                channel_timeout=PATIENCE,
            )
        transport = self._client.get_transport()
        if transport is None:
            raise StoreError(StoreFault.AWAY, why=place.name)
        self._transport = transport
        self._transport.set_keepalive(PATIENCE)
        with self._in_time():
            self._files = self._client.open_sftp()
            self._files.get_channel().settimeout(PATIENCE)

    def read(self, path: str) -> bytes | None:
        """Return a file; None where there is none."""
        try:
            with self._in_time(), self._files.open(self._at(path), "rb") as file:
                body: bytes = file.read()
                return body
        except FileNotFoundError:
            return None

    def write(self, upload: Upload) -> int:
        """Put a file in one step, so that no reader gets a half of it."""
        bodies = {"": upload.body, **({PACKED: upload.packed} if upload.packed else {})}
        place = self._at(upload.path)
        with self._in_time():
            self._make_folder(posixpath.dirname(place))
            for suffix, body in bodies.items():
                part = f"{place}{suffix}{PART}"
                with self._files.open(part, "wb") as file:
                    file.set_pipelined(True)
                    file.write(body)
                self._files.chmod(part, _FILE)
                self._files.posix_rename(part, f"{place}{suffix}")
        return sum(map(len, bodies.values()))

    def remove(self, paths: Collection[str]) -> None:
        """Remove files; their folders stay."""
        for path in paths:
            for suffix in ("", PACKED):
                with suppress(FileNotFoundError), self._in_time():
                    self._files.remove(self._at(path) + suffix)

    def listed(self) -> set[str]:
        """Return every file, without those packed beside another and those left half-written."""
        found: set[str] = set()
        with suppress(FileNotFoundError):
            found.update(self._below(""))
        return {
            path
            for path in found
            if not path.endswith(PART)
            and not (path.endswith(PACKED) and path.removesuffix(PACKED) in found)
        }

    def close(self) -> None:
        """End the connection."""
        self._client.close()

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Break the connection off after the whole time; tell what goes wrong in our words."""
        timer = threading.Timer(WHOLE_SECONDS, self._transport.close)
        timer.daemon = True
        timer.start()
        try:
            with _worded(self._transport.is_active):
                yield
        finally:
            timer.cancel()

    def _below(self, folder: str) -> Iterator[str]:
        with self._in_time():
            there = self._files.listdir_attr(self._at(folder))
        for each in there:
            path = posixpath.join(folder, each.filename)
            if stat.S_ISDIR(each.st_mode or 0):
                yield from self._below(path)
            else:
                yield path

    def _make_folder(self, folder: str) -> None:
        if folder in self._folders or folder in {"", "/", "."}:
            return
        self._make_folder(posixpath.dirname(folder))
        try:
            self._files.stat(folder)
        except FileNotFoundError:
            self._files.mkdir(folder, _FOLDER)
        self._folders.add(folder)

    def _at(self, path: str) -> str:
        return posixpath.join(self._folder, path).rstrip("/")


def _connection(place: StorePlace, access: Access) -> socket.socket:
    """Return a connection to the server. Raises StoreError where its name leads inside."""
    try:
        found = outside.permitted(place.name, place.port, access.allowed)
    except LeadsInside as error:
        raise StoreError(StoreFault.INSIDE, host=error.host, setting=SETTING) from error
    except UnknownName as error:
        raise StoreError(StoreFault.AWAY, why=place.name) from error
    return outside.connect(found, PATIENCE)


@contextmanager
def _worded(is_connected: Callable[[], bool] = bool) -> Iterator[None]:
    """Tell what goes wrong in the words of the house; a file that is missing is no mistake yet.

    Of a server that `is_connected` the library tells a refusal, as of a full disk, by an error
    without a number.
    """
    try:
        yield
    except FileNotFoundError:
        raise
    except (paramiko.AuthenticationException, paramiko.BadHostKeyException) as error:
        raise StoreError(StoreFault.REFUSED, why=str(error)) from error
    except (paramiko.SFTPError, PermissionError) as error:
        raise StoreError(StoreFault.FAILED, why=str(error)) from error
    except (paramiko.SSHException, OSError, EOFError) as error:
        why = str(error) or type(error).__name__
        is_refusal = type(error) is OSError and error.errno is None and is_connected()
        fault = StoreFault.FAILED if is_refusal else StoreFault.AWAY
        raise StoreError(fault, why=why) from error
