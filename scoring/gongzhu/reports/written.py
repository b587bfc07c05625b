"""Reads the cards of a report: the cards won, the hands dealt, and the plays.

The problems of each are noted (GZ-5 to GZ-9, GZ-60, GZ-71). A play that is merely against the rules
is not a problem of the report: it counts, and `play.course` flags it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from scoring.cards import in_order
from scoring.following import Play
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import DEALT, deck_of, hand_size
from scoring.gongzhu.facts import Piles
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_card, as_list, as_object, as_seat, at, echo, required

PLAYS = "plays"


def read_piles(
    report: Mapping[str, Any], rules: RuleSet, problems: list[Problem], *, needed: bool = True
) -> Piles:
    """Return the cards won by seat as far as the report says so, and note problems.

    Cards under an unknown seat are kept too: they are not missing.

    >>> problems = []
    >>> piles = read_piles({"won": {"E": ["SQ", "QS"]}}, RuleSet(), problems)
    >>> piles["E"], problems[0].code.value
    (('SQ',), 'unknown_card')
    """
    if not needed and report.get("won") is None:
        return {}
    won = required(report, "won", "", problems)
    if "won" not in report or as_object(won, "won", problems) is not won:
        return {}
    piles = read_cards_by_seat(won, "won", rules, problems)
    problems.extend(cards_too_often(piles, rules, "won", ReportProblem.CARD_WON_TOO_OFTEN))
    return piles


def is_readable(won: object) -> bool:
    """Return whether every pile is a list; in other reports no card can be called missing.

    >>> is_readable({"N": ["SQ"]}), is_readable({"N": "SQ"}), is_readable(None)
    (True, False, False)
    """
    if not isinstance(won, Mapping):
        return False
    return all(isinstance(pile, list | tuple) for pile in won.values())


def read_cards_by_seat(
    cards_by_seat: Mapping[str, Any], field: str, rules: RuleSet, problems: list[Problem]
) -> Piles:
    """Return the known cards under every label, and note unknown seats and cards.

    >>> problems = []
    >>> piles = read_cards_by_seat({"N": ["SQ", "QS"]}, "won", RuleSet(), problems)
    >>> piles, problems[0].cards
    ({'N': ('SQ',)}, ('QS',))
    """
    for label in cards_by_seat:
        as_seat(label, rules.seats, field, problems)
    return {
        echo(label): tuple(_read_cards(cards, at(field, label), rules, problems))
        for label, cards in cards_by_seat.items()
    }


def _read_cards(
    value: object, field: str, rules: RuleSet, problems: list[Problem]
) -> Iterator[str]:
    dealt = DEALT[rules.players]
    for place, item in enumerate(as_list(value, field, problems)):
        where = field if isinstance(item, str) else at(field, place)
        card = as_card(item, where, problems)
        if card is None:
            continue
        if card in dealt:
            yield card
        else:
            problems.append(Problem(ReportProblem.CARD_NOT_IN_DECK, field, cards=(card,)))


def cards_too_often(piles: Piles, rules: RuleSet, field: str, code: StrEnum) -> Iterator[Problem]:
    """Yield a problem for every card that occurs more often than there are decks.

    >>> piles = {"N": ("SQ", "SK"), "E": ("SQ",)}
    >>> [problem] = cards_too_often(piles, RuleSet(), "won", ReportProblem.CARD_WON_TOO_OFTEN)
    >>> problem.cards, problem.seats
    (('SQ',), ('N', 'E'))
    """
    counts = Counter(card for pile in piles.values() for card in pile)
    for card, count in counts.items():
        if count > rules.decks:
            seats = tuple(seat for seat, pile in piles.items() if card in pile)
            values = (("count", count), ("copies", rules.decks))
            yield Problem(code, field, (card,), seats, values)


def read_hands(value: object, rules: RuleSet, problems: list[Problem]) -> Piles:
    """Return the hands by seat, as far as they could be read, and note problems.

    A seat without cards is left out, unless it is the last hand, which follows from the others.

    >>> deck = deck_of(RuleSet())
    >>> three = {"N": deck[:13], "W": deck[13:26], "S": deck[26:39]}
    >>> read_hands(three, RuleSet(), [])["E"] == deck[39:]
    True
    """
    if value is None:
        return {}
    by_seat = as_object(value, "hands", problems)
    if by_seat is not value:
        return {}
    read = read_cards_by_seat(by_seat, "hands", rules, problems)
    problems.extend(cards_too_often(read, rules, "hands", ReportProblem.CARD_DEALT_TOO_OFTEN))
    hands = _with_the_last({seat: read[seat] for seat in rules.seats if read.get(seat)}, rules)
    expected = hand_size(rules)
    for seat in rules.seats:
        count = len(hands.get(seat, ()))
        if count != expected:
            values = (("count", count), ("expected", expected))
            where = at("hands", seat)
            problems.append(Problem(ReportProblem.HAND_OF_WRONG_SIZE, where, (), (seat,), values))
    return hands


def are_whole(hands: Piles, rules: RuleSet) -> bool:
    """Say whether hands are a whole deal: every card of the deck, in equal shares.

    >>> are_whole({}, RuleSet())
    False
    """
    size = hand_size(rules)
    dealt = Counter(card for seat in rules.seats for card in hands.get(seat, ()))
    alike = all(len(hands.get(seat, ())) == size for seat in rules.seats)
    return alike and dealt == Counter(deck_of(rules))


def hands_played(plays: tuple[Play, ...], rules: RuleSet) -> Piles:
    """Return the hands that complete plays show, none if they are not a whole deal.

    >>> hands_played((Play("N", ("SQ",)),), RuleSet())
    {}
    """
    hands: dict[str, tuple[str, ...]] = {
        seat: in_order(card for player, cards in plays if player == seat for card in cards)
        for seat in rules.seats
    }
    return hands if are_whole(hands, rules) else {}


def hands_not_of_board(hands: Piles, board: Piles, rules: RuleSet) -> Iterator[Problem]:
    """Yield a problem for hands other than those dealt to the board beforehand.

    >>> hands = {seat: ("SQ",) for seat in "NWSE"}
    >>> list(hands_not_of_board(hands, hands, RuleSet()))
    []
    """
    other = [seat for seat in rules.seats if in_order(hands[seat]) != in_order(board.get(seat, ()))]
    if other:
        yield Problem(ReportProblem.HANDS_NOT_OF_BOARD, "hands", (), tuple(other))


def _with_the_last(hands: dict[str, tuple[str, ...]], rules: RuleSet) -> Piles:
    """Fill in the one missing hand, if the others leave exactly its cards."""
    missing = [seat for seat in rules.seats if seat not in hands]
    if len(missing) != 1:
        return hands
    dealt = Counter(card for hand in hands.values() for card in hand)
    rest = Counter(deck_of(rules))
    rest.subtract(dealt)
    size = hand_size(rules)
    alike = all(len(hand) == size for hand in hands.values())
    if not alike or min(rest.values()) < 0:
        return hands
    filled = {**hands, missing[0]: in_order(rest.elements())}
    return {seat: filled[seat] for seat in rules.seats}


def read_plays(
    value: object, rules: RuleSet, problems: list[Problem], field: str = PLAYS
) -> tuple[Play, ...] | None:
    """Return the plays up to the first unreadable one; None if none are recorded.

    With two decks the cards of a play are a list; a bare card is a play of one.

    >>> read_plays([["N", "SQ"], ["W", "SK"]], RuleSet(), [])
    (Play(seat='N', cards=('SQ',)), Play(seat='W', cards=('SK',)))
    >>> read_plays([["N", ["SQ", "SQ"]]], RuleSet(decks=2), [])
    (Play(seat='N', cards=('SQ', 'SQ')),)
    """
    if value is None:
        return None
    read = [
        _read_play(item, f"{field}.{place}", rules, problems)
        for place, item in enumerate(as_list(value, field, problems))
    ]
    plays: list[Play] = []
    for play in read:
        if play is None:
            break
        plays.append(play)
    return tuple(plays)


def read_play_cards(
    value: object, seat: str | None, field: str, rules: RuleSet, problems: list[Problem]
) -> tuple[str, ...]:
    """Return the cards of one play, none if they cannot be read.

    >>> read_play_cards(["SQ", "SQ"], "N", "plays.0", RuleSet(decks=2), [])
    ('SQ', 'SQ')
    """
    items = value if isinstance(value, list | tuple) else [value]
    if not 1 <= len(items) <= rules.decks:
        values = (("count", len(items)), ("expected", rules.decks))
        seats = () if seat is None else (seat,)
        problems.append(Problem(ReportProblem.WRONG_NUMBER_OF_CARDS, field, (), seats, values))
        return ()
    cards = [as_card(item, field, problems) for item in items]
    strange = tuple(card for card in cards if card and card not in DEALT[rules.players])
    if strange:
        problems.append(Problem(ReportProblem.CARD_NOT_IN_DECK, field, strange))
    return () if strange or None in cards else tuple(card for card in cards if card)


def _read_play(item: object, field: str, rules: RuleSet, problems: list[Problem]) -> Play | None:
    if not isinstance(item, list | tuple) or len(item) != 2:
        problems.append(Problem(ReportProblem.PLAY_NOT_A_PAIR, field))
        return None
    seat = as_seat(item[0], rules.seats, field, problems)
    cards = read_play_cards(item[1], seat, field, rules, problems)
    return Play(seat, cards) if seat is not None and cards else None


def impossible_plays(plays: tuple[Play, ...], hands: Piles, rules: RuleSet) -> Iterator[Problem]:
    """Yield plays that cannot have happened.

    They are a card played too often or not held, a seat twice in a trick, or more or fewer cards
    than were led.

    `hands` are the hands if known and whole, else empty.

    >>> plays = (Play("N", ("SQ",)), Play("W", ("SQ",)))
    >>> [problem.code.value for problem in impossible_plays(plays, {}, RuleSet())]
    ['card_played_too_often']
    """
    for card, count in Counter(card for play in plays for card in play.cards).items():
        if count > rules.decks:
            seats = tuple(dict.fromkeys(play.seat for play in plays if card in play.cards))
            values = (("count", count), ("copies", rules.decks))
            yield Problem(ReportProblem.CARD_PLAYED_TOO_OFTEN, PLAYS, (card,), seats, values)
    if hands:
        yield from _not_held(plays, hands)
    for start in range(0, len(plays), rules.players):
        yield from _in_trick(plays[start : start + rules.players], start, rules)


def _not_held(plays: tuple[Play, ...], hands: Piles) -> Iterator[Problem]:
    """Yield cards not held; a seat that plays a card too often did not hold the extra copy."""
    played: Counter[tuple[str, str]] = Counter()
    for place, (seat, cards) in enumerate(plays):
        for card in cards:
            played[seat, card] += 1
        # A seat that plays a card again of which it held every copy has a problem of its own.
        others = [hand for other, hand in hands.items() if other != seat]
        lacking = tuple(
            card
            for card in dict.fromkeys(cards)
            if played[seat, card] > hands[seat].count(card) and any(card in hand for hand in others)
        )
        if lacking:
            code = ReportProblem.CARD_PLAYED_NOT_HELD
            yield Problem(code, at(PLAYS, place), lacking, (seat,))


def _in_trick(plays: tuple[Play, ...], start: int, rules: RuleSet) -> Iterator[Problem]:
    expected, before = len(plays[0].cards), set[str]()
    for place, (seat, cards) in enumerate(plays, start):
        if seat in before:
            number = (("number", start // rules.players + 1),)
            code = ReportProblem.SEAT_TWICE_IN_TRICK
            yield Problem(code, at(PLAYS, place), cards, (seat,), number)
        if len(cards) != expected:
            values = (("count", len(cards)), ("expected", expected))
            code = ReportProblem.WRONG_NUMBER_OF_CARDS
            yield Problem(code, at(PLAYS, place), cards, (seat,), values)
        before.add(seat)
