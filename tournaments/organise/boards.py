"""The boards of a round: made when it is drawn, sealed until they are played no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from tournaments import access
from tournaments.models import Board, BoardSet, BoardSource, Event, EventState, Round
from tournaments.progress import stage_progress
from tournaments.record.audit import SYSTEM, Actor, Change, Verb, change
from tournaments.refusals import Reason, Refused, refuse
from tournaments.structure import boards, dealing, stages
from tournaments.structure.boards import Hands


def of_round(made: Change, round_: Round, numbers: Sequence[int]) -> Mapping[int, Board]:
    """Return the boards of a round by their numbers; those that are not there yet are made.

    A round has a set of its own, a movement one for all its rounds. The log takes the commitment
    and the numbers, and no digest of a row: who knows his own hand could find the others by it.
    Raises Refused where the program is to deal, and the game does not say what.
    """
    event = round_.event
    board_set = boards.set_of(round_) or _new_set(event, boards.number_of_set(round_))
    board_by_number = _numbered(board_set, numbers)
    missing = [number for number in dict.fromkeys(numbers) if number not in board_by_number]
    if missing:
        _add(round_, board_set, missing)
        made.note(boards=missing, board_set=board_set.uid, commitment=board_set.commitment)
        board_by_number = _numbered(board_set, numbers)
    return {number: board_by_number[number] for number in numbers}


def open_played(made: Change, event: Event) -> None:
    """Open the boards that are played no more, with the secret from which they were dealt."""
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
    """Return the hands of boards by their numbers, to be shown at the desk; the log says to whom.

    Raises Refused while they are sealed, whoever asks.
    """
    return _read(board_set, actor, ahead=False)


def read_ahead(board_set: BoardSet) -> Mapping[int, Hands]:
    """Return the hands of boards that are still sealed, to whoever makes them up.

    That is done on the console alone, by who has the whole database before him anyway. The log
    says that it was.
    """
    return _read(board_set, SYSTEM, ahead=True)


def _read(board_set: BoardSet, actor: Actor, *, ahead: bool) -> Mapping[int, Hands]:
    event = board_set.event
    with change(event.tournament, actor, Verb.READ_BOARD) as made:
        rows = list(board_set.boards.order_by("board_no"))
        if not ahead and not access.may_be_read(rows):
            raise Refused(refuse(Reason.BOARDS_SEALED))
        made.concerns(event=event)
        numbers = [row.board_no for row in rows]
        made.note(board_set=board_set.uid, boards=numbers, sealed=not access.may_be_read(rows))
    return {row.board_no: boards.hands(row) or {} for row in rows}


def _numbered(board_set: BoardSet, numbers: Sequence[int]) -> dict[int, Board]:
    return {board.board_no: board for board in board_set.boards.filter(board_no__in=numbers)}


def _new_set(event: Event, number: int) -> BoardSet:
    if event.boards != BoardSource.MADE:
        return BoardSet.objects.create(event=event, number=number)
    secret = dealing.new_secret()
    commitment = dealing.commitment(secret)
    return BoardSet.objects.create(event=event, number=number, secret=secret, commitment=commitment)


def _add(round_: Round, board_set: BoardSet, numbers: Sequence[int]) -> None:
    """Make boards of a set: with the hands that follow from its secret, where it has one."""
    rules = round_.group.stage.ruleset or round_.event.ruleset
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
    """Whether no round plays the boards any more, nor will."""
    if event.state == EventState.FINISHED:
        return True
    rounds = boards.rounds_of(board_set)
    if not rounds or any(round_.state != Round.State.CLOSED for round_ in rounds):
        return False
    last = rounds[-1]
    if last.method not in boards.MOVEMENTS:
        return True
    later = event.rounds.exclude(state=Round.State.CANCELLED).filter(number__gt=last.number)
    return later.exists() or _has_ended(rounds)


def _has_ended(rounds: Sequence[Round]) -> bool:
    """Whether a movement that has come so far has no further round: as planned, or none is left."""
    planned = stages.rounds_of(rounds[-1].group.stage)
    if planned is not None and len(rounds) >= planned:
        return True
    last = stage_progress.last_of_way(rounds)
    return last is not None and rounds[-1].number >= last
