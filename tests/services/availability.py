"""The one place where a test may be skipped: a service that this machine does not have."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


class Unavailable(Exception):
    """A service cannot be had; says which, and the command that would bring it."""

    def __init__(self, service: str, command: str) -> None:
        super().__init__(f"no {service} on this machine; this brings it: {command}")


def are_required() -> bool:
    return os.environ.get("REQUIRE_SERVICES", "0") not in {"", "0"}


def skip_or_fail(lack: Unavailable) -> NoReturn:
    if are_required():
        pytest.fail(str(lack), pytrace=False)
    pytest.skip(str(lack))
