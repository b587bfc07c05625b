"""One evening of the demo: eight players in the second round, entered as a tablet enters it.

The deals were played by programs; `deals.jsonl` has them one a line. Every step looks at what is
there already and every sheet has a key of its own, so that a start which was interrupted goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.utils import timezone

from referee import entry, leases
from referee.sealed import seal
from referee.writers import Writer
from tournaments import organise, queries
from tournaments.audit import Actor
from tournaments.models import Club, Deal, Event, Role, Round, Sitting, Tournament, User

DEALS: Final = Path(__file__).with_name("deals.jsonl")
CLUB: Final = "清风棋牌俱乐部"
TOURNAMENT: Final = "秋季华牌联谊赛"
EVENT: Final = "个人赛"
PLACE: Final = "文化馆二楼"
PLAYERS: Final = ("陈思远", "林晓燕", "王建国", "赵敏", "周子墨", "黄丽娟", "吴大伟", "郑秋霞")
DEALS_A_ROUND: Final = 4
SEEDS: Final = ("demo-1", "demo-2")
DONE_IN_SECOND_ROUND: Final = {1: 3, 2: 1}
"""So many deals of each table have a result in the round that is in play."""


def play(*, owner: User, director: User, referee: User) -> None:
    """Play the evening up to the middle of its second round."""
    actor = Actor.of(director)
    event = _event(_tournament(owner, director, referee), actor)
    facts = _facts()
    for number, seed in enumerate(SEEDS, 1):
        round_ = _round(event, actor, number, seed)
        for sitting in _sittings(round_):
            _enter(sitting, number, facts)
        if number < len(SEEDS) and round_.state == Round.State.PUBLISHED:
            organise.close_round(round_, actor)


def _tournament(owner: User, director: User, referee: User) -> Tournament:
    found = Tournament.objects.first()
    if found is None:
        club = Club.objects.first() or organise.create_club(CLUB, owner)
        found = organise.create_tournament(
            club,
            Actor.of(owner),
            name=TOURNAMENT,
            place=PLACE,
            starts_on=timezone.localdate(),
            time_zone=timezone.get_current_timezone_name(),
        )
    for user, role in ((director, Role.DIRECTOR), (referee, Role.REFEREE)):
        if not user.memberships.filter(tournament=found, role=role).exists():
            organise.grant_role(Actor.of(owner), found, user, role)
    return found


def _event(tournament: Tournament, actor: Actor) -> Event:
    event = tournament.events.first()
    if event is None:
        plan = organise.EventPlan(EVENT, "gongzhu", {"preset": "classic"}, DEALS_A_ROUND)
        event = organise.create_event(tournament, actor, plan)
    if not event.entries.exists():
        organise.add_entries(event, actor, [[name] for name in PLAYERS])
    return event


def _round(event: Event, actor: Actor, number: int, seed: str) -> Round:
    round_ = event.rounds.filter(number=number).first()
    if round_ is None:
        round_ = organise.draw_round(event, actor, seed=seed)
    if round_.state == Round.State.DRAFT:
        organise.publish_round(round_, actor)
    return round_


def _sittings(round_: Round) -> list[Sitting]:
    return [
        sitting
        for match in queries.matches_of(round_)
        for segment in match.segments.all()
        for sitting in segment.sittings.all()
    ]


def _enter(sitting: Sitting, number: int, facts: Iterator[dict[str, Any]]) -> None:
    """Enter the deals of one sitting, and leave one sheet that nobody has confirmed yet."""
    deals = list(sitting.deals.all())
    reports = list(islice(facts, len(deals)))
    last_round = number == len(SEEDS)
    done = DONE_IN_SECOND_ROUND[sitting.table.number] if last_round else len(deals)
    if all(deal.done for deal in deals[:done]):
        return
    writer = _device(sitting)
    for deal, report in zip(deals[:done], reports, strict=False):
        _confirm(writer, deal, _submit(writer, deal, report))
    if done < len(deals):
        _submit(writer, deals[done], reports[done])
    if writer.lease is not None:
        leases.release(lease=writer.lease, actor=writer.actor)


def _device(sitting: Sitting) -> Writer:
    device = f"demo-{sitting.uid}"
    for held in sitting.table.leases.filter(device=device, released_at=None):
        leases.release(lease=held, actor=Actor("device", device))
    return Writer.device(leases.open_table(table=sitting.table, device=device).lease)


def _submit(writer: Writer, deal: Deal, report: dict[str, Any]) -> tuple[str, str]:
    content = {"deal": deal.uid, "seen": 0, "recorder": "N", "report": report}
    sealed = seal(content, key=f"demo-sheet-{deal.uid}")
    entry.submit(writer=writer, sealed=sealed)
    return sealed.key, sealed.digest


def _confirm(writer: Writer, deal: Deal, sheet: tuple[str, str]) -> None:
    content = {"sheet": sheet[0], "sheet_digest": sheet[1], "seat": "S"}
    entry.confirm(writer=writer, sealed=seal(content, key=f"demo-agreed-{deal.uid}"))


def _facts() -> Iterator[dict[str, Any]]:
    with DEALS.open(encoding="utf-8") as lines:
        for line in lines:
            deal = json.loads(line)
            yield {"won": deal["won"], "exposed": deal["exposed"]}
