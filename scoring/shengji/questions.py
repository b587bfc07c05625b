"""Questions about positions from the command line: JSON data in, JSON data out.

Every field that a question needs must be there; other fields are ignored.

>>> COMMANDS["levels"](RuleSet(), {"attackers_points": 85})
{'dealer_keeps': False, 'dealer_up': 0, 'attackers_up': 1}
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeVar

from scoring.game import NO_CONTEXT, Command
from scoring.problems import Problem, Unsettled
from scoring.reading import as_number, at, required
from scoring.shengji.cards import points_in
from scoring.shengji.codes import PlayFlag, PositionProblem
from scoring.shengji.play.bidding import bids_not_higher
from scoring.shengji.play.follow import broken_obligation
from scoring.shengji.play.kitty import kitty_multiplier
from scoring.shengji.play.ladder import Ladder
from scoring.shengji.play.throws import resolve_throw, winning_play
from scoring.shengji.reports.facts import Facts
from scoring.shengji.reports.report import read_report
from scoring.shengji.reports.written import read_card_lists, read_cards, read_ladder, read_lead
from scoring.shengji.rules import RuleSet
from scoring.shengji.settling.levels import find_outcome
from scoring.shengji.settling.settle import reckon_deal, settle

SEATS: Final = 4
MOST: Final = 1_000_000
"""No deal has more points than this, whatever the kitty is multiplied by."""

Fields = Mapping[str, Any]
T = TypeVar("T")


def _order(rules: RuleSet, question: Fields) -> dict[str, Any]:
    """Answer with the `ladder`: every suit from low to high, equal cards together."""
    problems: list[Problem] = []
    order = read_ladder(question, rules, problems)
    return {"ladder": _known(order, problems).order()}


def _follow(rules: RuleSet, question: Fields) -> dict[str, Any]:
    """Answer whether a play is `legal`, or else with the obligation that it breaks."""
    problems: list[Problem] = []
    order = read_ladder(question, rules, problems)
    led = _lead(question, "led", order, problems)
    hand = _read_required(question, "hand", problems, read_cards)
    play = _read_required(question, "play", problems, read_cards)
    code = broken_obligation(led, hand, play, _known(order, problems), rules)
    return {"legal": code is None, "problems": [] if code is None else [code.value]}


def ask_trick(rules: RuleSet, question: Fields) -> dict[str, Any]:
    """Answer with the `winner`, the index of the winning play, and the `points`.

    >>> position = {"trump": "S", "level": "5", "plays": [["H10"], ["HK"], ["S2"], ["H5"]]}
    >>> ask_trick(RuleSet(), position)
    {'winner': 3, 'points': 25}
    """
    problems: list[Problem] = []
    order = read_ladder(question, rules, problems)
    plays = _read_required(question, "plays", problems, read_card_lists)
    if not problems:
        read_lead(plays[0] if plays else (), "plays.0", order, problems)
        problems.extend(_size_problems(plays))
    won = winning_play(plays, _known(order, problems), rules)
    return {"winner": won, "points": sum(points_in(play) for play in plays)}


def _throw(rules: RuleSet, question: Fields) -> dict[str, Any]:
    """Answer whether a throw `stands`, and with the cards `played`."""
    problems: list[Problem] = []
    order = read_ladder(question, rules, problems)
    thrown = _lead(question, "thrown", order, problems)
    hands = _read_required(question, "other_hands", problems, read_card_lists)
    if not problems and len(hands) != SEATS - 1:
        values = (("count", len(hands)),)
        problems.append(Problem(PositionProblem.HANDS_NOT_OF_THREE, "other_hands", values=values))
    result = resolve_throw(thrown, hands, _known(order, problems), rules)
    return {"stands": result.stands, "played": list(result.played)}


def _kitty(rules: RuleSet, question: Fields) -> dict[str, Any]:
    """Answer with the `multiplier` of the points in the kitty."""
    problems: list[Problem] = []
    order = read_ladder(question, rules, problems)
    play = _lead(question, "winning_play", None, problems)
    return {"multiplier": kitty_multiplier(play, _known(order, problems), rules)}


def _levels(rules: RuleSet, question: Fields) -> dict[str, Any]:
    """Answer with the side that keeps or takes the deal, and the levels that each side gains."""
    problems: list[Problem] = []
    value = required(question, "attackers_points", "", problems)
    points = None
    if "attackers_points" in question:
        points = as_number(value, -MOST, MOST, "attackers_points", problems)
    return find_outcome(_known(points, problems), rules)._asdict()


def _settle(rules: RuleSet, question: Fields) -> dict[str, Any]:
    """Answer with points, levels, the next dealer, and the lines that explain them."""
    facts, problems = read_report(question, rules, NO_CONTEXT)
    if problems:
        raise Unsettled(problems)
    answer = {**reckon_deal(facts, rules).as_json(), **settle(facts, rules).as_json()}
    flags = [
        *_low_bids(facts, rules),
        *(flag.as_problem() for flag in (facts.course.flags if facts.course else ())),
    ]
    if flags:
        answer["flags"] = [flag.as_json() for flag in flags]
    return {**answer, "problems": []}


def _low_bids(facts: Facts, rules: RuleSet) -> Iterator[Problem]:
    """Yield the bids that were too low; the trump that they made is kept."""
    for place, bid in bids_not_higher(facts.bids, facts.level, rules) if facts.level else ():
        yield Problem(PlayFlag.BID_NOT_HIGHER, f"bids.{place}", bid.cards, (bid.seat,))


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "order": _order,
        "follow": _follow,
        "trick": ask_trick,
        "throw": _throw,
        "kitty": _kitty,
        "levels": _levels,
        "settle": _settle,
    }
)
"""What the command line asks of this game, by name."""


def _read_required(
    question: Fields,
    name: str,
    problems: list[Problem],
    read: Callable[[object, str, list[Problem]], T],
) -> T:
    """Read a required field; note one problem and return an empty value if it is missing."""
    value = required(question, name, "", problems)
    return read(value, name, problems) if name in question else read([], name, [])


def _lead(
    question: Fields, name: str, order: Ladder | None, problems: list[Problem]
) -> tuple[str, ...]:
    return _read_required(
        question, name, problems, lambda value, at, noted: read_lead(value, at, order, noted)
    )


def _known(value: T | None, problems: Sequence[Problem]) -> T:
    if problems or value is None:
        raise Unsettled(problems)
    return value


def _size_problems(plays: Sequence[tuple[str, ...]]) -> list[Problem]:
    if len(plays) != SEATS:
        values = (("count", len(plays)),)
        return [Problem(PositionProblem.PLAYS_NOT_OF_FOUR, "plays", values=values)]
    size = len(plays[0])
    return [
        Problem(
            PositionProblem.PLAY_OF_OTHER_SIZE,
            at("plays", place),
            play,
            values=(("count", len(play)), ("expected", size)),
        )
        for place, play in enumerate(plays)
        if len(play) != size
    ]
