"""Captains' links: they open the page where a team hands in its line-ups, without an account.

A link is drawn for a team and shown once on a slip; drawing is in `slips`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from django.db.models import QuerySet

from clubs.credentials import slips
from clubs.credentials.slips import Holder
from tournaments.base import local_time
from tournaments.entries.roster import captain_of
from tournaments.models import Credential, CredentialKind, Entry, Event
from tournaments.record.audit import Verb, change
from tournaments.results.reading import with_members
from tournaments.results.snapshot_rows import members_of
from tournaments.rights.roles import REFEREES


def _teams(event: Event) -> list[Holder]:
    """Return the teams of an event that have not withdrawn, by number, with their captains."""
    if event.form != Event.Form.TEAMS:
        return []
    rows = _valid_of_event(event).values_list("entry_id", "created_at")
    drawn = dict(rows)
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
    return [
        Holder(
            team.uid,
            team.pk,
            team.number,
            team.name,
            captain_of(members_of(team)),
            drawn.get(team.pk),
        )
        for team in with_members(entries)
    ]


def _valid_of_event(event: Event) -> QuerySet[Credential]:
    rows = Credential.objects.filter(kind=CredentialKind.LINK, revoked_at=None)
    return rows.filter(tournament=event.tournament_id, entry__event=event)


def _valid(event: Event, teams: Collection[int]) -> Iterator[QuerySet[Credential]]:
    yield _valid_of_event(event).filter(entry__in=teams)


SLIPS: Final[slips.SlipKind[Event]] = slips.SlipKind(
    Verb.DRAW_CAPTAIN_LINKS,
    "entry",
    change=lambda event, actor, verb: change(event.tournament, actor, verb),
    office=lambda event: (event, REFEREES),
    place=lambda event: {"tournament": event.tournament},
    secret=lambda _event: CredentialKind.LINK,
    holders=_teams,
    valid=_valid,
    concerns=lambda event: {"event": event},
    notes=lambda _kind, uids: {"entries": uids},
)


def drawn(link: str) -> Credential | None:
    """Return the credential of a link, valid or ended; None for one that was never drawn."""
    return slips.behind(link, CredentialKind.LINK, "entry", "entry__event__tournament__club")


def entry_of(link: str) -> Entry | None:
    """Return the team whose page a link opens; None for an invalid link.

    The page of a withdrawn team can still be read.
    """
    row = drawn(link)
    if row is None or row.entry is None or row.revoked_at is not None:
        return None
    local_time.enter(row.entry.event.tournament)
    return row.entry
