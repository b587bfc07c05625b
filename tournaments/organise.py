"""The director's operations: clubs, tournaments, events, entries, and rounds from draw to close."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scoring.game import find, names
from scoring.problems import Problem, ProblemCode, RulesRefused
from tournaments import ledger, queries
from tournaments.audit import Actor, Change, Verb, change
from tournaments.digest import digest
from tournaments.models import (
    Club,
    Deal,
    Entry,
    EntryMember,
    Event,
    Group,
    Match,
    Membership,
    Person,
    Publication,
    Role,
    Round,
    RuleSet,
    Seat,
    Segment,
    Side,
    Sitting,
    Stage,
    Table,
    Tournament,
    User,
)
from tournaments.names import tidy
from tournaments.pairing import individual
from tournaments.refusals import Reason, Refused, refuse

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6
MOST_ENTRIES = 1000
NAME_LENGTH = 120


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What a director says of a new event. `rules` is a preset with dimensions that differ."""

    name: str
    game: str
    rules: dict[str, object]
    deals_per_round: int = 8
    form: str = Event.Form.INDIVIDUAL


def create_club(name: str, owner: User) -> Club:
    """Create a club with its first owner."""
    with transaction.atomic():
        club = Club.objects.create(name=name)
        Membership.objects.create(user=owner, club=club, role=Role.OWNER)
    return club


def create_tournament(
    club: Club,
    actor: Actor,
    *,
    name: str,
    starts_on: date,
    place: str = "",
    time_zone: str,
) -> Tournament:
    """Create a tournament; it runs at once and its log begins."""
    tournament = Tournament(
        club=club,
        name=name,
        place=place,
        starts_on=starts_on,
        time_zone=time_zone,
        state=Tournament.State.RUNNING,
    )
    with change(tournament, actor, Verb.CREATE_TOURNAMENT) as made:
        made.made(tournament)
    return tournament


def create_event(tournament: Tournament, actor: Actor, plan: EventPlan) -> Event:
    """Create an event with the whole dictionary of its rules, and its first stage and group.

    Raises Refused with every problem of the game's name, the form and the rules.
    """
    ruleset = _ruleset(plan)
    with change(tournament, actor, Verb.CREATE_EVENT) as made:
        ruleset.save()
        event = Event.objects.create(
            tournament=tournament,
            number=tournament.events.count() + 1,
            name=plan.name,
            game=plan.game,
            form=plan.form,
            ruleset=ruleset,
            deals_per_round=plan.deals_per_round,
            state=Event.State.PUBLISHED,
        )
        Group.objects.create(stage=Stage.objects.create(event=event, number=1), number=1)
        made.made(ruleset, event)
        made.shows(event)
    return event


def add_entries(event: Event, actor: Actor, members: Sequence[Sequence[str]]) -> list[Entry]:
    """Enter competitors, each a list of its members' names, in this order.

    Raises Refused with every name that is missing or stands twice, and once a round was drawn.
    """
    with change(event.tournament, actor, Verb.ADD_ENTRY) as made:
        problems = _entry_problems(event, members)
        if problems:
            raise Refused(*problems)
        first = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
        entries = [_enter(event, n, names) for n, names in enumerate(members, first)]
        made.made(*entries)
        made.shows(event)
    return entries


def remove_entry(entry: Entry, actor: Actor) -> None:
    """Take an entry out again before any round was drawn with it; the others keep their numbers.

    Raises Refused once a round stands or ever had the entry in it.
    """
    event = entry.event
    with change(event.tournament, actor, Verb.REMOVE_ENTRY) as made:
        made.concerns(entry=entry)
        made.note(number=entry.number)
        if _has_standing_round(event) or entry.sides.exists():
            raise Refused(refuse(Reason.ENTRIES_CLOSED))
        persons = list(entry.members.values_list("person", flat=True))
        Entry.objects.filter(pk=entry.pk).delete()
        # Nobody's name is kept who takes part in nothing.
        Person.objects.filter(pk__in=persons, entry_members=None, seats=None).delete()
        made.shows(event)


def draw_round(event: Event, actor: Actor, *, seed: str = "") -> Round:
    """Draw the next round of an event as a draft, from `seed` or from a new one.

    Raises Refused while a round is open, and when the entries do not fill the tables.
    """
    seed = seed or secrets.token_hex(8)
    labels = _labels(event)
    with change(event.tournament, actor, Verb.DRAW_ROUND) as made:
        entries = list(event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number"))
        _check_draw(event, len(entries), len(labels))
        history = queries.seating_history(event)
        numbered = {str(entry.number): entry for entry in entries}
        drawn = individual.draw(list(numbered), labels, history, seed)
        round_ = _store_draw(event, drawn, numbered)
        made.made(round_)
        made.note(seed=seed, algorithm=drawn.algorithm, input=round_.input_digest)
    return round_


def discard_round(round_: Round, actor: Actor) -> None:
    """Throw a drawn round away before anybody saw it; its seed stays in the log."""
    with change(round_.event.tournament, actor, Verb.DISCARD_ROUND) as made:
        made.concerns(round=round_)
        made.note(seed=round_.seed)
        drafts = Round.objects.filter(pk=round_.pk, state=Round.State.DRAFT)
        if not drafts.delete()[0]:
            raise Refused(refuse(Reason.ROUND_NOT_DRAFT, number=round_.number))


def publish_round(round_: Round, actor: Actor) -> None:
    """Publish a drawn round: from now on it is played, and the rules are frozen."""
    event = round_.event
    with change(event.tournament, actor, Verb.PUBLISH_ROUND) as made:
        _move(round_, Round.State.DRAFT, Round.State.PUBLISHED, Reason.ROUND_NOT_DRAFT)
        rules = round_.group.stage.ruleset or event.ruleset
        RuleSet.objects.filter(pk=rules.pk, frozen_at=None).update(frozen_at=timezone.now())
        made.concerns(round=round_)
        ledger.publish(
            made, event, Publication.Kind.DRAW, queries.shown_draw(round_), round_=round_
        )


def close_round(round_: Round, actor: Actor) -> None:
    """Close a round in which every deal has a result, and publish the standings after it.

    Raises Refused while deals lack a result or something is held open.
    """
    event = round_.event
    with change(event.tournament, actor, Verb.CLOSE_ROUND) as made:
        problems = _close_problems(round_)
        if problems:
            raise Refused(*problems)
        _move(round_, Round.State.PUBLISHED, Round.State.CLOSED, Reason.ROUND_NOT_IN_PLAY)
        made.concerns(round=round_)
        kind = Publication.Kind.STANDINGS
        ledger.publish(made, event, kind, _shown_standings(event), round_=round_)


def grant_role(made_by: Actor, tournament: Tournament, user: User, role: Role) -> Membership:
    """Give an account a role in one tournament; again is harmless."""
    with change(tournament, made_by, Verb.GRANT_ROLE) as made:
        return grant(made, user, role)


def grant(made: Change, user: User, role: Role) -> Membership:
    """Give an account a role in the tournament of an open change."""
    membership, is_new = Membership.objects.get_or_create(
        user=user, tournament=made.tournament, role=role
    )
    if is_new:
        made.made(membership)
    made.concerns(membership=membership)
    made.note(role=str(role), account=user.uid)
    return membership


def new_table_code() -> str:
    """Return a short code of letters and digits that are not taken for one another."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def _ruleset(plan: EventPlan) -> RuleSet:
    problems = []
    if plan.form != Event.Form.INDIVIDUAL:
        problems.append(refuse(Reason.FORM_NOT_OFFERED, field="form"))
    if plan.game not in names():
        unknown = Problem(ProblemCode.UNKNOWN_GAME, "game", values=(("name", plan.game),))
        raise Refused(*problems, unknown)
    game = find(plan.game)
    try:
        rules = game.for_fixed_deals(game.rules(plan.rules)).as_dict()
    except RulesRefused as refused:
        raise Refused(*problems, *refused.problems) from refused
    if problems:
        raise Refused(*problems)
    name = str(plan.rules.get("preset", plan.game))
    return RuleSet(game=plan.game, name=name, rules=rules, schema=game.schema, digest=digest(rules))


def _entry_problems(event: Event, members: Sequence[Sequence[str]]) -> list[Problem]:
    problems = []
    if _has_standing_round(event):
        problems.append(refuse(Reason.ENTRIES_CLOSED))
    if event.entries.count() + len(members) > MOST_ENTRIES:
        problems.append(refuse(Reason.ENTRIES_TOO_MANY, field="names", most=MOST_ENTRIES))
    taken = set(queries.member_names(event))
    for line, names_ in enumerate(members, 1):
        for name in map(tidy, names_):
            problems += _name_problems(name, line, taken)
            taken.add(name)
    return problems


def _has_standing_round(event: Event) -> bool:
    return event.rounds.exclude(state=Round.State.CANCELLED).exists()


def _name_problems(name: str, line: int, taken: Collection[str]) -> list[Problem]:
    if not name:
        return [refuse(Reason.ENTRY_NAME_MISSING, field="names", line=line)]
    if len(name) > NAME_LENGTH:
        return [refuse(Reason.ENTRY_NAME_TOO_LONG, field="names", line=line, most=NAME_LENGTH)]
    if name in taken:
        return [refuse(Reason.ENTRY_NAME_TWICE, field="names", line=line, name=name)]
    return []


def _enter(event: Event, number: int, members: Sequence[str]) -> Entry:
    entry = Entry.objects.create(event=event, number=number)
    for order, name in enumerate(members, 1):
        person = Person.objects.create(club=event.tournament.club, name=tidy(name))
        EntryMember.objects.create(entry=entry, person=person, number=order)
    return entry


def _labels(event: Event) -> tuple[str, ...]:
    game = queries.game_of(event)
    return game.seats(game.rules(event.ruleset.rules))


def _check_draw(event: Event, entries: int, size: int) -> None:
    problems = []
    open_rounds = event.rounds.filter(state__in=[Round.State.DRAFT, Round.State.PUBLISHED])
    if open_rounds.exists():
        problems.append(refuse(Reason.ROUND_OPEN, number=open_rounds[0].number))
    if entries < size:
        problems.append(refuse(Reason.ENTRIES_TOO_FEW, entries=entries, size=size))
    elif entries % size:
        problems.append(refuse(Reason.ENTRIES_NOT_DIVISIBLE, entries=entries, size=size))
    if problems:
        raise Refused(*problems)


def _store_draw(event: Event, drawn: individual.Draw, entries: dict[str, Entry]) -> Round:
    group = Group.objects.get(stage__event=event)
    tables = _at_free_tables(event, drawn)
    round_ = Round.objects.create(
        event=event,
        group=group,
        number=len(queries.rounds(event)) + 1,
        seed=drawn.seed,
        algorithm=drawn.algorithm,
        input_digest=digest([list(entries), [s.seats for s in queries.seating_history(event)]]),
        reasons=[_reasons(seating, entries) for seating in tables],
    )
    for seating in tables:
        _store_seating(round_, seating, entries)
    return round_


def _at_free_tables(event: Event, drawn: individual.Draw) -> list[individual.Seating]:
    """Number the drawn tables so that no two events play at one table at the same time."""
    taken = queries.tables_in_use(event.tournament)
    free = (number for number in count(1) if number not in taken)
    return [replace(seating, table=next(free)) for seating in drawn.tables]


def _reasons(seating: individual.Seating, entries: dict[str, Entry]) -> dict[str, object]:
    met = [(entries[one].uid, entries[two].uid, n) for one, two, n in seating.met_before]
    return {"table": seating.table, "met_before": met}


def _store_seating(round_: Round, seating: individual.Seating, entries: dict[str, Entry]) -> None:
    match = Match.objects.create(round=round_, number=seating.table)
    sitting = Sitting.objects.create(
        segment=Segment.objects.create(match=match, number=1),
        table=_table(round_.event.tournament, seating.table),
    )
    for number, (label, one) in enumerate(seating.seats, 1):
        side = Side.objects.create(match=match, number=number)
        side.entries.add(entries[one])
        member = entries[one].members.select_related("person").earliest("number")
        Seat.objects.create(sitting=sitting, label=label, person=member.person, side=side)
    Deal.objects.bulk_create(
        Deal(event=round_.event, sitting=sitting, board_no=number, play_order=number)
        for number in range(1, round_.event.deals_per_round + 1)
    )


def _table(tournament: Tournament, number: int) -> Table:
    table, _ = Table.objects.get_or_create(
        tournament=tournament, number=number, defaults={"code": new_table_code()}
    )
    return table


def _move(round_: Round, seen: str, to: str, otherwise: Reason) -> None:
    if not Round.objects.filter(pk=round_.pk, state=seen).update(state=to):
        raise Refused(refuse(otherwise, number=round_.number))
    round_.state = to


def _close_problems(round_: Round) -> list[Problem]:
    problems = []
    missing = queries.open_deals(round_)
    if missing:
        problems.append(refuse(Reason.DEALS_WITHOUT_RESULT, deals=missing))
    held = queries.holds_of(round_).filter(blocks=True).count()
    if held:
        problems.append(refuse(Reason.HOLDS_OPEN, holds=held))
    return problems


def _shown_standings(event: Event) -> list[dict[str, object]]:
    return [
        {"place": row.rank.place, "entry": row.rank.entry, "total": str(row.rank.total)}
        for row in queries.standings(event)
    ]
