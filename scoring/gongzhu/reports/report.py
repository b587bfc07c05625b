"""The reading of a report: all its facts, and all its problems.

    {"won": {"N": ["SQ", …], …}, "exposed": [{"seat": "W", "card": "SQ", "kind": "exposed"}],
     "dealt": {"SQ": "W"}, "hands": {"N": [13 cards], …}, "leader": "N", "first_deal": true,
     "plays": [["N", "C2"], …], "claim": {"seat": "N", "kind": "all", "after_trick": 9}}

`won` is required unless `plays` or a `claim` determine it; a seat missing in it won nothing. With
one deck `exposed` may be written `{"SQ": "exposed"}`. With two decks `first_pig` and `first_C2`
name seats, and a play is a seat and a list of one or two cards. A null field is the same as a
missing one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.cards import in_order
from scoring.following import Flag, Play, Trick
from scoring.game import Context
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import PIG, deck_of
from scoring.gongzhu.facts import Facts, Piles
from scoring.gongzhu.play.course import (
    Course,
    Opening,
    find_opening,
    follow_plays,
    revokes_shown,
)
from scoring.gongzhu.play.tricks import shown_by_seat
from scoring.gongzhu.reports.claims import (
    Claim,
    after_claim,
    cards_still_out,
    check_time,
    read_claim,
)
from scoring.gongzhu.reports.exposures import BOARD, read_owners, read_shown
from scoring.gongzhu.reports.written import (
    PLAYS,
    are_whole,
    hands_not_of_board,
    hands_played,
    impossible_plays,
    is_readable,
    read_hands,
    read_piles,
    read_plays,
)
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.stakes import Exposure
from scoring.problems import Problem
from scoring.reading import as_object, as_seat, as_truth, unknown_fields

TWO_DECK_PLAYS_SINCE: Final = 3
"""The schema from which on plays of two decks are read; what was kept of them before is not."""

OWNERS_OF_PLAYS_SINCE: Final = 4
"""The schema from which on a play tells who was dealt its card. A report of before had to say so
otherwise, and stands as it was taken even where a play contradicts it.
"""


CLAIMS_TIMED_SINCE: Final = 5
"""The schema from which on a claim has to be made in time."""

FIELDS: Final = ("won", "exposed", "dealt", "hands", "plays", "leader", "first_deal", "claim")
"""The fields of every report."""

TWO_DECK_FIELDS: Final = ("first_pig", "first_C2")
"""Seats that the next leader follows from when each card is there twice (T8 L184)."""

CLUB_TWO: Final = "C2"
"""What `first_C2` is about."""


@dataclass(frozen=True, slots=True)
class ReadReport:
    """Everything that could be read of a report. `plays` is None if none are recorded."""

    piles: Piles = field(default_factory=dict)
    hands: Piles = field(default_factory=dict)
    plays: tuple[Play, ...] | None = None
    course: Course = field(default_factory=Course)
    claim: Claim | None = None
    exposures: tuple[Exposure, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)


def read_report(
    report: object, rules: RuleSet, context: Context
) -> tuple[Facts, tuple[Problem, ...]]:
    """Return the facts of a deal and every problem of its report.

    The facts can be settled if there is no problem; otherwise they are the readable part.

    >>> facts, problems = read_report({"won": {"N": ["SQ", "SQ"]}}, RuleSet(), Context())
    >>> [problem.code.value for problem in problems]
    ['card_won_too_often', 'cards_not_won']
    """
    sheet, problems = read_all(report, rules, context)
    return Facts(sheet.piles, sheet.exposures, sheet.owners), problems


def read_all(
    report: object, rules: RuleSet, context: Context
) -> tuple[ReadReport, tuple[Problem, ...]]:
    """Return everything that could be read of a report, and every problem of it.

    >>> read_all(None, RuleSet(), Context())[1][0].code.value
    'not_an_object'
    """
    problems: list[Problem] = []
    fields = as_object(report, "", problems)
    if fields is not report:
        return ReadReport(), tuple(problems)
    known = FIELDS if rules.decks == 1 else FIELDS + TWO_DECK_FIELDS
    unknown_fields(fields, known, "", problems)
    sheet = _read_sheet(fields, rules, context, problems)
    if rules.decks > 1:
        _two_deck_seats(fields, rules, sheet, problems)
    return sheet, tuple(problems)


def _read_sheet(
    report: Mapping[str, Any], rules: RuleSet, context: Context, problems: list[Problem]
) -> ReadReport:
    schema = context.schema
    if rules.decks > 1 and schema is not None and schema < TWO_DECK_PLAYS_SINCE:
        report = {**report, "plays": None}
    # Who won what has to be written down where neither plays nor a claim can tell it.
    is_needed = report.get("plays") is None and report.get("claim") is None
    written = read_piles(report, rules, problems, needed=is_needed)
    exposures, made = read_shown(report.get("exposed"), rules, problems)
    plays = read_plays(report.get("plays"), rules, problems)
    hands = _read_hands(report, plays or (), rules, context, problems)
    whole = hands if are_whole(hands, rules) else {}
    own = {} if hands is context.hands else whole
    dealt = {"hands": own, BOARD: context.hands or {}}
    plays_tell_owners = schema is None or schema >= OWNERS_OF_PLAYS_SINCE
    telling = plays if plays and plays_tell_owners and not whole else ()
    owners = read_owners(report.get("dealt"), made, dealt, telling, rules, problems)
    start = _opening(report, hands, rules, context, problems)
    course = follow_plays(plays or (), hands, start, shown_by_seat(exposures, rules), rules)
    problems.extend(impossible_plays(plays or (), whole, rules))
    piles = _captured_cards(written, course.tricks, rules, problems)
    claim = _read_claim(report, plays, course, written, rules, schema, problems)
    if not whole and (report.get("claim") is not None or not cards_still_out(piles, rules)):
        course = replace(course, flags=_in_order(course.flags, revokes_shown(course)))
    if claim is not None:
        piles = after_claim(claim, piles, rules, problems)
    elif report.get("claim") is None:
        problems.extend(_incomplete(report, plays, {**written, **piles}, rules))
    return ReadReport(piles, hands, plays, course, claim, exposures, owners)


def _in_order(flags: Iterable[Flag], shown: Iterable[Flag]) -> tuple[Flag, ...]:
    """Return both kinds of flags in the order of their plays, each once."""
    return tuple(sorted({*flags, *shown}, key=lambda flag: flag.play))


def _read_hands(
    report: Mapping[str, Any],
    plays: tuple[Play, ...],
    rules: RuleSet,
    context: Context,
    problems: list[Problem],
) -> Piles:
    """Return the hands of the report, else of the board, else those that all plays show."""
    hands = read_hands(report.get("hands"), rules, problems)
    if context.hands and are_whole(hands, rules):
        problems.extend(hands_not_of_board(hands, context.hands, rules))
    return hands or context.hands or hands_played(plays, rules)


def _read_claim(
    report: Mapping[str, Any],
    plays: tuple[Play, ...] | None,
    course: Course,
    written: Piles,
    rules: RuleSet,
    schema: int | None,
    problems: list[Problem],
) -> Claim | None:
    """Return the claim and check its time, which reports of earlier versions lack."""
    tricks = None if plays is None else len(course.tricks)
    claim = read_claim(report.get("claim"), tricks, rules, problems)
    if claim is not None and (schema is None or schema >= CLAIMS_TIMED_SINCE):
        # Where cards were won, a trick was played, whether or not its plays are written down.
        played = plays is not None and not any(written.values())
        after_trick = report["claim"].get("after_trick")
        problems.extend(check_time(claim, after_trick, course, rules, played=played))
    return claim


def _opening(
    report: Mapping[str, Any],
    hands: Piles,
    rules: RuleSet,
    context: Context,
    problems: list[Problem],
) -> Opening:
    leader, first = report.get("leader"), report.get("first_deal")
    seat = context.leader if leader is None else as_seat(leader, rules.seats, "leader", problems)
    is_first = context.first_deal if first is None else as_truth(first, "first_deal", problems)
    # Who received the first C2 of two decks; what is no seat is noted later.
    received = next((seat for seat in rules.seats if seat == report.get("first_C2")), None)
    return find_opening(seat, bool(is_first), hands, rules, received)


def _incomplete(
    report: Mapping[str, Any], plays: tuple[Play, ...] | None, piles: Piles, rules: RuleSet
) -> Iterator[Problem]:
    """Yield what is missing if no claim has ended the deal.

    `won` makes up for missing plays, and plays after the last scoring card may be omitted.
    """
    won, expected = report.get("won"), len(deck_of(rules))
    missing = cards_still_out(piles, rules)
    if won is None and plays is not None:
        count = sum(len(play.cards) for play in plays)
        if missing and count < expected:
            figures = (("count", count), ("expected", expected))
            yield Problem(ReportProblem.PLAYS_INCOMPLETE, PLAYS, values=figures)
        return
    if missing and is_readable(won):
        values = (("count", len(missing)),)
        yield Problem(ReportProblem.CARDS_NOT_WON, "won", missing, values=values)


def _captured_cards(
    piles: Piles, tricks: tuple[Trick, ...], rules: RuleSet, problems: list[Problem]
) -> dict[str, tuple[str, ...]]:
    """Return the cards of the tricks by winner, with those recorded as won besides.

    Notes recorded cards that the tricks contradict.
    """
    taken: dict[str, tuple[str, ...]] = dict.fromkeys(rules.seats, ())
    for trick in tricks:
        taken[trick.winner] += tuple(card for play in trick.plays for card in play.cards)
    in_tricks = Counter(card for cards in taken.values() for card in cards)
    written = Counter(card for cards in piles.values() for card in cards)
    # Where as many copies are written down as no trick holds, these are meant; otherwise the
    # copies of the tricks are among the written ones.
    beside = {card for card in written if written[card] == rules.decks - in_tricks[card]}
    more = {
        seat: tuple(_written_besides(piles.get(seat, ()), taken[seat], beside))
        for seat in rules.seats
    }
    extra = Counter(card for cards in more.values() for card in cards)
    wrong = [
        card
        for card, count in extra.items()
        if in_tricks[card] and count + in_tricks[card] > rules.decks
    ]
    if wrong:
        winners = [
            trick.winner
            for card in wrong
            for trick in tricks
            if any(card in play.cards for play in trick.plays)
        ]
        cards, seats = in_order(wrong), tuple(dict.fromkeys(winners))
        problems.append(Problem(ReportProblem.WON_NOT_AS_PLAYED, "won", cards, seats))
    return {seat: (*taken[seat], *more[seat]) for seat in rules.seats}


def _written_besides(
    written: tuple[str, ...], taken: tuple[str, ...], beside: set[str]
) -> Iterator[str]:
    """Yield the cards recorded for a seat besides those that it took in tricks."""
    again = Counter(card for card in taken if card not in beside)
    for card in written:
        if again[card]:
            again[card] -= 1
        else:
            yield card


def _two_deck_seats(
    report: Mapping[str, Any], rules: RuleSet, sheet: ReadReport, problems: list[Problem]
) -> None:
    for name in TWO_DECK_FIELDS:
        written = report.get(name)
        seat = None if written is None else as_seat(written, rules.seats, name, problems)
        if seat is None:
            continue
        if name == "first_C2":
            # Nobody received the first of a card that is not in his hand, where hands are known.
            if are_whole(sheet.hands, rules) and CLUB_TWO not in sheet.hands[seat]:
                problems.append(Problem(ReportProblem.CARD_NOT_IN_HAND, name, (CLUB_TWO,), (seat,)))
        elif is_readable(report.get("won")) and PIG not in sheet.piles[seat]:
            problems.append(Problem(ReportProblem.FIRST_PIG_NOT_WON, name, (PIG,), (seat,)))
