"""Checks of changing partners, of boards, and of the winners of a knockout."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from django.core.exceptions import PermissionDenied

from config.simulation.rehearsal.faults import RehearsalFault, fault
from config.simulation.rehearsal.hall import RehearsalHall
from scoring.problems import Problem
from tournaments import results
from tournaments.models import Board, Deal, DrawMethod, Form, Room, Round, Seat, Side
from tournaments.pairing.knockout.bracket import THIRD, KnockoutKind
from tournaments.results import event_record
from tournaments.rights import sealed_access
from tournaments.structure import boards, dealing, games, stages

NORTH_SOUTH: Final = "NS"
"""The seats of north-south."""
LOST: Final = {KnockoutKind.SINGLE: 1, KnockoutKind.DOUBLE: 2}
"""With so many lost matches an entry is out, but for a match about the third place."""


def drawn(hall: RehearsalHall, round_: Round) -> Iterator[Problem]:
    """Yield the faults of a drawn round, by the form of its event."""
    yield from _partners(hall, round_)
    yield from _knocked_out(round_)
    yield from _directions(hall, round_)


def played(hall: RehearsalHall, round_: Round) -> Iterator[Problem]:
    """Yield the faults of the boards of a played round."""
    yield from _boards(hall, round_)
    yield from _rooms(round_)
    yield from sealed(hall, round_)


def _partners(hall: RehearsalHall, round_: Round) -> Iterator[Problem]:
    """Yield two partners who meet again before each has partnered all others."""
    if hall.event.form != Form.PARTNERS:
        return
    rows = Side.entries.through.objects.filter(
        side__match__round__event=hall.event, side__match__round__number__lte=round_.number
    )
    sides: dict[int, list[int]] = defaultdict(list)
    for side, entry in rows.values_list("side", "entry"):
        sides[side].append(entry)
    partners = Counter(frozenset(two) for two in sides.values())
    again = sum(times > 1 for times in partners.values())
    if again and round_.number < hall.event.entries.count():
        yield fault(RehearsalFault.PARTNER_AGAIN, round=round_.number, count=again)


def _directions(hall: RehearsalHall, round_: Round) -> Iterator[Problem]:
    """Yield entries that change direction although north-south and east-west are ranked apart."""
    if not stages.has_two_winners(hall.event):
        return
    rows = Seat.objects.filter(sitting__segment__match__round__event=hall.event)
    lines: dict[int, set[bool]] = defaultdict(set)
    for label, entry in rows.values_list("label", "side__entries__number"):
        lines[entry].add(label in NORTH_SOUTH)
    for entry in sorted(entry for entry, directions in lines.items() if len(directions) > 1):
        yield fault(RehearsalFault.DIRECTION_CHANGED, round=round_.number, entry=entry)


def _knocked_out(round_: Round) -> Iterator[Problem]:
    """Yield entries drawn in a knockout although they were eliminated."""
    if round_.method != DrawMethod.KNOCKOUT:
        return
    knockout = event_record.knockout_of(results.read(round_.group.stage.event), round_.group.stage)
    if knockout is None:
        return
    lost = Counter(
        side
        for match in knockout.played.values()
        if match.winner is not None and match.round < round_.number
        for side in match.sides
        if side != match.winner
    )
    kind = KnockoutKind(round_.group.stage.knockout.get("kind", KnockoutKind.SINGLE))
    for code, match in knockout.played.items():
        for side in match.sides if match.round == round_.number and code != THIRD else ():
            if lost[side] >= LOST[kind]:
                yield fault(RehearsalFault.GOES_ON_WRONGLY, round=round_.number, entry=side)


def _boards(hall: RehearsalHall, round_: Round) -> Iterator[Problem]:
    """Yield the entries that play a board in a second match."""
    rows = Deal.objects.filter(event=hall.event, board__isnull=False)
    match = "sitting__segment__match"
    played = set(rows.values_list(f"{match}__sides__entries__number", "board", match))
    times = Counter((entry, board) for entry, board, _match in played)
    for entry in sorted({entry for (entry, _board), count in times.items() if count > 1}):
        yield fault(RehearsalFault.BOARD_AGAIN, round=round_.number, entry=entry)


def _rooms(round_: Round) -> Iterator[Problem]:
    """Yield the number of matches whose rooms play different boards."""
    boards_by_room: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    rows = Deal.objects.filter(sitting__segment__match__round=round_, board__isnull=False)
    at = ("sitting__segment__match", "sitting__room", "board")
    for match, room, board in rows.exclude(sitting__room=Room.ONLY).values_list(*at):
        boards_by_room[match][room].add(board)
    different = sum(rooms[Room.OPEN] != rooms[Room.CLOSED] for rooms in boards_by_room.values())
    if different:
        yield fault(RehearsalFault.BOARDS_DIFFER, round=round_.number, count=different)


def sealed(hall: RehearsalHall, round_: Round) -> Iterator[Problem]:
    """Yield boards that can be read too early, or do not follow from their commitment."""
    board_set = boards.set_of(round_)
    if board_set is None or not board_set.secret:
        return
    rules = games.ruleset_of_stage(round_.group.stage, hall.event)
    deck = dealing.deck_of(rules.game, rules.rules)
    is_as_sealed = dealing.commitment(board_set.secret) == board_set.commitment
    for board in Board.objects.filter(board_set=board_set).order_by("board_no"):
        follows = deck and dealing.hands(board_set.secret, board.board_no, deck)
        if not is_as_sealed or dict(boards.hands(board) or {}) != follows:
            yield fault(RehearsalFault.NOT_AS_SEALED, round=round_.number, board=board.board_no)
        with suppress(PermissionDenied):
            sealed_access.hands(board)
            if board.opened_at is None:
                what = f"board {board.board_no}"
                yield fault(RehearsalFault.READ_TOO_EARLY, round=round_.number, what=what)
