"""Reading the report of a deal: the facts in it, and everything that is wrong with them.

A *result* says who dealt, at which level and trump, and how the deal ended:

    {"dealer": "N", "level": "5", "trump": "H", "attackers_points": 75, "kitty_points": 10,
     "last_trick": {"winner": "W", "cards": ["S9", "S9"]}}

`attackers_points` are those the attackers took in tricks; `dealers_points`, where they are written
too, must make 100 a deck with them and the kitty. `kitty_points` are needed where the attackers
won the last trick. `trump` is null for no trump. Where nobody noted the cards that won the last
trick, `"combination": "pair"` says what of them counts for the kitty. A record of *tricks* has
every play instead:

    {"dealer": "N", "level": "5", "trump": "H", "hands": {"N": […], …}, "kitty": […],
     "plays": [["N", ["SA", "SA"]], …]}

The hands are those after the kitty was buried. `bids` may say who showed what, `failed_throws`
which leads were thrown and did not stand; `"throw_points": {"dealers": 10, "attackers": 0}` says
what those of each side cost it, where no more was noted. What is missing is a problem of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from scoring.game import Context
from scoring.problems import Problem, ProblemCode, Values
from scoring.reading import (
    as_choice,
    as_number,
    as_object,
    as_seat,
    at,
    unknown_fields,
)
from scoring.seats import COMPASS
from scoring.shengji.cards import (
    KITTY_SIZES,
    MOST_COPIES,
    POINTS_A_DECK,
    RANKS,
    SUITS,
    most_in_kitty,
    points_in,
)
from scoring.shengji.codes import ReportProblem
from scoring.shengji.combinations import block_named, name_of, names
from scoring.shengji.costs import costs_of_sides
from scoring.shengji.course import follow_plays
from scoring.shengji.facts import Facts
from scoring.shengji.kitty import counting
from scoring.shengji.ladder import ladder
from scoring.shengji.positions import read_cards
from scoring.shengji.rules import KittyBy, RuleSet, ThrowPenalty
from scoring.shengji.shapes import SINGLE, Block
from scoring.shengji.written import (
    dealt_to_others,
    not_of_board,
    read_bids,
    read_failed_throws,
    read_hands,
    read_plays,
    too_often,
)

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
    "throw_points",
    "hands",
    "kitty",
    "plays",
)
"""The fields of every report."""

DEPTHS: Final = ("result", "tricks")
"""How much of a deal can be written down."""

THROWERS: Final = ("dealers", "attackers")
"""The sides whose throws may have failed."""

POINT_STEP: Final = 5
"""Every number of points is a multiple of this."""

Given = Mapping[str, Any]
Found = list[Problem]


def read(report: object, rules: RuleSet, context: Context) -> tuple[Facts, tuple[Problem, ...]]:
    """Return the facts of a deal and every problem of its report.

    The facts can be settled where there is no problem; otherwise they are what could be read.

    >>> facts, problems = read({"dealer": "N"}, RuleSet(), Context())
    >>> [problem.field for problem in problems]
    ['level', 'trump', 'attackers_points', 'last_trick.winner']
    """
    found: Found = []
    given = as_object(report, "", found)
    if given is not report:
        return Facts(), tuple(found)
    unknown_fields(given, FIELDS, "", found)
    facts = _as_dealt(given, rules, context, found)
    facts = _as_written(given, facts, rules, found)
    throws = read_failed_throws(given, found)
    facts = replace(facts, failed_throws=throws, bids=tuple(read_bids(given, facts.level, found)))
    facts = replace(facts, throw_points=_throw_points(given, rules, found))
    facts, problems = _as_played(given, facts, rules)
    found.extend(problems)
    found.extend(_of_cards(facts, rules))
    facts, problems = _as_counted(facts, rules)
    found.extend(problems)
    found.extend(_missing(given, facts))
    found.extend(_of_points(facts, rules))
    found.extend(_of_throws(facts, rules))
    return facts, tuple(found)


def _as_dealt(given: Given, rules: RuleSet, context: Context, found: Found) -> Facts:
    """Who dealt, the level, trump, and the cards where they are known."""
    dealer = _optional(given, "dealer", lambda value: as_seat(value, COMPASS, "dealer", found))
    level = _optional(given, "level", lambda value: as_choice(value, RANKS, "level", found))
    trump = _optional(given, "trump", lambda value: as_choice(value, SUITS, "trump", found))
    has_trump = "trump" in given and (given["trump"] is None or trump is not None)
    told, dealt = dict(read_hands(given, rules, found)), dealt_to_others(context.hands, dealer)
    hands = {**dealt, **told}
    found.extend(not_of_board(told, dealt))
    kitty = _optional(given, "kitty", lambda value: read_cards(value, "kitty", found)) or ()
    if kitty and len(kitty) != KITTY_SIZES[rules.decks]:
        values = (("count", len(kitty)), ("expected", KITTY_SIZES[rules.decks]))
        found.append(Problem(ReportProblem.KITTY_OF_WRONG_SIZE, "kitty", values=values))
    return Facts(dealer, level, trump, has_trump, hands=hands, kitty=kitty)


def _as_written(given: Given, facts: Facts, rules: RuleSet, found: Found) -> Facts:
    """The result, as far as somebody wrote it down."""
    total = POINTS_A_DECK * rules.decks
    points = {
        name: _optional(given, name, partial(_points, field=name, most=most, found=found))
        for name, most in (
            ("attackers_points", total),
            ("dealers_points", total),
            ("kitty_points", most_in_kitty(rules.decks)),
        )
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
    unknown_fields(told, ["winner", "cards", "led", "combination"], "last_trick", found)
    field = "last_trick.winner"
    seat = _optional(told, "winner", lambda value: as_seat(value, COMPASS, field, found))
    named = _optional(told, "combination", lambda value: _combination(value, rules, found))
    return replace(
        facts,
        last_winner=seat,
        last_cards=_of_last(told, "cards", facts, found),
        last_led=_of_last(told, "led", facts, found),
        last_combination=named,
    )


def _combination(value: object, rules: RuleSet, found: Found) -> Block | None:
    name = as_choice(value, names(rules.decks), "last_trick.combination", found)
    return None if name is None else block_named(name)


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
    plays = tuple(read_plays(given["plays"], found))
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


def _of_cards(facts: Facts, rules: RuleSet) -> Iterator[Problem]:
    """Cards that are there more often than there are decks: in hands, in plays out of hands that
    nobody wrote down, in the last trick.
    """
    plays = [play.cards for play in facts.plays if play.seat not in facts.hands]
    field = "plays" if plays else "hands"
    yield from too_often([*facts.hands.values(), facts.kitty, *plays], rules, field)
    if not facts.plays:
        yield from too_often([facts.last_cards], rules, "last_trick.cards")


def _as_counted(facts: Facts, rules: RuleSet) -> tuple[Facts, list[Problem]]:
    """The combination that counts for the kitty, as the cards tell it; with one deck it is known.

    A record that names another one would settle by its cards, and so it has a problem.
    """
    said = facts.last_combination
    by_lead = rules.kitty_by is KittyBy.LED_FORMAT and facts.last_led
    judged = facts.last_led if by_lead else facts.last_cards
    if not judged or facts.level is None or not facts.has_trump:
        is_known = rules.decks == 1 and facts.last_winner is not None
        return replace(facts, last_combination=said or (SINGLE if is_known else None)), []
    if any(judged.count(card) > MOST_COPIES for card in judged):
        return facts, []
    counted = counting(judged, ladder(facts.trump, facts.level), rules)
    facts = replace(facts, last_combination=counted)
    if said in (None, counted):
        return facts, []
    values = (("said", name_of(said)), ("found", name_of(counted)))
    field = "last_trick.combination"
    return facts, [Problem(ReportProblem.COMBINATION_NOT_OF_CARDS, field, judged, values=values)]


def _not_as_played(facts: Facts, played: Facts) -> Iterator[Problem]:
    for name in ("attackers_points", "last_winner"):
        one, other = getattr(facts, name), getattr(played, name)
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
        asked |= {
            "attackers_points": facts.attackers_points,
            "last_trick.winner": facts.last_winner,
        }
    if facts.dealer and facts.last_winner and not facts.is_dealers(facts.last_winner):
        asked["kitty_points"] = facts.kitty_points
        asked["last_trick.combination"] = facts.last_combination or facts.last_cards or None
    for name, value in asked.items():
        # What is there and cannot be read has a problem of its own.
        if value is None and not _is_told(given, name.split(".")):
            values = (("name", name),)
            yield Problem(ProblemCode.MISSING_FIELD, name, values=values)


def _is_told(given: object, path: Sequence[str]) -> bool:
    """Whether something stands in a report at a path, whatever it is."""
    for name in path:
        if not isinstance(given, Mapping):
            return True
        given = given.get(name)
        if given is None:
            return False
    return True


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
    if points is not None and points % POINT_STEP:
        values = (("points", points),)
        found.append(Problem(ReportProblem.POINTS_NOT_IN_FIVES, field, values=values))
    return points


def _optional(given: Given, name: str, reader: Any) -> Any:
    """What is null says no more than what is left out."""
    return None if given.get(name) is None else reader(given[name])


def _throw_points(given: Given, rules: RuleSet, found: Found) -> tuple[int, int]:
    """What failed throws cost the dealer's side and the attackers, as far as it was noted."""
    if given.get("throw_points") is None:
        return (0, 0)
    told = as_object(given["throw_points"], "throw_points", found)
    unknown_fields(told, THROWERS, "throw_points", found)
    most = POINTS_A_DECK * rules.decks
    noted = []
    for name in THROWERS:
        value, field = told.get(name), at("throw_points", name)
        noted.append(0 if value is None else _points(value, field, most, found) or 0)
    if any(noted) and rules.throw_penalty is ThrowPenalty.NONE:
        values = (("points", max(noted)),)
        found.append(Problem(ReportProblem.THROW_POINTS_NOT_ASKED, "throw_points", values=values))
    return (noted[0], noted[1])


def _of_throws(facts: Facts, rules: RuleSet) -> Iterator[Problem]:
    """What the throws that are written down cost, and what was noted of it beside them."""
    if not any(facts.throw_points) or not facts.failed_throws or facts.dealer is None:
        return
    costs = costs_of_sides(replace(facts, throw_points=(0, 0)), rules)
    for name, said, cost in zip(THROWERS, facts.throw_points, costs, strict=True):
        if said != cost:
            values = (("points", said), ("expected", cost))
            code = ReportProblem.THROW_POINTS_DO_NOT_ADD_UP
            yield Problem(code, at("throw_points", name), values=values)
