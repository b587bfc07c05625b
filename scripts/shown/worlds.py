"""The two worlds whose papers and pages are compared, and the accounts that see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.core.management import call_command
from django.utils import translation

from clubs.credentials import grants
from clubs.credentials.grants import Grant
from config.simulation import demo
from scripts.fixed_chance import fixed
from scripts.shown import addresses, papers
from tournaments import organise
from tournaments.jobs import tasks
from tournaments.jobs.models import LIVE, Job
from tournaments.models import Membership, Role, User
from tournaments.record.audit import Actor

Roles = Mapping[str, User | None]

BEGINS: Final = datetime(2026, 11, 21, 1, tzinfo=UTC)
LOOKS: Final = datetime(2026, 11, 22, 3, tzinfo=UTC)
LANGUAGES: Final = ("zh-hans", "en")
GIVEN: Final[Mapping[str, tuple[Role, tuple[int, ...]]]] = {
    "director": (Role.DIRECTOR, ()),
    "referee": (Role.REFEREE, ()),
    "table-referee": (Role.REFEREE, (1,)),
    "scorer": (Role.SCORER, ()),
}
PASSWORD: Final = "test-only-password"  # noqa: S105


def render(world: str, folder: Path, most: int | None) -> None:
    """Make a world in the data folder of this process, and write all its output."""
    with fixed(f"shown-{world}", BEGINS), translation.override("zh-hans"):
        roles = MAKERS[world]()
    for language in LANGUAGES:
        with fixed(f"papers-{world}", LOOKS):
            papers.write(folder / world / language / "documents", language)
        for role, account in roles.items():
            with fixed(f"pages-{world}-{role}", LOOKS):
                addresses.write(folder / world / language / role, language, account, most)


def _restored_world() -> Roles:
    """Restore the data of version 0.1, with the current tables."""
    call_command("migrate", verbosity=0)
    return _roles()


def _played_demo() -> Roles:
    """Play the demo to its end, with all its jobs."""
    call_command("prepare", "demo", verbosity=0)
    demo.seed()
    demo.play(None, lambda _done, _of: None)()  # type: ignore[arg-type] - it asks its job nothing
    for uid in Job.objects.filter(state__in=LIVE).order_by("pk").values_list("uid", flat=True):
        tasks.perform(uid)
    return _roles()


MAKERS: Final[Mapping[str, Callable[[], Roles]]] = {"left": _restored_world, "demo": _played_demo}


def _roles() -> Roles:
    """Return a stranger, the owner, and an account for each role in every tournament."""
    held = Membership.objects.filter(role=Role.OWNER).order_by("pk")
    owners = {membership.club: membership.user for membership in held if membership.club}
    accounts = {
        name: User.objects.create_user(f"shown-{name}", password=PASSWORD) for name in GIVEN
    }
    for club, owner in owners.items():
        for tournament in club.tournaments.order_by("pk"):
            for name, (role, tables) in GIVEN.items():
                held = organise.grant_role(Actor.from_user(owner), tournament, accounts[name], role)
                if tables:
                    grants.limit(club, held, owner, Grant(role, tournament, tables=tables))
    return {"stranger": None, "owner": next(iter(owners.values())), **accounts}
