"""The interface of every game, and a registry of games by name.

The rest of the program uses games through this module alone and names none of them. A game reads
rules into a frozen value, defines the sheet of a deal, lists the problems of a report, settles it,
and adds up a game (局) of several deals.

A report is plain JSON data: the facts of one deal as recorded. Nothing here reads a clock or uses
random numbers: the same report under the same rules always gives the same answer.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from scoring.blank_sheet import Asked, AskedKind, Blank
from scoring.context import NO_CONTEXT, Context
from scoring.following import Following, Irregularity, Outlook, Replay
from scoring.game_state import NO_PENALTIES, GameResult, GameState
from scoring.problems import Problem, Values
from scoring.procedure import NO_HISTORY, History, Procedure
from scoring.record_comparison import RecordComparison
from scoring.settlement import Explanation, Settlement

__all__ = [
    "NO_CONTEXT",
    "NO_PENALTIES",
    "Asked",
    "AskedKind",
    "Blank",
    "Command",
    "Context",
    "Counting",
    "Game",
    "GameResult",
    "GameState",
    "Phrase",
    "R",
    "Rules",
    "Term",
    "UnknownGame",
    "find_game",
    "names",
    "register",
    "unregister",
]


class Rules(Protocol):
    """A complete set of rules: frozen, hashable, and equal to every set with the same values."""

    def as_dict(self) -> dict[str, Any]:
        """Return every dimension by its public name, as JSON data that `Game.rules` accepts."""
        ...


@dataclass(frozen=True, slots=True)
class Phrase:
    """One statement of a set of rules: its dimension, the code of its wording, its figures."""

    dimension: str
    code: StrEnum
    values: Values = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a game's glossary: its code and the part it belongs to.

    `cards` are the cards that it names, `source` is the line of the source text that has it.
    """

    code: StrEnum
    part: StrEnum
    cards: tuple[str, ...] = ()
    source: str = ""


class Counting(StrEnum):
    """The unit of the scores of deals.

    Points come by tens and hundreds; a side climbs levels in its game (局); units are a few a deal.
    """

    POINTS = "points"
    LEVELS = "levels"
    UNITS = "units"


R = TypeVar("R", bound=Rules)
Command = Callable[[Any, Mapping[str, Any]], dict[str, Any]]
"""Takes rules and plain data; returns an answer as plain JSON data, or raises Unsettled."""


class Game(Protocol[R]):
    """The methods of a game. Each is a pure function of its arguments."""

    name: str
    """The name in the registry, in URLs and in JSON."""
    engine: str
    """The version of the calculations; it changes whenever any number may."""
    schema: int
    """The version of the form of reports and of the dictionary of rules."""
    presets: tuple[str, ...]
    """The names that `rules` takes as `preset`, the one that it takes for granted first."""
    codes: tuple[type[StrEnum], ...]
    """All enumerations whose members appear in problems, lines, phrases, results and terms."""
    glossary: tuple[Term, ...]
    """The words of the game, part by part in the order in which they are shown; may be empty."""
    at_end: frozenset[str]
    """The dimensions of the rules that say what is when time or the number of deals is over."""
    off_boards: Mapping[str, StrEnum]
    """The dimensions that no event over boards can have, each with the code of its refusal."""
    feats: Mapping[StrEnum, StrEnum]
    """The lines of a settlement that tell what an evening remembers of a seat, each with the code
    of it; the first comprises the others, the rest stand from the rarest on. May be empty."""
    commands: Mapping[str, Command]
    """What the command line asks of this game otherwise than of every game, by name."""

    def rules(self, wanted: object) -> R:
        """Read a set of rules from `{"preset": name, dimension: value, …}`.

        A missing dimension is taken from the preset, or from the first. Raises RulesRefused.
        """
        ...

    def preset_of(self, rules: R) -> str | None:
        """Return the preset with exactly these rules, or None."""
        ...

    def choices(self) -> Mapping[str, tuple[Any, ...]]:
        """Return the usual values of the dimensions that people may choose besides a preset.

        The values are JSON data that `rules` accepts. Some combinations contradict each other.
        """
        ...

    def needs(self) -> Mapping[str, Mapping[str, Any]]:
        """Return for each dimension the values of others that it requires before it can differ."""
        ...

    def proposals(self, rules: R) -> Mapping[str, Any]:
        """Return values of other dimensions that usually go with these, where they differ."""
        ...

    def for_fixed_deals(self, rules: R) -> R:
        """Return the rules for an event of a fixed number of deals: no game (局) ends."""
        ...

    def for_boards(self, rules: R) -> R:
        """Return the rules for an event in which several tables play the same boards.

        A deal then begins as its board says, the order of dealing is not asked, no game (局) ends.
        """
        ...

    def counting(self, rules: R) -> Counting:
        """Return the kind of scores that deals have, which decides how they can be used."""
        ...

    def describe(self, rules: R) -> tuple[Phrase, ...]:
        """Return the rules as coded phrases, at least one for every dimension."""
        ...

    def seats(self, rules: R) -> tuple[str, ...]:
        """Return the labels of the seats in order of play."""
        ...

    def blank(self, rules: R) -> Blank:
        """Return the questions on the sheet of a deal."""
        ...

    def follow(self, report: object, rules: R, context: Context = NO_CONTEXT) -> Following:
        """Return what a report says so far, and what follows from it.

        Accepts any JSON value and never raises. A game without this feature returns `Following()`.
        """
        ...

    def running(
        self, report: object, rules: R, context: Context = NO_CONTEXT
    ) -> tuple[Mapping[str, int], ...]:
        """Return the raw points of every seat after each complete trick.

        Accepts any JSON value and never raises. The result is empty if the report has no tricks.
        """
        ...

    def replay(self, report: object, rules: R, context: Context = NO_CONTEXT) -> Replay:
        """Return the plays of a report judged one by one, with what was legal before each.

        Plays against the rules are among its problems. Raises Unsettled if none can be read.
        """
        ...

    def trick(self, report: object, rules: R) -> tuple[int, tuple[Problem, ...]]:
        """Return which play wins the single trick `{"plays": […]}`, from 0, and its problems.

        The problems are the plays against the rules. Raises Unsettled if no winner is known.
        """
        ...

    def irregularities(
        self, report: object, rules: R, context: Context = NO_CONTEXT
    ) -> tuple[Irregularity, ...]:
        """Return the irregularities in a report, for a referee to judge.

        Accepts any JSON value and never raises. The report counts as recorded all the same.
        """
        ...

    def problems(
        self, report: object, rules: R, context: Context = NO_CONTEXT
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with a report; nothing if it can be settled.

        Accepts any JSON value and never raises.
        """
        ...

    def settle(self, report: object, rules: R, context: Context = NO_CONTEXT) -> Settlement:
        """Return the points of a deal. Raises Unsettled with every problem of the report."""
        ...

    def allow(self, report: object, rules: R, seat: str, *, is_allowed: bool) -> object | None:
        """Return a report with a seat's late choice allowed or void; None if it has none."""
        ...

    def allowed(self, report: object) -> Mapping[str, Any]:
        """Return the late choices that a report marks as allowed, by the field that says so."""
        ...

    def dock(self, report: object, rules: R, seat: str, points: int) -> object | None:
        """Return a report with points of the deal taken from the side of a seat.

        Returns None if deals have no points of their own, or the report states none.
        """
        ...

    def lose(
        self,
        report: object,
        rules: R,
        scores: Mapping[str, int],
        losers: Collection[str],
        context: Context = NO_CONTEXT,
    ) -> Mapping[str, int] | None:
        """Return the scores of a deal that `losers` lose.

        Each gets the worst score it could lawfully have made, or None is returned; the others keep
        theirs, balanced if the rules require it.
        """
        ...

    def award(self, scores: Mapping[str, int], rules: R) -> Settlement:
        """Return the settlement of a deal in which a referee awards these scores to the seats.

        A game (局) continues from it as from any other deal.
        """
        ...

    def procedure(self, rules: R, history: History = NO_HISTORY) -> Procedure:
        """Return how a deal begins after the deals before it: who shuffles, cuts and leads.

        Accepts any reports and never raises. A game without such rules returns `Procedure()`.
        """
        ...

    def outlook(self, report: object, rules: R, context: Context = NO_CONTEXT) -> Outlook:
        """Return what a report leaves open, and the points that each seat can still reach.

        Accepts any JSON value and never raises. A game without this feature returns `Outlook()`.
        """
        ...

    def explain(self, settlement: Settlement, seat: str) -> Explanation:
        """Return the sums of a seat as formulas, from its lines and conversions alone.

        A game whose lines already say everything returns `Explanation()`.
        """
        ...

    def lookup(self, rules: R) -> Mapping[str, Any] | None:
        """Return small tables for scoring a deal without these rules, as JSON data.

        They serve screens without a network (`docs/tablet.md`); None if no small ones are exact.
        """
        ...

    def compare(
        self, first: object, second: object, rules: R, context: Context = NO_CONTEXT
    ) -> RecordComparison:
        """Return the facts on which two reports of one deal differ.

        Accepts any JSON values and never raises. Two reports that agree settle to the same points.
        """
        ...

    def side_points(
        self, scores: Mapping[str, int], rules: R, sides: Mapping[str, str]
    ) -> dict[str, int]:
        """Return the points of each side for a deal; `sides` maps seats to sides.

        The rules decide whether partners' scores are added or are one shared value.
        """
        ...

    def begin(self, rules: R, sides: Iterable[str]) -> GameState:
        """Return the game (局) before its first deal, every side at its starting total."""
        ...

    def advance(
        self, state: GameState, settlement: Settlement, rules: R, sides: Mapping[str, str]
    ) -> GameState:
        """Return the game (局) after one more deal."""
        ...

    def add(
        self, state: GameState, added: Mapping[str, int], rules: R, engine: str | None = None
    ) -> GameState:
        """Return the game (局) after a ruling has added to the totals of sides at once.

        What is added before the first deal decides how it begins, unless the version that settled
        it first (`engine`, None without a result) did not yet do so.
        """
        ...

    def target(self, rules: R) -> int | None:
        """Return the smallest absolute total at which a game (局) ends, or None."""
        ...

    def stops_at_time(self, rules: R) -> bool:
        """Say whether play stops when time is called, leaving the unfinished deal out."""
        ...

    def match_result(
        self,
        state: GameState,
        rules: R,
        penalties: Mapping[str, int] = NO_PENALTIES,
        time_up: bool = False,
    ) -> GameResult:
        """Return whether the game (局) has ended, and who won; `penalties` are added by side."""
        ...


class UnknownGame(LookupError):
    """No game with this name is registered."""


_GAMES: dict[str, Game[Any]] = {}
_UNPLAYED: set[str] = set()


def register(game: Game[Any], *, playable: bool = True) -> None:
    """Register a game by its name. Raises ValueError if another game has the name.

    A game that is not playable yet can be found, but `names` omits it, so that no event can choose
    it. Registering the same game again changes nothing:

    >>> register(find_game(names()[0]))
    """
    if _GAMES.setdefault(game.name, game) is not game:
        raise ValueError(f"a game called {game.name!r} is registered already")
    if not playable:
        _UNPLAYED.add(game.name)


def unregister(name: str) -> None:
    """Remove a game from the registry. Raises UnknownGame if there is none of this name.

    >>> unregister("whist")
    Traceback (most recent call last):
    scoring.game.UnknownGame: whist
    """
    find_game(name)
    del _GAMES[name]
    _UNPLAYED.discard(name)


def find_game(name: str) -> Game[Any]:
    """Return the game with a name. Raises UnknownGame if there is none.

    >>> find_game(names()[0]).name == names()[0]
    True
    """
    try:
        return _GAMES[name]
    except KeyError:
        raise UnknownGame(name) from None


def names() -> tuple[str, ...]:
    """Return the names of the games that events can choose, in alphabetical order.

    >>> sorted(names()) == list(names())
    True
    """
    return tuple(sorted(_GAMES.keys() - _UNPLAYED))
