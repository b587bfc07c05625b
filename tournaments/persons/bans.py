"""禁赛 of a club: persons barred from its events between two days, by whose decision and why.

Officials are warned at entry; nobody else is told. A suspension by a ruling of one event is no ban:
see `results.suspensions`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import Club, ClubBan, Person, Tournament
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import all_of, canonical
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.record.club_log import ClubChange
from tournaments.record.once import once
from tournaments.rights import held_offices
from tournaments.rights.roles import OWNERS


@dataclass(frozen=True, slots=True)
class BanTerms:
    """The terms of a ban: first and last day, both included, the deciding body, and the reason."""

    from_day: date
    until_day: date
    decided_by: str
    reason: str


def ban(club: Club, actor: Actor, person: Person, terms: BanTerms) -> ClubBan:
    """Ban a person from the events of a club; the same ban again is that one, and is not logged.

    Raises Refused for days in the wrong order, and without a reason.
    """
    problems = []
    if terms.until_day < terms.from_day:
        problems.append(refuse(PersonReason.BAN_DAYS, field="until_day"))
    said = {"decided_by": terms.decided_by, "reason": terms.reason}
    problems += [
        refuse(Reason.REASON_MISSING, field=field) for field, text in said.items() if not tidy(text)
    ]
    if problems:
        raise Refused(*problems)
    columns = {
        "from_day": terms.from_day,
        "until_day": terms.until_day,
        "decided_by": tidy(terms.decided_by),
        "reason": tidy(terms.reason),
    }

    def store(made: ClubChange) -> ClubBan:
        held_offices.check(made, club, OWNERS)
        banned_person = canonical(club.persons.select_related("same_as").get(pk=person.pk))
        made.concerns(person=banned_person)
        return ClubBan.objects.create(club=club, person=banned_person, **columns)

    same = of_person(club, person).filter(lifted_on=None, **columns)
    return once(lambda: same.all().first(), club, actor, Verb.BAN_PERSON, store)


def lift(row: ClubBan, actor: Actor) -> None:
    """Lift a ban before its end. Raises Refused for one that is over."""
    with club_log.change(row.club, actor, Verb.LIFT_BAN) as made:
        held_offices.check(made, row.club, OWNERS)
        made.concerns(person=row.person)
        today = timezone.localdate()
        going_on = ClubBan.objects.filter(pk=row.pk, lifted_on=None, until_day__gte=today)
        if not going_on.update(lifted_on=today):
            raise Refused(refuse(PersonReason.BAN_OVER))


def of_person(club: Club, person: Person) -> QuerySet[ClubBan]:
    """Return the bans of a person in a club, the newest first."""
    rows = ClubBan.objects.filter(club=club, person__in=all_of(person))
    return rows.select_related("person", "club").order_by("-from_day", "-pk")


def banned(tournament: Tournament, persons: Iterable[Person]) -> list[str]:
    """Return the names of the given persons who are banned on the day of a tournament."""
    keys: Collection[int] = {person.same_as_id or person.pk for person in persons}
    if not keys:
        return []
    rows = _of_day(tournament).filter(Q(person__in=keys) | Q(person__same_as__in=keys))
    return sorted({row.person.listed_name for row in rows.select_related("person")})


def ban_problems(
    tournament: Tournament, persons: Iterable[Person], field: str = "names"
) -> list[Problem]:
    """Return the problem that some persons are banned, with their names; none if nobody is."""
    names = tuple(banned(tournament, persons))
    return [refuse(PersonReason.BANNED_PERSON, field=field, names=names)] if names else []


def is_banned(tournament: Tournament, person: str) -> Exists:
    """Return an expression for whether a person is banned on that day, to annotate rows with."""
    same = Q(person=OuterRef(person)) | Q(person=OuterRef(f"{person}__same_as"))
    return Exists(_of_day(tournament).filter(same | Q(person__same_as=OuterRef(person))))


def _of_day(tournament: Tournament) -> QuerySet[ClubBan]:
    day = tournament.starts_on
    return ClubBan.objects.filter(
        club=tournament.club_id, lifted_on=None, from_day__lte=day, until_day__gte=day
    )
