"""What stands in for rows and for what is refused, in tests that have no database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from types import ModuleType
from typing import Any

import pytest

from tournaments.base.refusals import Refused
from tournaments.rights import ruling_offices


def codes(call: Callable[[], object]) -> list[str]:
    """Return the codes of all for which something is refused."""
    with pytest.raises(Refused) as refused:
        call()
    return [str(problem.code) for problem in refused.value.problems]


def under_the_lock(monkeypatch: pytest.MonkeyPatch, module: ModuleType, made: Any = None) -> None:
    """Let a module's changes open without a database, for an official whose right lasts."""
    monkeypatch.setattr(module, "change", lambda *_all: nullcontext(made))
    monkeypatch.setattr(ruling_offices, "check_change", lambda *_all: None)


class Rows(list[Any]):
    """Rows as a related manager gives them."""

    def all(self) -> Rows:
        return self

    def order_by(self, *_names: str) -> Rows:
        return self

    def filter(self, **_more: Any) -> Rows:
        return self

    def exists(self) -> bool:
        return bool(self)

    def first(self) -> Any:
        return self[0] if self else None
