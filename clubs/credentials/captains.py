"""Captains' links: they open the page where a team hands in its line-ups, without an account.

A link is drawn for a team and shown once on a slip; only its hash is kept. A new link ends the
former one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from clubs.credentials.player_credentials import LINK, STATE_LENGTH, new_link
from tournaments.base import local_time
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.roster import captain_of
from tournaments.models import Credential, CredentialKind, Entry, Event
from tournaments.record.audit import Actor, Verb, change
from tournaments.record.digest import digest, sha256
from tournaments.results.entry_rows import members_of
from tournaments.results.reading import with_members


@dataclass(frozen=True, slots=True)
class CaptainSlip:
    """The slip of a captain: the team, its captain, and its link."""

    number: int
    team: str
    captain: str
    link: str


@dataclass(frozen=True, slots=True)
class CaptainedTeam:
    """A team with its captain and the time of its valid link."""

    uid: str
    number: int
    team: str
    captain: str
    drawn_at: datetime | None


def captained_teams(event: Event) -> list[CaptainedTeam]:
    """Return the teams of an event that have not withdrawn, by number, with their captains."""
    valid = _valid_credentials(event)
    rows = Credential.objects.filter(pk__in=valid)
    drawn = dict(rows.values_list("entry_id", "created_at"))
    return [
        CaptainedTeam(
            team.uid, team.number, team.name, captain_of(members_of(team)), drawn.get(team.pk)
        )
        for team in _teams(event)
    ]


def state(teams: Sequence[CaptainedTeam]) -> str:
    """Return a digest of the valid links, which changes as soon as any is drawn."""
    return digest([[team.uid, team.drawn_at] for team in teams])[:STATE_LENGTH]


def draw(
    event: Event, actor: Actor, entries: Collection[str], *, seen: str | None = None
) -> list[CaptainSlip]:
    """Draw new links for these teams, by uid, and return their slips.

    Raises Refused where `seen`, the state on the page, has changed.
    """
    wanted = [team for team in _teams(event) if team.uid in entries]
    drawn = {entry.pk: new_link() for entry in wanted}
    with change(event.tournament, actor, Verb.DRAW_CAPTAIN_LINKS) as made:
        if seen is not None and seen != state(captained_teams(event)):
            raise Refused(refuse(Reason.SLIPS_DRAWN))
        former = Credential.objects.filter(pk__in=_valid_credentials(event), entry__in=drawn)
        former.update(revoked_at=timezone.now())
        Credential.objects.bulk_create(
            Credential(
                tournament=event.tournament,
                kind=CredentialKind.LINK,
                entry_id=pk,
                secret_hash=sha256(link),
            )
            for pk, link in drawn.items()
        )
        made.concerns(event=event)
        made.note(entries=sorted(entry.uid for entry in wanted))
    return [
        CaptainSlip(team.number, team.name, captain_of(members_of(team)), drawn[team.pk])
        for team in wanted
    ]


def entry_of(link: str) -> Entry | None:
    """Return the team whose page a link opens; None for an invalid link.

    The page of a withdrawn team can still be read.
    """
    if not LINK.fullmatch(link):
        return None
    credentials = Credential.objects.select_related("entry__event__tournament__club").filter(
        kind=CredentialKind.LINK,
        revoked_at=None,
        entry__isnull=False,
        secret_hash=sha256(link),
    )
    row = credentials.first()
    if row is None or row.entry is None:
        return None
    local_time.enter(row.entry.event.tournament)
    return row.entry


def _teams(event: Event) -> list[Entry]:
    if event.form != Event.Form.TEAMS:
        return []
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
    return list(with_members(entries))


def _valid_credentials(event: Event) -> list[int]:
    rows = Credential.objects.filter(
        tournament=event.tournament_id, kind=CredentialKind.LINK, revoked_at=None
    )
    return list(rows.filter(entry__event=event).values_list("pk", flat=True))
