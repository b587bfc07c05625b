"""A server that takes files by SFTP into a folder, for one password."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import paramiko


@contextmanager
def serving(folder: Path, password: str) -> Iterator[int]:
    """Serve a folder while the block lasts; yield the port."""
    folder.mkdir()
    key = paramiko.ECDSAKey.generate()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()
        thread = threading.Thread(
            target=_accept, args=(listening, folder, password, key, ended), daemon=True
        )
        thread.start()
        yield listening.getsockname()[1]
        ended.set()
    thread.join(5)


def _accept(
    listening: socket.socket, folder: Path, password: str, key: Any, ended: threading.Event
) -> None:
    listening.settimeout(0.2)
    transports = []
    while not ended.is_set():
        try:
            connection, _ = listening.accept()
        except (TimeoutError, OSError):
            continue
        transport = paramiko.Transport(connection)
        transport.add_server_key(key)
        transport.set_subsystem_handler("sftp", paramiko.SFTPServer, Files, folder)
        transport.start_server(server=Door(password))
        transports.append(transport)
    for transport in transports:
        transport.close()


class Door(paramiko.ServerInterface):  # type: ignore[misc] # it has no types
    def __init__(self, password: str) -> None:
        self._password = password

    def check_auth_password(self, username: str, password: str) -> Any:
        is_right = (username, password) == ("club", self._password)
        return paramiko.AUTH_SUCCESSFUL if is_right else paramiko.AUTH_FAILED

    def check_channel_request(self, kind: str, chanid: int) -> Any:
        return paramiko.OPEN_SUCCEEDED


class Files(paramiko.SFTPServerInterface):  # type: ignore[misc]
    def __init__(self, server: Any, folder: Path) -> None:
        super().__init__(server)
        self._folder = folder

    def _at(self, path: str) -> Path:
        return self._folder / path.lstrip("/")

    def list_folder(self, path: str) -> Any:
        try:
            found = sorted(self._at(path).iterdir())
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)
        return [paramiko.SFTPAttributes.from_stat(each.stat(), each.name) for each in found]

    def stat(self, path: str) -> Any:
        try:
            return paramiko.SFTPAttributes.from_stat(self._at(path).stat())
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)

    lstat = stat

    def open(self, path: str, flags: int, attr: Any) -> Any:
        try:
            file = os.fdopen(os.open(self._at(path), flags, 0o600), "r+b" if flags & 3 else "rb")
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)
        handle = paramiko.SFTPHandle(flags)
        handle.readfile = handle.writefile = file
        return handle

    def remove(self, path: str) -> Any:
        return self._done(lambda: self._at(path).unlink())

    def mkdir(self, path: str, attr: Any) -> Any:
        return self._done(lambda: self._at(path).mkdir())

    def chattr(self, path: str, attr: Any) -> Any:
        return self._done(lambda: self._at(path).chmod(attr.st_mode))

    def posix_rename(self, old: str, new: str) -> Any:
        return self._done(lambda: self._at(old).replace(self._at(new)))

    def _done(self, act: Any) -> Any:
        try:
            act()
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)
        return paramiko.SFTP_OK
