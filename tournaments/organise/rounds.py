"""Rounds from the draw to the close."""

from __future__ import annotations

import secrets
from dataclasses import replace
from itertools import count

from django.utils import timezone

from scoring.problems import Problem
from tournaments import ledger, queries
from tournaments.audit import Actor, Verb, change
from tournaments.digest import digest
from tournaments.models import (
    Deal,
    Entry,
    Event,
    Group,
    Match,
    Publication,
    Round,
    RuleSet,
    Seat,
    Segment,
    Side,
    Sitting,
    Table,
    Tournament,
)
from tournaments.pairing import individual
from tournaments.refusals import Reason, Refused, refuse

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6


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


def new_table_code() -> str:
    """Return a short code of letters and digits that are not taken for one another."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


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
