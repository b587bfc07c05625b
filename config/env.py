"""Reads the environment, and stops the start on the first invalid value.

Every reader takes the variable's name first, and names it in the message of its
`ImproperlyConfigured`, so that it can be found.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

from config import program
from config.storage import queued_writes
from config.terminal import gettext

_TRUTH = {"1": True, "true": True, "yes": True, "on": True}
_TRUTH |= {"0": False, "false": False, "no": False, "off": False}
_HOST = re.compile(r"\.?[a-z0-9-]+(\.[a-z0-9-]+)*", re.IGNORECASE)
_POSTGRES = {"postgres", "postgresql"}
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
# Options that libpq understands and a distributed installation may need.
_POSTGRES_QUERY = {"sslmode", "sslrootcert", "sslcert", "sslkey", "application_name"}


def _refuse(name: str, why: str, **values: object) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name}: {why % values}")


def text(name: str, default: str = "") -> str:
    """Return the value without surrounding space; an empty one counts as not set."""
    return os.environ.get(name, "").strip() or default


def boolean(name: str, default: bool = False) -> bool:
    value = text(name)
    if not value:
        return default
    if value.lower() not in _TRUTH:
        raise _refuse(name, gettext("%(value)r is neither 1 nor 0"), value=value)
    return _TRUTH[value.lower()]


def integer(name: str, default: int, least: int, most: int) -> int:
    value = text(name, str(default))
    if not re.fullmatch(r"-?\d{1,18}", value, re.ASCII):
        raise _refuse(name, gettext("%(value)r is not a whole number"), value=value)
    if not least <= int(value) <= most:
        why = gettext("%(value)s is not between %(least)s and %(most)s")
        raise _refuse(name, why, value=value, least=least, most=most)
    return int(value)


def folder(name: str, default: Path) -> Path:
    """Return an absolute folder, created if necessary, that the program can write to."""
    path = Path(text(name, str(default))).expanduser().absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = gettext("%(path)s cannot be made a folder: %(reason)s")
        raise _refuse(name, why, path=path, reason=error.strerror) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise _refuse(name, gettext("%(path)s cannot be written to"), path=path)
    return path


def level(name: str, default: str) -> str:
    value = text(name, default).upper()
    if value not in _LEVELS:
        why = gettext("%(value)r is not one of %(levels)s")
        raise _refuse(name, why, value=value, levels=", ".join(_LEVELS))
    return value


def time_zone(name: str, default: str) -> str:
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        why = gettext("%(value)r is not a time zone such as Asia/Shanghai")
        raise _refuse(name, why, value=value) from error
    return value


def hosts(name: str) -> list[str]:
    """Return host names separated by commas; a leading dot admits every subdomain."""
    names = [part.strip() for part in text(name).split(",") if part.strip()]
    for host in names:
        if not _HOST.fullmatch(host):
            raise _refuse(name, gettext("%(host)r is not a host name"), host=host)
    return names


def hosts_and_networks(name: str) -> list[str]:
    """Return host names, addresses and networks such as 192.168.1.0/24, separated by commas."""
    parts = [part.strip() for part in text(name).split(",") if part.strip()]
    for part in parts:
        if not (_HOST.fullmatch(part) and not part.startswith(".")) and not _is_network(part):
            why = gettext("%(part)r is neither a host name nor a network such as 192.168.1.0/24")
            raise _refuse(name, why, part=part)
    return parts


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def origins(name: str) -> list[str]:
    """Return whole origins such as https://cards.example.org, separated by commas."""
    parts = [part.strip() for part in text(name).split(",") if part.strip()]
    for origin in parts:
        url = _split(name, origin)
        if url.scheme not in {"http", "https"} or not url.netloc or url.path or url.query:
            why = gettext("%(origin)r is not an origin such as https://cards.example.org")
            raise _refuse(name, why, origin=origin)
    return parts


def origin(name: str) -> str:
    """Return a single origin, or nothing."""
    parts = origins(name)
    if len(parts) > 1:
        raise _refuse(name, gettext("names more than one address"))
    return parts[0] if parts else ""


def file(name: str) -> str:
    """Return the path of an existing file, or nothing."""
    value = text(name)
    if value and not Path(value).expanduser().is_file():
        raise _refuse(name, gettext("%(path)s is not a file"), path=value)
    return value and str(Path(value).expanduser().absolute())


def secret(name: str, otherwise: Callable[[], str]) -> str:
    """Return the given value, or otherwise the stored one."""
    value = text_or_file(name) or otherwise()
    if len(value) < 32:
        raise _refuse(name, gettext("is shorter than 32 characters"))
    return value


def text_or_file(name: str) -> str:
    """Return the value, or the content of the file named by `name`_FILE, which may be secret."""
    pointer = f"{name}_FILE"
    path = text(pointer)
    if not path:
        return text(name)
    if text(name):
        why = gettext("is set and %(pointer)s is set; remove one of them")
        raise _refuse(name, why, pointer=pointer)
    try:
        return Path(path).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise _refuse(pointer, gettext("%(path)s cannot be read"), path=path) from error


def broker(name: str) -> str:
    """Return the address of Redis or Valkey, or nothing for the folder in the data folder."""
    value = text_or_file(name)
    if not value:
        return ""
    url = _split(name, value)
    if url.scheme not in {"redis", "rediss"} or not url.hostname:
        raise _refuse(name, gettext("must look like redis://host:6379/0"))
    if not re.fullmatch(r"/?\d{0,3}", url.path):
        raise _refuse(name, gettext("must end in the number of a database, such as /0"))
    _refuse_without(name, "redis")
    return value


def database(name: str, default: Path, pool: int) -> dict[str, Any]:
    """Return Django's description of the database named by a URL; SQLite if there is none."""
    value = text_or_file(name)
    if not value:
        return _sqlite(name, default)
    url = _split(name, value)
    if url.scheme == "sqlite":
        return _sqlite(name, _sqlite_path(name, url))
    if url.scheme not in _POSTGRES:
        raise _refuse(name, gettext("must begin with sqlite:/// or postgresql://"))
    return _postgres(name, url, pool)


def _refuse_without(name: str, package: str) -> None:
    if not program.has(package):
        why = gettext("needs a package that is not installed here. Type: %(line)s")
        raise _refuse(name, why, line=program.line_for("server"))


def _split(name: str, value: str) -> SplitResult:
    """Return the parts of an address, whose port is a number.

    The reason of the parser is not repeated: it quotes the address, and a password with a slash or
    a number sign in it counts as its port.
    """
    try:
        url = urlsplit(value)
        _ = url.port  # the parser checks the port only when it is read
    except ValueError:
        why = gettext(
            "is not an address. Signs such as / # ? @ in a password are percent-encoded: / as %%2F"
        )
        raise _refuse(name, why) from None
    return url


def _sqlite_path(name: str, url: SplitResult) -> Path:
    path = unquote(url.path)
    if url.netloc or url.query or url.fragment or not path.strip("/"):
        why = gettext("must look like sqlite:////folder/file or sqlite:///C:/folder/file")
        raise _refuse(name, why)
    if re.match(r"/[A-Za-z]:/", path):
        path = path[1:]
    elif not path.startswith("//"):
        raise _refuse(name, gettext("needs a whole path: four slashes after sqlite:"))
    return Path(path.replace("//", "/", 1))


def _sqlite(name: str, path: Path) -> dict[str, Any]:
    if not path.parent.is_dir():
        why = gettext("the folder %(folder)s does not exist")
        raise _refuse(name, why, folder=path.parent)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": queued_writes.options(),
        # An in-memory database has no second connection, so no write lock to test.
        "TEST": {"NAME": str(path.with_name(f"test-{path.name}"))},
    }


def _postgres(name: str, url: SplitResult, pool: int) -> dict[str, Any]:
    base = unquote(url.path.lstrip("/"))
    if not url.hostname or not base or "/" in base or url.fragment:
        why = gettext("must look like postgresql://user:password@host:5432/name")
        raise _refuse(name, why)
    _refuse_without(name, "psycopg")
    options = dict(parse_qsl(url.query, keep_blank_values=True))
    if strange := sorted(set(options) - _POSTGRES_QUERY):
        why = gettext("does not know the option %(option)r")
        raise _refuse(name, why, option=strange[0])
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": base,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": url.hostname,
        "PORT": str(url.port or ""),
        "CONN_HEALTH_CHECKS": True,
        # A pooler that lends a connection for one transaction would lose a cursor kept outside.
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": {
            **options,
            "pool": {"min_size": 1, "max_size": pool, "timeout": queued_writes.OF_REQUESTS},
        },
    }
