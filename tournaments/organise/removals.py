"""Deletion of empty events, without a published round, and of tournaments without events.

Their rows stay, hidden from everybody, because the log and the revisions of pages count them; the
persons of a deleted event are removed.
"""

from __future__ import annotations

from django.db.models import ProtectedError

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import (
    Adjustment,
    Club,
    Deal,
    Event,
    EventState,
    Payment,
    Person,
    Round,
    Tournament,
    TournamentState,
)
from tournaments.organise.drawing import held_places
from tournaments.organise.settings import published_round
from tournaments.persons.entering import forget_persons
from tournaments.record import audit, club_log
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS


def event_problems(event: Event) -> list[Problem]:
    """Return why an event cannot be deleted: a round was published, or fees are paid."""
    if event.state not in (EventState.PUBLISHED, EventState.DRAFT):
        return [refuse(Reason.EVENT_NOT_RUNNING)]
    first = published_round(event)
    if first is not None:
        return [refuse(PlanReason.EVENT_PUBLISHED, number=first)]
    return (
        [refuse(Reason.EVENT_HAS_PAYMENTS)] if event.payments.filter(Payment.LIVE).exists() else []
    )


def delete_event(event: Event, actor: Actor) -> None:
    """Delete an event with its entries and drafts; places go back if it was the last open one.

    Raises Refused once a round was published, and if fees are paid.

    Entries that a withdrawn draw, a penalty or a reversed payment names stay in the record, hidden.
    """
    with change(event.tournament, actor, Verb.DELETE_EVENT) as made:
        event = Event.objects.get(pk=event.pk)
        if problems := event_problems(event):
            raise Refused(*problems)
        made.concerns(event=event)
        made.note(entries=event.entries.count())
        _delete_drafts(made, event)
        rows = (event.rounds, event.payments, Adjustment.objects.filter(event=event))
        is_named = any(row.exists() for row in rows)
        if not is_named:
            _delete_unnamed(made, event)
        Event.objects.filter(pk=event.pk).update(state=EventState.CANCELLED)
        held_places.settle(made)
        made.shows(event)


def tournament_problems(tournament: Tournament) -> list[Problem]:
    """Return why a tournament cannot be deleted: it has events."""
    events = tournament.events.exclude(state=EventState.CANCELLED).count()
    return [refuse(PlanReason.TOURNAMENT_NOT_EMPTY, events=events)] if events else []


def delete_tournament(club: Club, tournament: Tournament, actor: Actor) -> None:
    """Delete a tournament that has no events; the logs of the club and of the tournament record
    it.
    """
    with club_log.change(club, actor, Verb.DELETE_TOURNAMENT) as made:
        held_offices.check(made, tournament, DIRECTORS)
        made.concerns(tournament=tournament)
        with audit.share(tournament, actor, Verb.DELETE_TOURNAMENT):
            if problems := tournament_problems(tournament):
                raise Refused(*problems)
            rows = Tournament.objects.filter(pk=tournament.pk)
            rows.update(state=TournamentState.CANCELLED)


def _delete_drafts(made: Change, event: Event) -> None:
    drafts = list(event.rounds.filter(state=Round.State.DRAFT))
    # A game (局) protects its deals, so they are deleted first.
    Deal.objects.filter(sitting__segment__match__round__in=drafts).delete()
    event.rounds.filter(pk__in=[draft.pk for draft in drafts]).delete()
    made.ends(*drafts)


def _delete_unnamed(made: Change, event: Event) -> None:
    """Delete the entries that no ruling, warning or decision names."""
    entries = list(event.entries.all())
    persons = list(Person.objects.filter(entry_members__entry__event=event).distinct())
    try:
        event.entries.all().delete()
    except ProtectedError:
        return
    made.ends(*entries, *forget_persons([person.pk for person in persons]))
