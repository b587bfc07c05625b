"""The pages of boards: all of an event, with their commitments, and each with its results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Subquery
from django.shortcuts import get_object_or_404

from scoring.game import Counting
from scoring.procedure import History
from scoring.seats import COMPASS
from tournaments.models import Board, BoardSet, Comparison, Event, Round, RuleSet, Sitting
from tournaments.models.event_choices import OF_FIELD
from tournaments.results import event_record, match_rows
from tournaments.results.event_record import Competitor
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import sealed_access
from tournaments.standings.board_scores import ComparedDeal, compare_field
from tournaments.standings.duplicate_scores import HALF, BoardLine, FieldBoardScore, Side
from tournaments.standings.round_scores import ScoredDeal
from tournaments.standings.team_boards import BoardState
from tournaments.standings.team_boards import TeamBoardScore as Swing
from tournaments.structure import boards, games
from tournaments.structure.boards import Hands
from tournaments.wording import result_words
from tournaments.wording.answers import answer_text, question_text
from web.publish.pages.progress import PublicRound, round_states

Number = Fraction | int
NOTHING: Final = Fraction(0)
"""A negative count is shown as 0: the other side has gained it, except in adjusted scores."""
SHOWN_OF_SECRET: Final = 8


@dataclass(frozen=True, slots=True)
class SetView:
    """A board set and the rounds in which it is played.

    The `secret` from which they were dealt is set only once all of them are open.
    """

    board_set: BoardSet
    rounds: tuple[int, ...]
    boards: tuple[Board, ...]
    secret: str

    @property
    def opened_at(self) -> datetime | None:
        """When the last board was opened; None while one is sealed."""
        times = [board.opened_at for board in self.boards]
        known = [at for at in times if at is not None]
        return max(known) if known and len(known) == len(times) else None

    @property
    def last(self) -> int:
        """The highest number of a board."""
        return max((board.board_no for board in self.boards), default=0)

    @property
    def command(self) -> str:
        """The command that deals the same boards, with the secret abbreviated."""
        begins = self.secret[:SHOWN_OF_SECRET]
        return f"python -m tournaments.dealing {begins}… {self.last} {self.board_set.event.game}"


@dataclass(frozen=True, slots=True)
class BoardsPage:
    """What the page shows."""

    event: Event
    rounds: tuple[PublicRound, ...]
    sets: tuple[SetView, ...]


def read(snapshot: EventSnapshot) -> BoardsPage:
    """Return what the page shows."""
    event = snapshot.event
    return BoardsPage(event, round_states(snapshot), sets_of(event, snapshot.public_rounds))


def sets_of(event: Event, rounds: Iterable[Round]) -> tuple[SetView, ...]:
    """Return the board sets of some rounds, the latest first."""
    of_set = boards.by_set(rounds)
    rows = event.board_sets.filter(number__in=of_set).order_by("-number")
    return tuple(
        SetView(
            board_set=row,
            rounds=tuple(round_.number for round_ in of_set[row.number]),
            boards=tuple(sorted(row.boards.all(), key=lambda board: board.board_no)),
            secret=sealed_access.secret(row),
        )
        for row in rows.prefetch_related("boards")
    )


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A result of the board at a table: that of north-south, or of one seat.

    Unknown values are None. `counts` are the matchpoints or IMPs of both directions.
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
    """The adjusted score that a referee gave in place of a result."""


@dataclass(frozen=True, slots=True)
class ComparedRows:
    """The results that are compared with one another: of the board, or of one seat."""

    seat: str
    datum: Number | None
    top: int
    rows: tuple[BoardRow, ...]
    layout: int = 1
    """The group of a fouled board; those who played it as dealt are group 1."""


@dataclass(frozen=True, slots=True)
class BoardSwing:
    """The board in both rooms of a match: the swing to the home side, and what it counts."""

    home: Competitor | None
    away: Competitor | None
    swing: Number | None
    counts: tuple[Fraction, Fraction]
    is_adjusted: bool = False


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The page of a board; a sealed board has neither hands nor results."""

    event: Event
    rounds: tuple[PublicRound, ...]
    board: Board
    number_of_set: int
    is_open: bool
    hands: Hands | None
    kitty: tuple[str, ...]
    begins: tuple[tuple[str, str], ...]
    parts: tuple[ComparedRows, ...]
    matches: tuple[BoardSwing, ...]
    before: int | None
    after: int | None

    @property
    def on_felt(self) -> bool:
        """Whether the hands are those of a square table."""
        return set(self.hands or ()) == set(COMPASS)

    @property
    def by_imps(self) -> bool:
        """Whether results count in IMPs rather than in matchpoints."""
        return self.event.comparison != Comparison.MATCHPOINTS

    @property
    def has_datum(self) -> bool:
        """Whether results have a datum; small units have none."""
        return games.counting_of(self.event) is not Counting.UNITS

    @property
    def of_field(self) -> bool:
        """Whether all tables are compared, rather than the two rooms of a match."""
        return self.event.comparison in OF_FIELD


def public_board(event: Event, number_of_set: int, number: int) -> Board:
    """Return a board of a public round, sealed or not, with the numbers next to its own.

    Raises Http404.
    """
    rounds = event.rounds.exclude(state=Round.State.CANCELLED).select_related("group")
    of_set = boards.by_set(rounds)
    known = [
        key
        for key, played in of_set.items()
        if any(round_.state in Round.PUBLIC for round_ in played)
    ]
    beside = Board.objects.filter(board_set=OuterRef("board_set")).values("board_no")
    rows = Board.objects.filter(board_set__event=event, board_set__number__in=known).annotate(
        before=Subquery(beside.filter(board_no__lt=number).order_by("-board_no")[:1]),
        after=Subquery(beside.filter(board_no__gt=number).order_by("board_no")[:1]),
    )
    rows = rows.filter(board_set__number=number_of_set, board_no=number)
    return get_object_or_404(rows.select_related("board_set__event"))


def read_board(snapshot: EventSnapshot, board: Any) -> BoardPage:
    """Return what the page shows of a board that `public_board` has found."""
    event, is_open, hands = snapshot.event, True, None
    try:
        hands = sealed_access.hands(board)
    except PermissionDenied:
        is_open = False
    return BoardPage(
        event=event,
        rounds=round_states(snapshot),
        board=board,
        number_of_set=board.board_set.number,
        is_open=is_open,
        hands=hands,
        kitty=boards.kitty(event, hands),
        begins=tuple(_given_facts(snapshot, board)),
        parts=parts_of(snapshot, {board.pk}).get(board.pk, ()) if is_open else (),
        matches=_matches(snapshot, board) if is_open else (),
        before=board.before,
        after=board.after,
    )


def _given_facts(snapshot: EventSnapshot, board: Board) -> Iterator[tuple[str, str]]:
    """Yield the questions of a sheet that the board itself answers, such as the dealer.

    They are those of the rules in force in the round that plays it.
    """
    event = snapshot.event
    game = games.game_of(event)
    rules = game.rules(_ruleset_of_board(snapshot, board.pk).rules)
    history = History(leader=board.leader or None, from_board=True, board=board.board_no)
    facts = game.procedure(rules, history).facts
    for asked in game.blank(rules).asks:
        answer = answer_text(asked, facts, event.game)
        if answer:
            yield question_text(asked), answer


def _ruleset_of_board(snapshot: EventSnapshot, board: int) -> RuleSet:
    for round_ in snapshot.public_rounds:
        for match in snapshot.matches_of(round_):
            for sitting in snapshot.sittings_by_match[match.key]:
                if any(deal.board == board for deal in sitting.deals):
                    return games.ruleset_of_round(round_)
    return snapshot.event.ruleset


def parts_of(
    snapshot: EventSnapshot, wanted: Collection[int]
) -> Mapping[int, tuple[ComparedRows, ...]]:
    """Return the compared results of boards by their keys, whether sealed or not.

    Where rooms are compared, the results of all tables are shown against a datum as well.
    """
    event = snapshot.event
    plays = [play for play in match_rows.plays(snapshot) if play.board in wanted]
    if event.comparison == Comparison.MATCHPOINTS:
        comparison = match_rows.compare_boards(snapshot)
    else:
        comparison = compare_field(plays, by_imps=True)
    names, rooms = _Names(snapshot, plays, comparison.scored), _rooms(snapshot)
    known = {play.deal: play for play in plays}
    return {
        board: tuple(_part(score, names, rooms, known, event) for score in scores)
        for board, scores in comparison.of_field.items()
        if board in wanted
    }


class _Names:
    """Names and scores of the sides of some plays."""

    def __init__(
        self,
        snapshot: EventSnapshot,
        plays: Iterable[ComparedDeal],
        scored: Iterable[ScoredDeal] = (),
    ) -> None:
        self._points = {(score.deal, score.entry): score.points for score in scored}
        self._known = event_record.competitors(snapshot)
        self._sides = {side: uids for play in plays for side, uids in play.entries.items()}

    def of(self, sides: Iterable[str]) -> tuple[Competitor, ...]:
        """Return the competitors of sides; a uid may also be that of an entry."""
        uids = (uid for side in sides for uid in self._sides.get(side, (side,)))
        return tuple(self._known[uid] for uid in uids if uid in self._known)

    def counts(self, line: BoardLine, play: ComparedDeal) -> tuple[Number, Number] | None:
        """Return what an adjusted score counts for both directions, 0 if nobody sits there."""
        if line.result.awards is None and line.result.outcomes is None:
            return None
        sides = (line.result.ns, line.result.ew)
        north, east = (self._points.get((play.uid, side[0]), 0) if side else 0 for side in sides)
        return north, east


def _rooms(snapshot: EventSnapshot) -> Mapping[int, str]:
    """Return the room of a deal if its match has two."""
    return {
        deal.key: str(Sitting.Room(sitting.room).label)
        for sitting in snapshot.sittings
        for deal in sitting.deals
        if sitting.room != Sitting.Room.ONLY
    }


def _part(
    score: FieldBoardScore,
    names: _Names,
    rooms: Mapping[int, str],
    plays: Mapping[int, ComparedDeal],
    event: Event,
) -> ComparedRows:
    rows = [_row(line, names, rooms, plays[line.result.table], event) for line in score.lines]
    return ComparedRows(score.seat, score.datum, score.top, tuple(rows), score.layout)


def _row(
    line: BoardLine, names: _Names, rooms: Mapping[int, str], play: ComparedDeal, event: Event
) -> BoardRow:
    by_field = event.comparison in {Comparison.MATCHPOINTS, Comparison.DATUM_IMP}
    counts = line.matchpoints if event.comparison == Comparison.MATCHPOINTS else line.imps
    return BoardRow(
        deal=play.uid,
        table=play.table,
        room=rooms.get(play.deal, ""),
        ns=names.of(line.result.ns),
        ew=names.of(line.result.ew),
        points=line.result.points,
        difference=line.difference,
        counts=(names.counts(line, play) or counts) if by_field else None,
        share=line.shares[0] if line.shares and by_field else None,
        gained=names.of(_side_that_gained(line, event)),
        given=_adjusted_text(play),
    )


def _side_that_gained(line: BoardLine, event: Event) -> Side:
    """Return the side above the datum; if results are small units, above half of the field."""
    if games.counting_of(event) is not Counting.UNITS:
        return line.gained
    ahead = line.shares[0] - HALF if line.shares else 0
    if not ahead:
        return ()
    return line.result.ns if ahead > 0 else line.result.ew


def _adjusted_text(play: ComparedDeal) -> str:
    if play.given is not None:
        return result_words.given_text(play.given)
    if play.averages is None:
        return ""
    return result_words.adjusted_score_text(dict(zip(("ns", "ew"), play.averages, strict=True)))


def _matches(snapshot: EventSnapshot, board: Board) -> tuple[BoardSwing, ...]:
    """Return the swing of the board in every match of two rooms."""
    if snapshot.event.comparison not in match_rows.METHODS:
        return ()
    plays = match_rows.plays(snapshot)
    names, comparison = _Names(snapshot, plays), match_rows.compare_boards(snapshot)
    first = {play.match: play for play in plays if play.board == board.pk}
    return tuple(
        _match(score, play, names)
        for match, play in first.items()
        if match in comparison.matches
        for score in comparison.matches[match].boards
        if score.number == board.pk
    )


def _match(score: Swing, play: ComparedDeal, names: _Names) -> BoardSwing:
    away = [side for side in play.entries if side != play.home]
    home = names.of([play.home])
    is_adjusted = score.state == BoardState.ADJUSTED
    counts = (score.home, score.away)
    if not is_adjusted:
        counts = (max(score.home, NOTHING), max(score.away, NOTHING))
    return BoardSwing(
        home=home[0] if home else None,
        away=next(iter(names.of(away)), None),
        swing=score.swing,
        counts=counts,
        is_adjusted=is_adjusted,
    )
