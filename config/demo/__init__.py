"""The tournament in progress that `demo` shows, and the accounts to look at it with."""

from __future__ import annotations

from config.demo import accounts, evening


def seed() -> None:
    """Make what the demo shows; again is harmless, also after it was stopped half-way."""
    users = {user.username: user for user in accounts.create()}
    evening.play(owner=users["owner"], director=users["director"], referee=users["referee"])
