"""The boards of a round: made with the draw, and sealed until no further round plays them.

Dealing hands and reading boards belong to `structure`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Board, BoardSet, BoardSource, Event, EventState, Round
from tournaments.pairing.rounds import OVER_BOARDS
from tournaments.progress import event_progress
from tournaments.record.audit import SYSTEM, Actor, Change, Verb, change
from tournaments.rights import sealed_access
from tournaments.structure import boards, dealing, games, stages
from tournaments.structure.boards import Hands


def ensure_boards(made: Change, round_: Round, numbers: Sequence[int]) -> Mapping[int, Board]:
    """Return the boards of a round by their numbers; missing ones are made.

    A round has its own board set, a movement one for all its rounds. The log holds the commitment
    and the numbers, but no digest of a row: with one hand known, the others could be found by it.
    Raises Refused if the program is to deal and the game has no deck.
    """
    event = round_.event
    board_set = boards.set_of(round_) or _make_set(event, boards.number_of_set(round_))
    board_by_number = _boards_by_number(board_set, numbers)
    missing = [number for number in dict.fromkeys(numbers) if number not in board_by_number]
    if missing:
        _add_boards(round_, board_set, missing)
        made.note(boards=missing, board_set=board_set.uid, commitment=board_set.commitment)
        board_by_number = _boards_by_number(board_set, numbers)
    return {number: board_by_number[number] for number in numbers}


def open_played_boards(made: Change, event: Event) -> None:
    """Open the boards that no further round plays, with the secret from which they were dealt."""
    if event.boards == BoardSource.TABLE:
        return
    sealed = event.board_sets.filter(boards__opened_at=None).distinct()
    over = [board_set for board_set in sealed if _is_over(event, board_set)]
    if over:
        unopened = Board.objects.filter(board_set__in=over, opened_at=None)
        unopened.update(opened_at=timezone.now())
        made.note(opened=[board_set.uid for board_set in over])
        made.shows(event)


def read_hands(board_set: BoardSet, actor: Actor) -> Mapping[int, Hands]:
    """Return the hands of boards by number, for the desk; the log records who read them.

    Raises Refused while they are sealed, for everybody.
    """
    return _read_hands(board_set, actor, ahead=False)


def read_ahead(board_set: BoardSet) -> Mapping[int, Hands]:
    """Return the hands of sealed boards by number, to prepare the packs; the log records it.

    Only for the console, whose user can read the whole database anyway.
    """
    return _read_hands(board_set, SYSTEM, ahead=True)


def _read_hands(board_set: BoardSet, actor: Actor, *, ahead: bool) -> Mapping[int, Hands]:
    event = board_set.event
    with change(event.tournament, actor, Verb.READ_BOARD) as made:
        rows = list(board_set.boards.order_by("board_no"))
        if not ahead and not sealed_access.may_be_read(rows):
            raise Refused(refuse(Reason.BOARDS_SEALED))
        made.concerns(event=event)
        numbers = [row.board_no for row in rows]
        sealed = not sealed_access.may_be_read(rows)
        made.note(board_set=board_set.uid, boards=numbers, sealed=sealed)
    return {row.board_no: boards.hands(row) or {} for row in rows}


def _boards_by_number(board_set: BoardSet, numbers: Sequence[int]) -> dict[int, Board]:
    return {board.board_no: board for board in board_set.boards.filter(board_no__in=numbers)}


def _make_set(event: Event, number: int) -> BoardSet:
    if event.boards != BoardSource.MADE:
        return BoardSet.objects.create(event=event, number=number)
    secret = dealing.new_secret()
    commitment = dealing.commitment(secret)
    return BoardSet.objects.create(event=event, number=number, secret=secret, commitment=commitment)


def _add_boards(round_: Round, board_set: BoardSet, numbers: Sequence[int]) -> None:
    """Make boards of a set, with the hands that follow from its secret, if it has one."""
    rules = games.ruleset_of_round(round_)
    seats = dealing.seats_of(rules.game, rules.rules)
    deck = dealing.deck_of(rules.game, rules.rules) if board_set.secret else None
    if board_set.secret and deck is None:
        raise Refused(refuse(Reason.NOTHING_TO_DEAL))
    Board.objects.bulk_create(
        Board(
            board_set=board_set,
            board_no=number,
            leader=dealing.leader(number, seats),
            hands=dealing.hands(board_set.secret, number, deck) if deck else None,
        )
        for number in numbers
    )


def _is_over(event: Event, board_set: BoardSet) -> bool:
    """Whether no current or later round plays the boards."""
    if event.state == EventState.FINISHED:
        return True
    rounds = boards.rounds_of(board_set)
    if not rounds or any(round_.state != Round.State.CLOSED for round_ in rounds):
        return False
    last = rounds[-1]
    if last.method not in OVER_BOARDS:
        return True
    later = event.rounds.exclude(state=Round.State.CANCELLED).filter(number__gt=last.number)
    return later.exists() or _has_ended(rounds)


def _has_ended(rounds: Sequence[Round]) -> bool:
    """Whether a movement has no further round after these, planned or possible."""
    planned = stages.rounds_of(rounds[-1].group.stage)
    if planned is not None and len(rounds) >= planned:
        return True
    last = event_progress.last_of_way(rounds)
    return last is not None and rounds[-1].number >= last
