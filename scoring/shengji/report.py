"""Reading the report of a deal: the facts in it, and everything that is wrong with them.

A *result* says who dealt, at which level and trump, and how the deal ended:

    {"dealer": "N", "level": "5", "trump": "H", "attackers_points": 75, "kitty_points": 10,
     "last_trick": {"winner": "W", "cards": ["S9", "S9"]}}

`attackers_points` are those the attackers took in tricks; `dealers_points`, where they are written
too, must make 100 a deck with them and the kitty. `kitty_points` are needed where the attackers
won the last trick. `trump` is null for no trump. A record of *tricks* has every play instead:

    {"dealer": "N", "level": "5", "trump": "H", "hands": {"N": […], …}, "kitty": […],
     "plays": [["N", ["SA", "SA"]], …]}

The hands are those after the kitty was buried. `bids` may say who showed what, `failed_throws`
which leads were thrown and did not stand. What is missing is a problem of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scoring.following import Play
from scoring.game import Context
from scoring.problems import Problem, ProblemCode, Values
from scoring.reading import (
    as_choice,
    as_list,
    as_number,
    as_object,
    as_seat,
    at,
    required,
    unknown_fields,
)
from scoring.seats import COMPASS
from scoring.shengji.bidding import Bid, worth
from scoring.shengji.cards import KITTY_SIZES, POINTS_A_DECK, RANKS, SUITS, hand_size, points_in
from scoring.shengji.codes import ReportProblem
from scoring.shengji.course import follow_plays
from scoring.shengji.facts import Facts, FailedThrow
from scoring.shengji.ladder import ladder
from scoring.shengji.positions import read_cards
from scoring.shengji.rules import RuleSet

FIELDS: Final = (
    "dealer",
    "level",
    "trump",
    "bids",
    "attackers_points",
    "dealers_points",
    "kitty_points",
    "last_trick",
    "failed_throws",
    "hands",
    "kitty",
    "plays",
)
"""The fields of every report."""

DEPTHS: Final = ("result", "tricks")
"""How much of a deal can be written down."""

MOST_PLAYED: Final = 39
"""Nobody holds more cards than this."""

Given = Mapping[str, Any]
Found = list[Problem]


def read(report: object, rules: RuleSet, context: Context) -> tuple[Facts, tuple[Problem, ...]]:
    """Return the facts of a deal and every problem of its report.

    The facts can be settled where there is no problem; otherwise they are what could be read.

    >>> facts, problems = read({"dealer": "N"}, RuleSet(), Context())
    >>> [problem.field for problem in problems]
    ['level', 'trump', 'attackers_points', 'last_trick']
    """
    found: Found = []
    given = as_object(report, "", found)
    if given is not report:
        return Facts(), tuple(found)
    unknown_fields(given, FIELDS, "", found)
    facts = _as_dealt(given, rules, context, found)
    facts = _as_written(given, facts, rules, found)
    throws = _failed_throws(given, found)
    facts = replace(facts, failed_throws=throws, bids=tuple(_bids(given, facts, found)))
    facts, problems = _as_played(given, facts, rules)
    found.extend(problems)
    found.extend(_missing(given, facts))
    found.extend(_of_points(facts, rules))
    return facts, tuple(found)


def _as_dealt(given: Given, rules: RuleSet, context: Context, found: Found) -> Facts:
    """Who dealt, the level, trump, and the cards where they are known."""
    dealer = _optional(given, "dealer", lambda value: as_seat(value, COMPASS, "dealer", found))
    level = _optional(given, "level", lambda value: as_choice(value, RANKS, "level", found))
    trump = _optional(given, "trump", lambda value: as_choice(value, SUITS, "trump", found))
    has_trump = "trump" in given and (given["trump"] is None or trump is not None)
    hands = dict(_hands(given, rules, found)) or dict(context.hands or {})
    kitty = _optional(given, "kitty", lambda value: read_cards(value, "kitty", found)) or ()
    if kitty and len(kitty) != KITTY_SIZES[rules.decks]:
        values = (("count", len(kitty)), ("expected", KITTY_SIZES[rules.decks]))
        found.append(Problem(ReportProblem.KITTY_OF_WRONG_SIZE, "kitty", values=values))
    found.extend(_too_often([*hands.values(), kitty], rules))
    return Facts(dealer, level, trump, has_trump, hands=hands, kitty=kitty)


def _as_written(given: Given, facts: Facts, rules: RuleSet, found: Found) -> Facts:
    """The result, as far as somebody wrote it down."""
    most = POINTS_A_DECK * rules.decks
    points = {
        name: _optional(given, name, lambda value, name=name: _points(value, name, most, found))
        for name in ("attackers_points", "dealers_points", "kitty_points")
    }
    facts = replace(facts, **points)
    if facts.kitty and facts.kitty_points is None:
        facts = replace(facts, kitty_points=points_in(facts.kitty))
    last = given.get("last_trick")
    if last is None:
        return facts
    told = as_object(last, "last_trick", found)
    if told is not last:
        return facts
    unknown_fields(told, ["winner", "cards", "led"], "last_trick", found)
    winner = required(told, "winner", "last_trick", found)
    seat = as_seat(winner, COMPASS, "last_trick.winner", found) if "winner" in told else None
    cards = _of_last(told, "cards", facts, found)
    return replace(
        facts, last_winner=seat, last_cards=cards, last_led=_of_last(told, "led", facts, found)
    )


def _of_last(told: Given, name: str, facts: Facts, found: Found) -> tuple[str, ...]:
    field = at("last_trick", name)
    value = told.get(name)
    cards = () if value is None else read_cards(value, field, found)
    if cards and facts.level and facts.has_trump:
        order = ladder(facts.trump, facts.level)
        if order.one_suit(cards) is None:
            found.append(Problem(ReportProblem.LAST_CARDS_OF_TWO_SUITS, field, cards))
    return cards


def _as_played(given: Given, facts: Facts, rules: RuleSet) -> tuple[Facts, list[Problem]]:
    """The result, as far as the plays tell it."""
    found: Found = []
    if given.get("plays") is None:
        return facts, found
    plays = tuple(_plays(given["plays"], found))
    facts = replace(facts, plays=plays)
    if found or facts.level is None or not facts.has_trump:
        return facts, found
    order = ladder(facts.trump, facts.level)
    course, problems = follow_plays(plays, facts.dealer, facts.hands, order, rules)
    found.extend(problems)
    facts = replace(facts, course=course)
    if found or not course.complete or facts.dealer is None:
        return facts, found
    last = course.tricks[-1]
    told = replace(
        facts,
        attackers_points=course.points[-1] if course.points else 0,
        last_winner=last.winner,
        last_cards=next(play.cards for play in last.plays if play.seat == last.winner),
        last_led=last.plays[0].cards,
    )
    found.extend(_not_as_played(facts, told))
    return told, found


def _not_as_played(said: Facts, played: Facts) -> Iterator[Problem]:
    for name in ("attackers_points", "last_winner"):
        one, other = getattr(said, name), getattr(played, name)
        if one is not None and one != other:
            field = "last_trick.winner" if name == "last_winner" else name
            values = (("name", name), ("said", one), ("played", other))
            yield Problem(ReportProblem.RESULT_NOT_AS_PLAYED, field, values=values)


def _missing(given: Given, facts: Facts) -> Iterator[Problem]:
    """What has to be written down yet before the deal can be settled."""
    asked: dict[str, object] = {
        "dealer": facts.dealer,
        "level": facts.level,
        "trump": facts.has_trump or None,
    }
    if given.get("plays") is not None:
        if facts.course is not None and not facts.course.complete:
            played = sum(len(play.cards) for play in facts.plays)
            values: Values = (("count", played),)
            yield Problem(ReportProblem.PLAYS_INCOMPLETE, "plays", values=values)
    else:
        asked |= {"attackers_points": facts.attackers_points, "last_trick": facts.last_winner}
    if facts.dealer and facts.last_winner and not facts.is_dealers(facts.last_winner):
        asked["kitty_points"] = facts.kitty_points
        if not facts.last_cards:
            asked["last_trick.cards"] = None
    for name, value in asked.items():
        # What is there and cannot be read has a problem of its own.
        if value is None and given.get(name) is None:
            values = (("name", name),)
            yield Problem(ProblemCode.MISSING_FIELD, name, values=values)


def _of_points(facts: Facts, rules: RuleSet) -> Iterator[Problem]:
    """The checksum: 100 a deck."""
    total = POINTS_A_DECK * rules.decks
    attackers, dealers = facts.attackers_points, facts.dealers_points
    if attackers is None:
        return
    kitty = facts.kitty_points or 0
    if attackers + kitty > total:
        values = (("points", attackers + kitty), ("most", total))
        yield Problem(ReportProblem.POINTS_TOO_MANY, "attackers_points", values=values)
    elif (
        dealers is not None
        and facts.kitty_points is not None
        and attackers + dealers + kitty != total
    ):
        values = (("points", attackers + dealers + kitty), ("expected", total))
        yield Problem(ReportProblem.POINTS_DO_NOT_ADD_UP, "dealers_points", values=values)


def _points(value: object, field: str, most: int, found: Found) -> int | None:
    points = as_number(value, 0, most, field, found)
    if points is not None and points % 5:
        values = (("points", points),)
        found.append(Problem(ReportProblem.POINTS_NOT_IN_FIVES, field, values=values))
    return points


def _optional(given: Given, name: str, reader: Any) -> Any:
    """What is null says no more than what is left out."""
    return None if given.get(name) is None else reader(given[name])


def _hands(given: Given, rules: RuleSet, found: Found) -> Iterator[tuple[str, tuple[str, ...]]]:
    told = given.get("hands")
    if told is None:
        return
    for name, cards in as_object(told, "hands", found).items():
        seat = as_seat(name, COMPASS, at("hands", name), found)
        if seat is None:
            continue
        hand = read_cards(cards, at("hands", seat), found)
        if len(hand) != hand_size(rules.decks):
            values = (("count", len(hand)), ("expected", hand_size(rules.decks)))
            code = ReportProblem.HAND_OF_WRONG_SIZE
            found.append(Problem(code, at("hands", seat), seats=(seat,), values=values))
        yield seat, hand


def _too_often(parts: Sequence[Sequence[str]], rules: RuleSet) -> Iterator[Problem]:
    cards = [card for part in parts for card in part]
    often = tuple(face for face in dict.fromkeys(cards) if cards.count(face) > rules.decks)
    if often:
        values = (("copies", rules.decks),)
        yield Problem(ReportProblem.CARDS_TOO_OFTEN, "hands", often, values=values)


def _plays(value: object, found: Found) -> Iterator[Play]:
    for place, one in enumerate(as_list(value, "plays", found)):
        field = at("plays", place)
        if not isinstance(one, list | tuple) or len(one) != 2:
            found.append(Problem(ReportProblem.PLAY_NOT_A_PLAY, field))
            continue
        seat = as_seat(one[0], COMPASS, field, found)
        cards = read_cards([one[1]] if isinstance(one[1], str) else one[1], field, found)
        if seat is not None and not cards:
            found.append(Problem(ReportProblem.PLAY_WITHOUT_CARDS, field, seats=(seat,)))
        elif seat is not None:
            yield Play(seat, cards)


def _bids(given: Given, facts: Facts, found: Found) -> Iterator[Bid]:
    for place, one in enumerate(as_list(given.get("bids") or [], "bids", found)):
        field = at("bids", place)
        told = as_object(one, field, found)
        if told is not one:
            continue
        unknown_fields(told, ["seat", "cards"], field, found)
        seat = as_seat(told.get("seat"), COMPASS, at(field, "seat"), found)
        cards = read_cards(told.get("cards"), at(field, "cards"), found)
        if seat is not None and facts.level is not None and worth(cards, facts.level) is None:
            found.append(Problem(ReportProblem.BID_NOT_A_BID, field, cards, (seat,)))
        elif seat is not None:
            yield Bid(seat, cards)


def _failed_throws(given: Given, found: Found) -> tuple[FailedThrow, ...]:
    throws = []
    for place, one in enumerate(as_list(given.get("failed_throws") or [], "failed_throws", found)):
        field = at("failed_throws", place)
        told = as_object(one, field, found)
        if told is not one:
            continue
        unknown_fields(told, ["seat", "cards", "played"], field, found)
        seat = as_seat(told.get("seat"), COMPASS, at(field, "seat"), found)
        cards = read_cards(told.get("cards"), at(field, "cards"), found)
        count = as_number(told.get("played", 1), 0, MOST_PLAYED, at(field, "played"), found)
        if seat is not None and cards and count is not None:
            throws.append(FailedThrow(seat, cards, count))
    return tuple(throws)
