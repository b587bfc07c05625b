"""The page of a board: its cards, what every table made of them, the datum, and who gained."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.shortcuts import get_object_or_404

from scoring.game import Counting
from scoring.procedure import History
from tournaments import access
from tournaments.formats import compatibility
from tournaments.models import Board, Comparison, Event, Round, Sitting
from tournaments.publish.pages.progress import PUBLIC, RoundState, round_states
from tournaments.results import board_comparisons, queries
from tournaments.results.standings_input import Competitor
from tournaments.standings.comparisons import Compared, Play, of_field
from tournaments.standings.duplicate_scores import HALF, BoardScore, Line, Side
from tournaments.standings.ranking import Scored
from tournaments.standings.team_boards import BoardScore as Swing
from tournaments.standings.team_boards import BoardState
from tournaments.structure import boards, games
from tournaments.structure.boards import Hands
from tournaments.wording import compared
from tournaments.wording.answers import answer_text, question_text

Number = Fraction | int
NOTHING: Final = Fraction(0)
"""What one side loses the other has gained: it is told once, but for an adjusted score."""


@dataclass(frozen=True, slots=True)
class Row:
    """A result of the board at a table, beside all others; north-south's, or that of one seat.

    What cannot be said is None. `counts` are the matchpoints or IMPs of either direction.
    """

    deal: str
    table: int
    room: str
    ns: tuple[Competitor, ...]
    ew: tuple[Competitor, ...]
    points: Number | None
    difference: Number | None
    counts: tuple[Number, Number] | None
    share: Fraction | None
    gained: tuple[Competitor, ...]
    given: str = ""
    """What a referee gave either direction instead of a result."""


@dataclass(frozen=True, slots=True)
class Part:
    """All results that are compared with one another: of the board, or of one seat of it."""

    seat: str
    datum: Number | None
    top: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """The board in both rooms of a match: its swing to the home side, and what that counts."""

    home: Competitor | None
    away: Competitor | None
    swing: Number | None
    counts: tuple[Fraction, Fraction]
    is_adjusted: bool = False


@dataclass(frozen=True, slots=True)
class BoardPage:
    """What the page shows; of a sealed board neither cards nor results."""

    event: Event
    rounds: tuple[RoundState, ...]
    board: Board
    number_of_set: int
    is_open: bool
    hands: Hands | None
    kitty: tuple[str, ...]
    begins: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    matches: tuple[MatchRow, ...]
    before: int | None
    after: int | None

    @property
    def by_imps(self) -> bool:
        """Whether results count as IMPs, else as matchpoints."""
        return self.event.comparison != Comparison.MATCHPOINTS

    @property
    def has_datum(self) -> bool:
        """Whether results are points by tens, so that they have a datum; a few units have none."""
        return games.counting_of(self.event) is not Counting.UNITS

    @property
    def of_field(self) -> bool:
        """Whether all tables are compared with one another, and not the two rooms of a match."""
        return self.event.comparison in compatibility.OF_FIELD


def found(event: Event, number_of_set: int, number: int) -> Board:
    """Return a board that a public round plays, sealed or not. Raises Http404 for any other."""
    rounds = event.rounds.exclude(state=Round.State.CANCELLED).select_related("group")
    of_set = boards.by_set(rounds)
    known = [key for key, played in of_set.items() if any(one.state in PUBLIC for one in played)]
    rows = Board.objects.filter(board_set__event=event, board_set__number__in=known)
    rows = rows.filter(board_set__number=number_of_set, board_no=number)
    return get_object_or_404(rows.select_related("board_set"))


def read(event: Event, board: Board) -> BoardPage:
    """Return what the page shows."""
    is_open = boards.is_open(board)
    hands = access.hands(board) if is_open else None
    beside = list(board.board_set.boards.order_by("board_no").values_list("board_no", flat=True))
    place = beside.index(board.board_no)
    return BoardPage(
        event=event,
        rounds=round_states(event),
        board=board,
        number_of_set=board.board_set.number,
        is_open=is_open,
        hands=hands,
        kitty=boards.kitty(event, hands),
        begins=tuple(_begins(event, board)),
        parts=_parts(event, board) if is_open else (),
        matches=_matches(event, board) if is_open else (),
        before=beside[place - 1] if place else None,
        after=beside[place + 1] if place + 1 < len(beside) else None,
    )


def _begins(event: Event, board: Board) -> Iterator[tuple[str, str]]:
    """What a board says of its deals beside the cards: each question that it answers."""
    game = games.game_of(event)
    rules = game.rules(event.ruleset.rules)
    told = History(leader=board.leader or None, from_board=True, board=board.board_no)
    facts = game.procedure(rules, told).facts
    for asked in game.blank(rules).asks:
        answer = answer_text(asked, facts, event.game)
        if answer:
            yield question_text(asked), answer


def _parts(event: Event, board: Board) -> tuple[Part, ...]:
    return parts_of(event, {board.pk}).get(board.pk, ())


def parts_of(event: Event, wanted: Collection[int]) -> Mapping[int, tuple[Part, ...]]:
    """All results of boards, by their keys, whether sealed or not.

    Where rooms are compared, the field has a datum all the same.
    """
    plays = [play for play in board_comparisons.plays(event) if play.board in wanted]
    if event.comparison == Comparison.MATCHPOINTS:
        found = board_comparisons.compared(event)
    else:
        found = of_field(plays, by_imps=True)
    names, rooms = _Names(event, plays, found.scored), _rooms(plays)
    known = {play.deal: play for play in plays}
    return {
        board: tuple(_part(score, names, rooms, known, event) for score in scores)
        for board, scores in found.of_field.items()
        if board in wanted
    }


class _Names:
    """Who a side is, by its uid, and what deals count for it."""

    def __init__(self, event: Event, plays: Iterable[Play], scored: Iterable[Scored] = ()) -> None:
        self._points = {(one.deal, one.entry): one.points for one in scored}
        self._known = queries.competitors(event)
        self._sides = {side: uids for play in plays for side, uids in play.entries.items()}

    def of(self, sides: Iterable[str]) -> tuple[Competitor, ...]:
        """Return the competitors of sides; a name may be that of an entry itself."""
        uids = (uid for side in sides for uid in self._sides.get(side, (side,)))
        return tuple(self._known[uid] for uid in uids if uid in self._known)

    def counts(self, line: Line, play: Play) -> tuple[Number, Number] | None:
        """Return what an adjusted score counts for either direction, 0 where nobody sits."""
        if line.result.awards is None:
            return None
        sides = (line.result.ns, line.result.ew)
        north, east = (self._points.get((play.uid, side[0]), 0) if side else 0 for side in sides)
        return north, east


def _rooms(plays: Sequence[Play]) -> Mapping[int, str]:
    """Return the room of a deal where its match has two."""
    rows = Sitting.objects.filter(deals__in=[play.deal for play in plays]).exclude(
        room=Sitting.Room.ONLY
    )
    return {deal: str(Sitting.Room(room).label) for deal, room in rows.values_list("deals", "room")}


def _part(
    score: BoardScore,
    names: _Names,
    rooms: Mapping[int, str],
    plays: Mapping[int, Play],
    event: Event,
) -> Part:
    rows = [_row(line, names, rooms, plays[line.result.table], event) for line in score.lines]
    return Part(score.seat, score.datum, score.top, tuple(rows))


def _row(line: Line, names: _Names, rooms: Mapping[int, str], play: Play, event: Event) -> Row:
    by_field = event.comparison in {Comparison.MATCHPOINTS, Comparison.DATUM_IMP}
    counts = line.matchpoints if event.comparison == Comparison.MATCHPOINTS else line.imps
    return Row(
        deal=play.uid,
        table=play.table,
        room=rooms.get(play.deal, ""),
        ns=names.of(line.result.ns),
        ew=names.of(line.result.ew),
        points=line.result.points,
        difference=line.difference,
        counts=(counts or names.counts(line, play)) if by_field else None,
        share=line.shares[0] if line.shares and by_field else None,
        gained=names.of(_gained(line, event)),
        given=_given(play),
    )


def _gained(line: Line, event: Event) -> Side:
    """Return who has more than the datum; where results are a few units, than half of the field."""
    if games.counting_of(event) is not Counting.UNITS:
        return line.gained
    ahead = line.shares[0] - HALF if line.shares else 0
    if not ahead:
        return ()
    return line.result.ns if ahead > 0 else line.result.ew


def _given(play: Play) -> str:
    if play.averages is None:
        return ""
    return compared.adjusted_said(dict(zip(("ns", "ew"), play.averages, strict=True)))


def _matches(event: Event, board: Board) -> tuple[MatchRow, ...]:
    """What the board came to in every match of two rooms."""
    if event.comparison not in board_comparisons.METHODS:
        return ()
    plays = board_comparisons.plays(event)
    names, found = _Names(event, plays), board_comparisons.compared(event)
    first = {play.match: play for play in plays if play.board == board.pk}
    return tuple(_swings(found, board, first, names))


def _swings(
    found: Compared, board: Board, first: Mapping[int, Play], names: _Names
) -> Iterator[MatchRow]:
    for match, play in first.items():
        for score in found.matches[match].boards if match in found.matches else ():
            if score.number == board.pk:
                yield _match(score, play, names)


def _match(score: Swing, play: Play, names: _Names) -> MatchRow:
    away = [side for side in play.entries if side != play.home]
    home = names.of([play.home])
    is_adjusted = score.state == BoardState.ADJUSTED
    counts = (score.home, score.away)
    if not is_adjusted:
        counts = (max(score.home, NOTHING), max(score.away, NOTHING))
    return MatchRow(
        home=home[0] if home else None,
        away=next(iter(names.of(away)), None),
        swing=score.swing,
        counts=counts,
        is_adjusted=is_adjusted,
    )
