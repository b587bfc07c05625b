"""Plays the events of a stored data folder, backs it up and stores its figures: see
`data_folder`.
"""

from __future__ import annotations

import getpass
import json
import socket
import sys
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.utils import translation

from clubs.credentials import club_accounts, new_passwords
from config.management import copy_commands as commands
from config.simulation.rehearsal.hall import House
from scripts import data_events, data_forms, data_rulings, data_scenes
from scripts.data_floor import Floor
from scripts.fixed_chance import fixed
from tests.installations import figures
from tournaments import organise
from tournaments.checks.recount import recount, recount_shown
from tournaments.checks.verification import verify
from tournaments.jobs import tasks
from tournaments.jobs.models import Job
from tournaments.models import Event, Role, Tournament, User
from tournaments.record import guards
from tournaments.record.audit import Actor
from tournaments.system import installation
from web.publish import documents
from web.publish.documents import Subject

BEGINS: Final = datetime(2026, 11, 21, 1, tzinfo=UTC)
CLUB: Final = "测试俱乐部"
PASSWORD: Final = "test-only-password"  # noqa: S105
ADDRESS: Final = "http://192.0.2.7:8000"
"""An address of those that are kept for examples."""
SCENES: Final = (
    data_scenes.evening,
    data_scenes.revoke,
    data_scenes.two_records,
    data_scenes.own_phone,
    data_forms.extra_deal,
    data_forms.time_called,
    data_forms.withdrawn_draw,
    data_forms.teams,
    data_forms.other_rules,
    data_forms.hands,
    data_rulings.official_rulings,
    data_rulings.faced_hands,
    data_rulings.fouled_board,
    data_rulings.season,
)
MADE: Final = ("standings", "standings_csv", "results_csv")
"""The documents that are made of one event; one more is ordered and waits."""
WAITS: Final = "results_xlsx"
ABOUT: Final = (
    "What the copy beside this file comes to. Its keys were made for it alone and open nothing"
    " anywhere else. Never changed by hand, never made again."
)
LINES: Final = 3
"""The depth in the file from which each value has one line."""
SHORT: Final = 3
"""Names of at most so many letters are ignored: they occur by accident."""


def make(data: Path, target: Path) -> None:
    """Write both files. Ends the program if something is missing or names this machine."""
    named = f"installation-{settings.VERSION}"
    copy, notes = target / f"{named}.zip", target / f"{named}.json"
    if copy.exists() or notes.exists():
        sys.exit(f"{copy.name} is there already, and is never made again.")
    call_command("prepare", "serve", verbosity=0)
    with fixed(f"test-only-{settings.VERSION}", BEGINS), translation.override("zh-hans"):
        keys = _play()
    _insist("empty", _empty_tables())
    _insist("not sound", _unsound_records())
    if commands.backup(copy, data):
        sys.exit("There is no copy.")
    if telling := list(_telling_parts(copy, data)):
        copy.unlink()
        _insist("telling of this machine", telling)
    notes.write_text(_figures_text(keys), "utf-8")


def _play() -> Mapping[str, str]:
    house = _house()
    floor = _floor(house)
    for scene in SCENES:
        scene(floor)
    data_events.play_all(house, _say)
    _accounts(floor)
    _documents(floor)
    installation.note_address(ADDRESS)
    return {"account": house.director.username, "password": PASSWORD, **floor.secrets}


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _house() -> House:
    """Make the club with its accounts."""
    names = ("test-director", "test-referee")
    owner, referee = (User.objects.create_user(name, password=PASSWORD) for name in names)
    return House(organise.create_club(CLUB, owner), owner, referee)


def _floor(house: House) -> Floor:
    tournament = data_events.tournament_of(house, "裁判席")
    for role in (Role.REFEREE, Role.CHIEF_REFEREE):
        organise.grant_role(Actor.from_user(house.director), tournament, house.referee, role)
    return Floor(tournament, house.director, house.referee, {})


def _accounts(floor: Floor) -> None:
    """Let the owner set a new password for a helper, and revoke the helper's role."""
    club, owner = floor.tournament.club, floor.director
    helper = User.objects.create_user("test-helper", password=PASSWORD)
    role = organise.grant_role(Actor.from_user(owner), floor.tournament, helper, Role.REFEREE)
    link = new_passwords.find(new_passwords.make_link(club, helper, owner))
    if link is None:
        raise LookupError("the link to a new password was just made")
    new_passwords.set_by_link(link, PASSWORD)
    club_accounts.revoke_role(club, role, owner)


def _documents(floor: Floor) -> None:
    """Make documents of the first event, and leave one in the queue."""
    events = Event.objects.select_related("tournament__club", "ruleset")
    event = events.filter(tournament=floor.tournament).order_by("pk")[0]
    for kind in (*MADE, WAITS):
        wanted = documents.find(kind).prepare(Subject(event, ADDRESS))
        documents.order(wanted, longest_queue=len(MADE) + 1)
    for job in Job.objects.filter(kind__in=MADE).order_by("pk"):
        tasks.perform(job.uid)


def _empty_tables() -> Iterator[str]:
    """Yield the append-only tables without a row."""
    guarded = guards.guarded_tables()
    for model in apps.get_models():
        if model._meta.db_table in guarded and not model._default_manager.exists():
            yield model._meta.db_table


def _unsound_records() -> Iterator[str]:
    """Yield the faults of any tournament, and the jobs that failed."""
    for tournament in Tournament.objects.order_by("pk"):
        yield from (f"{tournament.name}: {fault}" for fault in verify(tournament))
        yield from (
            f"{tournament.name}: {difference}"
            for difference in (*recount(tournament), *recount_shown(tournament))
        )
    yield from map(str, Job.objects.exclude(error_text=""))


def _telling_parts(copy: Path, data: Path) -> Iterator[str]:
    """Yield the parts of the backup that name this machine."""
    named = {str(data), str(data.parent), str(Path.cwd()), str(Path.home())}
    named |= {name for name in (getpass.getuser(), socket.gethostname()) if len(name) > SHORT}
    words = [word.encode() for word in named]
    with zipfile.ZipFile(copy) as packed:
        for part in packed.namelist():
            content = packed.read(part)
            yield from (f"{part}: {word.decode()}" for word in words if word in content)


def _insist(what: str, faults: Iterator[str] | list[str]) -> None:
    if named := list(faults):
        sys.exit("\n".join([f"{what}:", *named]))


def _figures_text(keys: Mapping[str, str]) -> str:
    """Return the figures in their stored form."""
    noted: dict[str, Any] = {
        "about": ABOUT,
        "version": settings.VERSION,
        "append_only": guards.guarded_tables(),
        "keys": dict(keys),
        "figures": figures.read(keys),
    }
    return laid_out(noted) + "\n"


def laid_out(value: Any, depth: int = 0) -> str:
    """Return a value as JSON, one line for each tournament, event, round or result."""
    if depth == LINES or not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    blank = " " * (depth + 1)
    inner = (
        f"{blank}{json.dumps(name)}: {laid_out(item, depth + 1)}" for name, item in value.items()
    )
    return "{\n" + ",\n".join(inner) + "\n" + blank[1:] + "}"
