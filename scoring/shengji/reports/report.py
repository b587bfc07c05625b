"""Reading the report of a deal: its facts and its problems.

A *result* says who dealt, at which level and trump, and how the deal ended:

    {"dealer": "N", "level": "5", "trump": "H", "attackers_points": 75, "kitty_points": 10,
     "last_trick": {"winner": "W", "cards": ["S9", "S9"]}}

`attackers_points` are those the attackers took in tricks; `dealers_points`, if given, must sum with
them and the kitty to 100 a deck. `kitty_points` are required if the attackers won the last trick.
`trump` is null for no trump. If the cards that won the last trick were not recorded,
`"combination": "pair"` names the combination that counts for the kitty, and if a J can be hooked
`"jack"` names the J in it: `"trump"`, `"off_suit"` or `"none"`. A record of *tricks* has every play
instead:

    {"dealer": "N", "level": "5", "trump": "H", "hands": {"N": […], …}, "kitty": […],
     "plays": [["N", ["SA", "SA"]], …]}

The hands are those after the kitty was buried. `bids` may list the cards that seats showed,
`failed_throws` the throws that did not stand; `"throw_points": {"dealers": 10, "attackers": 0}` has
their cost for each side if no details were recorded. A missing fact is a problem of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from scoring.cards import RANKS, SUITS
from scoring.game import Context
from scoring.problems import Problem, ProblemCode, Values
from scoring.reading import as_choice, as_number, as_object, as_seat, at, unknown_fields
from scoring.seats import COMPASS
from scoring.shengji.cards import KITTY_SIZES, MOST_COPIES, POINTS_A_DECK, most_in_kitty, points_in
from scoring.shengji.codes import ReportProblem
from scoring.shengji.play.kitty import (
    block_named,
    combination_name,
    combination_names,
    counting_combination,
)
from scoring.shengji.play.ladder import Ladder, rules_ladder
from scoring.shengji.play.shapes import SINGLE
from scoring.shengji.reports.facts import (
    Facts,
    asks_jack,
    costs_of_sides,
    follow_plays,
    jack_in,
    point_problems,
)
from scoring.shengji.reports.written import (
    cards_too_often,
    dealt_to_others,
    hands_not_of_board,
    impossible_throws,
    read_bids,
    read_cards,
    read_failed_throws,
    read_hands,
    read_plays,
)
from scoring.shengji.rules import KittyBy, LastJack, RuleSet, ThrowPenalty

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

_JACKS: Final = tuple(jack.value for jack in LastJack)

POINT_STEP: Final = 5
"""Every number of points is a multiple of this."""

CHECKED_SINCE: Final = 2
"""The schema from which on the kitty has to agree with the cards and points that are known, and a
failed throw has to be one.
"""

Fields = Mapping[str, Any]
Problems = list[Problem]


def read_report(
    report: object, rules: RuleSet, context: Context
) -> tuple[Facts, tuple[Problem, ...]]:
    """Return the facts of a deal and every problem of its report.

    The facts can be settled if there is no problem; otherwise they are the readable part.

    >>> facts, problems = read_report({"dealer": "N"}, RuleSet(), Context())
    >>> [problem.field for problem in problems]
    ['level', 'trump', 'attackers_points', 'last_trick.winner']
    """
    problems: Problems = []
    fields = as_object(report, "", problems)
    if fields is not report:
        return Facts(), tuple(problems)
    unknown_fields(fields, FIELDS, "", problems)
    facts = _read_deal(fields, rules, context, problems)
    facts = _read_result(fields, facts, rules, problems)
    throws = read_failed_throws(fields, problems)
    facts = replace(
        facts, failed_throws=throws, bids=tuple(read_bids(fields, facts.level, problems))
    )
    facts = replace(facts, throw_points=_throw_points(fields, rules, problems))
    facts, further = _with_plays(fields, facts, rules)
    problems.extend(further)
    problems.extend(_card_problems(facts, rules))
    facts, further = _with_combination(facts, rules)
    problems.extend(further)
    facts, further = _with_jack(facts, rules)
    problems.extend(further)
    problems.extend(_missing(fields, facts, rules))
    is_checked = context.schema is None or context.schema >= CHECKED_SINCE
    problems.extend(point_problems(facts, rules, checks_kitty=is_checked))
    problems.extend(_throw_problems(facts, rules))
    if is_checked:
        impossible_throws(throws, _order(facts, rules), problems)
    return facts, tuple(problems)


def _read_deal(report: Fields, rules: RuleSet, context: Context, problems: Problems) -> Facts:
    """Return the facts with dealer, level, trump, and any known cards."""
    dealer = _optional(report, "dealer", lambda value: as_seat(value, COMPASS, "dealer", problems))
    level = _optional(report, "level", lambda value: as_choice(value, RANKS, "level", problems))
    trump = _optional(report, "trump", lambda value: as_choice(value, SUITS, "trump", problems))
    has_trump = "trump" in report and (report["trump"] is None or trump is not None)
    written, dealt = (
        dict(read_hands(report, rules, problems)),
        dealt_to_others(context.hands, dealer),
    )
    hands = {**dealt, **written}
    problems.extend(hands_not_of_board(written, dealt))
    kitty = _optional(report, "kitty", lambda value: read_cards(value, "kitty", problems)) or ()
    if kitty and len(kitty) != KITTY_SIZES[rules.decks]:
        values = (("count", len(kitty)), ("expected", KITTY_SIZES[rules.decks]))
        problems.append(Problem(ReportProblem.KITTY_OF_WRONG_SIZE, "kitty", values=values))
    return Facts(dealer, level, trump, has_trump, hands=hands, kitty=kitty)


def _order(facts: Facts, rules: RuleSet) -> Ladder | None:
    is_known = facts.level is not None and facts.has_trump
    return rules_ladder(facts.trump, str(facts.level), rules) if is_known else None


def _read_result(report: Fields, facts: Facts, rules: RuleSet, problems: Problems) -> Facts:
    """Return the facts with the recorded result, as far as there is one."""
    total = POINTS_A_DECK * rules.decks
    points = {
        name: _optional(report, name, partial(_points, field=name, most=most, problems=problems))
        for name, most in (
            ("attackers_points", total),
            ("dealers_points", total),
            ("kitty_points", most_in_kitty(rules.decks)),
        )
    }
    facts = replace(facts, **points)
    if facts.kitty and facts.kitty_points is None:
        facts = replace(facts, kitty_points=points_in(facts.kitty))
    last = report.get("last_trick")
    if last is None:
        return facts
    trick = as_object(last, "last_trick", problems)
    return _read_last_trick(trick, facts, rules, problems) if trick is last else facts


def _read_last_trick(trick: Fields, facts: Facts, rules: RuleSet, problems: Problems) -> Facts:
    """Return the facts with what was recorded of the last trick."""
    unknown_fields(trick, ["winner", "cards", "led", "combination", "jack"], "last_trick", problems)
    field = "last_trick.winner"
    seat = _optional(trick, "winner", lambda value: as_seat(value, COMPASS, field, problems))
    named = _optional(
        trick,
        "combination",
        lambda value: as_choice(
            value, combination_names(rules), "last_trick.combination", problems
        ),
    )
    jack = _optional(
        trick,
        "jack",
        lambda value: as_choice(value, _JACKS, "last_trick.jack", problems),
    )
    return replace(
        facts,
        last_jack=None if jack is None else LastJack(jack),
        last_winner=seat,
        last_cards=_read_last_cards(trick, "cards", facts, rules, problems),
        last_led=_read_last_cards(trick, "led", facts, rules, problems),
        last_combination=None if named is None else block_named(named),
    )


def _read_last_cards(
    trick: Fields, name: str, facts: Facts, rules: RuleSet, problems: Problems
) -> tuple[str, ...]:
    field = at("last_trick", name)
    value = trick.get(name)
    cards = () if value is None else read_cards(value, field, problems)
    if cards and facts.level and facts.has_trump:
        order = rules_ladder(facts.trump, facts.level, rules)
        if order.one_suit(cards) is None:
            problems.append(Problem(ReportProblem.LAST_CARDS_OF_TWO_SUITS, field, cards))
    return cards


def _with_plays(report: Fields, facts: Facts, rules: RuleSet) -> tuple[Facts, list[Problem]]:
    """Return the facts with the result of the plays, if there are any."""
    problems: Problems = []
    if report.get("plays") is None:
        return facts, problems
    plays = tuple(read_plays(report["plays"], problems))
    facts = replace(facts, plays=plays)
    if problems or facts.level is None or not facts.has_trump:
        return facts, problems
    order = rules_ladder(facts.trump, facts.level, rules)
    course, of_course = follow_plays(plays, facts.dealer, facts.hands, order, rules)
    problems.extend(of_course)
    facts = replace(facts, course=course)
    if problems or not course.complete or facts.dealer is None:
        return facts, problems
    last = course.tricks[-1]
    played = replace(
        facts,
        attackers_points=course.points[-1] if course.points else 0,
        last_winner=last.winner,
        last_cards=next(play.cards for play in last.plays if play.seat == last.winner),
        last_led=last.plays[0].cards,
    )
    problems.extend(_not_as_played(facts, played))
    return played, problems


def _card_problems(facts: Facts, rules: RuleSet) -> Iterator[Problem]:
    """Yield cards that occur more often than there are decks.

    They are looked for in hands, in plays without recorded hands, and in the last trick.
    """
    plays = [play.cards for play in facts.plays if play.seat not in facts.hands]
    field = "plays" if plays else "hands"
    yield from cards_too_often([*facts.hands.values(), facts.kitty, *plays], rules, field)
    if not facts.plays:
        yield from cards_too_often([facts.last_cards], rules, "last_trick.cards")


def _with_combination(facts: Facts, rules: RuleSet) -> tuple[Facts, list[Problem]]:
    """Return the facts with the combination that counts for the kitty: a single with one deck.

    A report that names another combination than its cards has a problem.
    """
    named = facts.last_combination
    by_lead = rules.kitty_by is KittyBy.LED_FORMAT and facts.last_led
    judged = facts.last_led if by_lead else facts.last_cards
    if not judged or facts.level is None or not facts.has_trump:
        is_known = rules.decks == 1 and facts.last_winner is not None
        return replace(facts, last_combination=named or (SINGLE if is_known else None)), []
    if any(judged.count(card) > MOST_COPIES for card in judged):
        return facts, []
    counted = counting_combination(judged, rules_ladder(facts.trump, facts.level, rules), rules)
    if rules.kitty_by is KittyBy.LED_FORMAT and not facts.last_led and named is not None:
        # Who says what counted knows what was led, and the winner's cards do not tell it.
        return facts, []
    facts = replace(facts, last_combination=counted)
    if named in (None, counted):
        return facts, []
    values = (("said", combination_name(named)), ("found", combination_name(counted)))
    field = "last_trick.combination"
    return facts, [Problem(ReportProblem.COMBINATION_NOT_OF_CARDS, field, judged, values=values)]


def _with_jack(facts: Facts, rules: RuleSet) -> tuple[Facts, list[Problem]]:
    """Return the facts with the J in the last cards, if that is asked (SJ-67)."""
    if not asks_jack(facts, rules):
        return facts, []
    named, field = facts.last_jack, "last_trick.jack"
    if facts.last_cards and facts.has_trump:
        found = jack_in(facts.last_cards, facts.trump)
        facts = replace(facts, last_jack=found)
        if named not in (None, found):
            return facts, [Problem(ReportProblem.JACK_NOT_OF_CARDS, field, facts.last_cards)]
    elif named is LastJack.TRUMP and facts.has_trump and facts.trump is None:
        return facts, [Problem(ReportProblem.JACK_WITHOUT_TRUMP, field)]
    return facts, []


def _not_as_played(facts: Facts, played: Facts) -> Iterator[Problem]:
    for name in ("attackers_points", "last_winner"):
        written, from_plays = getattr(facts, name), getattr(played, name)
        if written is not None and written != from_plays:
            field = "last_trick.winner" if name == "last_winner" else name
            values = (("name", name), ("said", written), ("played", from_plays))
            yield Problem(ReportProblem.RESULT_NOT_AS_PLAYED, field, values=values)


def _missing(report: Fields, facts: Facts, rules: RuleSet) -> Iterator[Problem]:
    """Yield the fields that are required before the deal can be settled."""
    needed: dict[str, object] = {
        "dealer": facts.dealer,
        "level": facts.level,
        "trump": facts.has_trump or None,
    }
    if report.get("plays") is not None:
        if facts.course is not None and not facts.course.complete:
            played = sum(len(play.cards) for play in facts.plays)
            values: Values = (("count", played),)
            yield Problem(ReportProblem.PLAYS_INCOMPLETE, "plays", values=values)
    else:
        needed |= {
            "attackers_points": facts.attackers_points,
            "last_trick.winner": facts.last_winner,
        }
    if facts.dealer and facts.last_winner and not facts.is_dealers(facts.last_winner):
        needed["kitty_points"] = facts.kitty_points
        needed["last_trick.combination"] = facts.last_combination or facts.last_cards or None
    if asks_jack(facts, rules):
        needed["last_trick.jack"] = facts.last_jack
    for name, value in needed.items():
        # What is there and cannot be read has a problem of its own.
        if value is None and not _is_present(report, name.split(".")):
            values = (("name", name),)
            yield Problem(ProblemCode.MISSING_FIELD, name, values=values)


def _is_present(value: object, path: Sequence[str]) -> bool:
    for name in path:
        if not isinstance(value, Mapping):
            return True
        value = value.get(name)
        if value is None:
            return False
    return True


def _points(value: object, field: str, most: int, problems: Problems) -> int | None:
    points = as_number(value, 0, most, field, problems)
    if points is not None and points % POINT_STEP:
        values = (("points", points),)
        problems.append(Problem(ReportProblem.POINTS_NOT_IN_FIVES, field, values=values))
    return points


def _optional(report: Fields, name: str, reader: Any) -> Any:
    """Read an optional field; null counts as left out."""
    return None if report.get(name) is None else reader(report[name])


def _throw_points(report: Fields, rules: RuleSet, problems: Problems) -> tuple[int, int]:
    """Return the recorded costs of failed throws for the dealer's side and the attackers."""
    if report.get("throw_points") is None:
        return (0, 0)
    points_by_side = as_object(report["throw_points"], "throw_points", problems)
    unknown_fields(points_by_side, THROWERS, "throw_points", problems)
    most = POINTS_A_DECK * rules.decks
    noted = []
    for name in THROWERS:
        value, field = points_by_side.get(name), at("throw_points", name)
        noted.append(0 if value is None else _points(value, field, most, problems) or 0)
    if any(noted) and rules.throw_penalty is ThrowPenalty.NONE:
        values = (("points", max(noted)),)
        problems.append(
            Problem(ReportProblem.THROW_POINTS_NOT_ASKED, "throw_points", values=values)
        )
    return (noted[0], noted[1])


def _throw_problems(facts: Facts, rules: RuleSet) -> Iterator[Problem]:
    """Yield recorded costs of failed throws that differ from those of the recorded throws."""
    if not any(facts.throw_points) or not facts.failed_throws or facts.dealer is None:
        return
    costs = costs_of_sides(replace(facts, throw_points=(0, 0)), rules)
    for name, noted, cost in zip(THROWERS, facts.throw_points, costs, strict=True):
        if noted != cost:
            values = (("points", noted), ("expected", cost))
            code = ReportProblem.THROW_POINTS_DO_NOT_ADD_UP
            yield Problem(code, at("throw_points", name), values=values)
