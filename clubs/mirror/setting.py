"""The settings of a club's mirror, and what is noted of each push."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings

from scoring.problems import Problem
from tournaments.base.refusals import Refused, refuse
from tournaments.codes import WordedCode, worded
from tournaments.models import Club, Mirror
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.rights import held_offices
from tournaments.rights.roles import OWNERS
from tournaments.system import sealed_secrets

_SALT: Final = "huapai.mirror"


class MirrorProblem(WordedCode):
    """Why a mirror cannot be kept as it was typed."""

    NO_SECRETS = worded(
        "mirror_no_secrets",
        "Secrets cannot be kept here: a package is missing. Type: %(line)s",
    )


@dataclass(frozen=True, slots=True)
class MirrorPlan:
    """Where the public pages are pushed to, by what, and where others read them.

    Without a new `secret` the stored one stays. `events` are uids of events and tournaments.
    """

    destination: str
    address: str
    endpoint: str = ""
    region: str = ""
    key: str = ""
    secret: str = ""
    events: Sequence[str] = ()
    is_indexed: bool = False


def set_mirror(club: Club, actor: Actor, plan: MirrorPlan) -> None:
    """Lay down the mirror of a club; without a destination it has none. The log holds no secret.

    Raises Refused for a secret where nothing can be encrypted, and for an account that no longer
    owns the club.
    """
    if plan.secret and not sealed_secrets.IS_AVAILABLE:
        line = settings.LINE_FOR_HTTPS
        raise Refused(refuse(MirrorProblem.NO_SECRETS, field="secret", line=line))
    with club_log.change(club, actor, Verb.SET_MIRROR) as made:
        held_offices.check(made, club, OWNERS)
        columns: dict[str, object] = {
            "destination": plan.destination,
            "endpoint": plan.endpoint,
            "region": plan.region,
            "key": plan.key,
            "is_indexed": plan.is_indexed,
            "state": "",
            "fault": "",
            "advice": "",
        }
        if plan.secret:
            columns["secret"] = sealed_secrets.seal(plan.secret, _SALT)
        elif not Mirror.objects.filter(
            club=club, destination=plan.destination, endpoint=plan.endpoint, key=plan.key
        ).exists():
            # A secret is told to the store for which it was typed, and to no other.
            columns["secret"] = ""
        Mirror.objects.update_or_create(club=club, defaults=columns)
        club.mirror_address = plan.address.rstrip("/") if plan.destination else ""
        club.mirror_events = sorted(plan.events)
        Club.objects.filter(pk=club.pk).update(
            mirror_address=club.mirror_address, mirror_events=club.mirror_events
        )
        made.note(has_mirror=bool(plan.destination))


def secret_of(mirror: Mirror) -> str:
    """Return the secret by which a store lets this installation in."""
    return sealed_secrets.unseal(mirror.secret, _SALT) if mirror.secret else ""


def note_pushed(mirror: Mirror, state: str, at: datetime, advice: Problem | None) -> None:
    """Note that a mirror shows a state; `advice` is what is wrong with how it is read."""
    _update(mirror, state=state, pushed_at=at, heard_at=at, fault="", advice=_text(advice))


def note_heard(mirror: Mirror, at: datetime) -> None:
    """Note that the store answered, and nothing had changed."""
    _update(mirror, heard_at=at, fault="")


def note_fault(mirror: Mirror, problem: Problem) -> None:
    """Note why nothing could be pushed; it is tried again."""
    _update(mirror, fault=_text(problem))


def _update(mirror: Mirror, **columns: object) -> None:
    # Other settings name another mirror, to which nothing was pushed yet.
    Mirror.objects.filter(
        pk=mirror.pk,
        destination=mirror.destination,
        endpoint=mirror.endpoint,
        region=mirror.region,
    ).update(**columns)


def _text(problem: Problem | None) -> str:
    return json.dumps(problem.as_json(), ensure_ascii=False) if problem else ""
