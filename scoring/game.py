"""The interface of every game, and a registry of games by name.

The rest of the program knows games through this module alone and none of them by name. A game
reads rules into a frozen value, says what a sheet of a deal must hold, names what is wrong with
the report of a deal, settles it, and follows a game (局) of several deals to its end.

A report is plain JSON data, the facts of one deal as they were written down. Nothing here reads a
clock or draws at random: the same report under the same rules gives the same answer for ever.
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
    """A complete set of rules: frozen, hashable, equal to every set that says the same."""

    def as_dict(self) -> dict[str, Any]:
        """Return every dimension by its public name, as JSON data that `Game.rules` reads back."""
        ...


@dataclass(frozen=True, slots=True)
class Phrase:
    """One statement of a set of rules, to be worded: which dimension, the code, its figures."""

    dimension: str
    code: StrEnum
    values: Values = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a game for its glossary: its code, the part to which it belongs, what it names.

    `cards` are those that the word means, `source` where the texts of the rules have it.
    """

    code: StrEnum
    part: StrEnum
    cards: tuple[str, ...] = ()
    source: str = ""


class Counting(StrEnum):
    """What the scores of deals are: points, by tens and hundreds; levels that a side climbs in its
    game (局); or a unit or a few for every deal, which are added up.
    """

    POINTS = "points"
    LEVELS = "levels"
    UNITS = "units"


R = TypeVar("R", bound=Rules)
Command = Callable[[Any, Mapping[str, Any]], dict[str, Any]]
"""Takes rules and plain data; returns an answer as plain JSON data, or raises Unsettled."""


class Game(Protocol[R]):
    """What a game offers. Every method is a pure function of its arguments."""

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
    feats: Mapping[StrEnum, StrEnum]
    """The lines of a settlement that tell what an evening remembers of a seat, each with the code
    of it; the first comprises the others, the rest stand from the rarest on. May be empty."""
    commands: Mapping[str, Command]
    """What the command line asks of this game otherwise than of every game, by name."""

    def rules(self, wanted: object) -> R:
        """Read a set of rules: `{"preset": name, dimension: value, …}`, what is left out as in
        the preset, the first preset where none is named.

        Raises RulesRefused with every problem.
        """
        ...

    def preset_of(self, rules: R) -> str | None:
        """Return the preset that says exactly the same as these rules, or None."""
        ...

    def choices(self) -> Mapping[str, tuple[Any, ...]]:
        """Return the usual values of the dimensions that people may choose apart from a preset.

        The values are JSON data as `rules` reads it. Not all of them go together.
        """
        ...

    def needs(self) -> Mapping[str, Mapping[str, Any]]:
        """Return by dimension what other dimensions have to say before it can differ."""
        ...

    def for_fixed_deals(self, rules: R) -> R:
        """Return the rules for an event of a fixed number of deals: no game (局) ends."""
        ...

    def for_boards(self, rules: R) -> R:
        """Return the rules for an event in which several tables play the same boards: a deal
        begins as its board says and not as the last one ended, no rule asks in which order cards
        were dealt, and no game (局) ends."""
        ...

    def counting(self, rules: R) -> Counting:
        """Return what the scores of a deal are by their kind: what can be done with them."""
        ...

    def describe(self, rules: R) -> tuple[Phrase, ...]:
        """Return the rules as coded phrases, every dimension at least once."""
        ...

    def seats(self, rules: R) -> tuple[str, ...]:
        """Return the labels of the seats in order of play."""
        ...

    def blank(self, rules: R) -> Blank:
        """Return what the sheet of a deal asks for."""
        ...

    def follow(self, report: object, rules: R, context: Context = NO_CONTEXT) -> Following:
        """Return what a report says so far, and what follows from it.

        Takes any JSON value and never raises. A game that follows nothing answers
        `Following()`.
        """
        ...

    def running(
        self, report: object, rules: R, context: Context = NO_CONTEXT
    ) -> tuple[Mapping[str, int], ...]:
        """Return the raw points of every seat by what it had won after each complete trick.

        Takes any JSON value and never raises; empty where the report tells no tricks.
        """
        ...

    def replay(self, report: object, rules: R, context: Context = NO_CONTEXT) -> Replay:
        """Return the plays of a report judged one by one, with what was legal before each.

        What is against the rules is among its problems. Raises Unsettled where the plays cannot
        be read, or the game knows none.
        """
        ...

    def trick(self, report: object, rules: R) -> tuple[int, tuple[Problem, ...]]:
        """Return which play of `{"plays": […]}`, a single trick, wins it, counted from 0, and
        what is against the rules.

        Raises Unsettled where it cannot be told, or the game knows no tricks.
        """
        ...

    def irregularities(
        self, report: object, rules: R, context: Context = NO_CONTEXT
    ) -> tuple[Irregularity, ...]:
        """Return what a report tells of play against the rules, for a referee to judge.

        Takes any JSON value and never raises. It stands as it was written down all the same.
        """
        ...

    def problems(
        self, report: object, rules: R, context: Context = NO_CONTEXT
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with a report; nothing where it can be settled.

        Takes any JSON value and never raises.
        """
        ...

    def settle(self, report: object, rules: R, context: Context = NO_CONTEXT) -> Settlement:
        """Return the points of a deal. Raises Unsettled with every problem of the report."""
        ...

    def allow(self, report: object, rules: R, seat: str, *, is_allowed: bool) -> object | None:
        """Return a report with what a seat did after its time allowed by the referee, or void.

        None where there is no such choice in it.
        """
        ...

    def allowed(self, report: object) -> Mapping[str, Any]:
        """Return what any report says was allowed, as `allow` writes it, by the fields of it."""
        ...

    def dock(self, report: object, rules: R, seat: str, points: int) -> object | None:
        """Return a report with points of the deal taken from the side of a seat.

        None where the deals have no points of their own, or the report does not say them.
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
        """Return the scores of a deal that these seats lose: each the worst that it could lawfully
        have made, the others theirs, balanced where the rules want it. None where there is none.
        """
        ...

    def award(self, scores: Mapping[str, int], rules: R) -> Settlement:
        """Return the settlement of a deal to whose seats a referee gives these scores.

        A game (局) goes on from it as from any other deal.
        """
        ...

    def procedure(self, rules: R, history: History = NO_HISTORY) -> Procedure:
        """Return how a deal begins after what went before: who shuffles, cuts and leads.

        Takes any reports and never raises. A game that has no such rules answers `Procedure()`.
        """
        ...

    def outlook(self, report: object, rules: R, context: Context = NO_CONTEXT) -> Outlook:
        """Return what a report leaves open, and the range of what each seat can still come to.

        Takes any JSON value and never raises. A game that foresees nothing answers `Outlook()`.
        """
        ...

    def explain(self, settlement: Settlement, seat: str) -> Explanation:
        """Return the sums of a seat as formulas, from its lines and conversions alone.

        A game whose lines say everything answers `Explanation()`.
        """
        ...

    def lookup(self, rules: R) -> Mapping[str, Any] | None:
        """Return small tables that tell the points of a deal without these rules, as JSON data.

        A screen without a network adds up what they say of the cards won; `docs/tablet.md` says
        how they are read. None where there are none that are small and exact.
        """
        ...

    def compare(
        self, first: object, second: object, rules: R, context: Context = NO_CONTEXT
    ) -> RecordComparison:
        """Return where two reports of one deal say different things.

        Takes any JSON values and never raises. Two reports that agree settle to the same points.
        """
        ...

    def side_points(
        self, scores: Mapping[str, int], rules: R, sides: Mapping[str, str]
    ) -> dict[str, int]:
        """Return what a deal's scores come to for each side; `sides` gives the side of a seat.

        The rules decide whether partners add up or share one value.
        """
        ...

    def begin(self, rules: R, sides: Iterable[str]) -> GameState:
        """Return the game (局) before its first deal: where every side begins."""
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

        What was added before the first deal says how it begins, unless the `engine` that first
        settled that deal did not know this; None where it has no result yet.
        """
        ...

    def target(self, rules: R) -> int | None:
        """Return the least sum, without its sign, at which a game (局) ends; None without one."""
        ...

    def stops_at_time(self, rules: R) -> bool:
        """Say whether play stops when time is called, and the deal in progress does not count."""
        ...

    def match_result(
        self,
        state: GameState,
        rules: R,
        penalties: Mapping[str, int] = NO_PENALTIES,
        time_up: bool = False,
    ) -> GameResult:
        """Say how the game (局) stands; `penalties` are added points by side, usually negative."""
        ...


class UnknownGame(LookupError):
    """No game of this name has been registered."""


_GAMES: dict[str, Game[Any]] = {}
_UNPLAYED: set[str] = set()


def register(game: Game[Any], *, playable: bool = True) -> None:
    """Let a game be found by its name. Raises ValueError where another game has the name.

    One that is not playable yet is found, and no event can choose it: `names` leaves it out.
    To register a game once more changes nothing:

    >>> register(find_game(names()[0]))
    """
    if _GAMES.setdefault(game.name, game) is not game:
        raise ValueError(f"a game called {game.name!r} is registered already")
    if not playable:
        _UNPLAYED.add(game.name)


def unregister(name: str) -> None:
    """Forget a game. Raises UnknownGame where there is none of this name.

    >>> unregister("whist")
    Traceback (most recent call last):
    scoring.game.UnknownGame: whist
    """
    find_game(name)
    del _GAMES[name]
    _UNPLAYED.discard(name)


def find_game(name: str) -> Game[Any]:
    """Return the game of a name. Raises UnknownGame where there is none.

    >>> find_game(names()[0]).name == names()[0]
    True
    """
    try:
        return _GAMES[name]
    except KeyError:
        raise UnknownGame(name) from None


def names() -> tuple[str, ...]:
    """Return the names of the games that events can choose in alphabetical order.

    >>> sorted(names()) == list(names())
    True
    """
    return tuple(sorted(_GAMES.keys() - _UNPLAYED))
