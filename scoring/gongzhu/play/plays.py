"""Reading the plays of a deal, and what makes them impossible to settle (GZ-9, GZ-60, GZ-71).

A play that is merely against the rules is no problem of the report: it stands, and `course` flags
it.
"""

from collections import Counter
from collections.abc import Iterator

from scoring.following import Play
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import DEALT
from scoring.gongzhu.piles import Piles
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_card, as_list, as_seat, at

FIELD = "plays"


def read_plays(value: object, rules: RuleSet, problems: list[Problem]) -> tuple[Play, ...] | None:
    """Return the plays up to the first that cannot be read; None where none are recorded.

    With two decks the cards of a play are a list; a bare card is a play of one.

    >>> read_plays([["N", "SQ"], ["W", "SK"]], RuleSet(), [])
    (Play(seat='N', cards=('SQ',)), Play(seat='W', cards=('SK',)))
    >>> read_plays([["N", ["SQ", "SQ"]]], RuleSet(decks=2), [])
    (Play(seat='N', cards=('SQ', 'SQ')),)
    """
    if value is None:
        return None
    read = [
        _read_play(item, f"{FIELD}.{place}", rules, problems)
        for place, item in enumerate(as_list(value, FIELD, problems))
    ]
    plays: list[Play] = []
    for play in read:
        if play is None:
            break
        plays.append(play)
    return tuple(plays)


def read_cards(
    value: object, seat: str | None, field: str, rules: RuleSet, problems: list[Problem]
) -> tuple[str, ...]:
    """Return the cards of one play, none where they cannot be read.

    >>> read_cards(["SQ", "SQ"], "N", "plays.0", RuleSet(decks=2), [])
    ('SQ', 'SQ')
    """
    items = value if isinstance(value, list | tuple) else [value]
    if not 1 <= len(items) <= rules.decks:
        values = (("count", len(items)), ("expected", rules.decks))
        seats = () if seat is None else (seat,)
        problems.append(
            Problem(ReportProblem.WRONG_NUMBER_OF_CARDS, field, (), seats, values),
        )
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
    cards = read_cards(item[1], seat, field, rules, problems)
    return Play(seat, cards) if seat is not None and cards else None


def impossible_plays(plays: tuple[Play, ...], hands: Piles, rules: RuleSet) -> Iterator[Problem]:
    """Yield what cannot have happened: a card too often, a card not held, a seat twice in a trick,
    more or fewer cards than were led.

    `hands` are those that are known and whole, or empty.

    >>> plays = (Play("N", ("SQ",)), Play("W", ("SQ",)))
    >>> [problem.code.value for problem in impossible_plays(plays, {}, RuleSet())]
    ['card_played_too_often']
    """
    yield from _too_often(plays, rules)
    if hands:
        yield from _not_held(plays, hands)
    for start in range(0, len(plays), rules.players):
        yield from _in_trick(plays[start : start + rules.players], start, rules)


def _too_often(plays: tuple[Play, ...], rules: RuleSet) -> Iterator[Problem]:
    for card, count in Counter(card for play in plays for card in play.cards).items():
        if count > rules.decks:
            seats = tuple(dict.fromkeys(play.seat for play in plays if card in play.cards))
            values = (("count", count), ("copies", rules.decks))
            yield Problem(ReportProblem.CARD_PLAYED_TOO_OFTEN, FIELD, (card,), seats, values)


def _not_held(plays: tuple[Play, ...], hands: Piles) -> Iterator[Problem]:
    """What a seat plays once more than it held is not held, too, if others held it."""
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
            yield Problem(code, at(FIELD, place), lacking, (seat,))


def _in_trick(plays: tuple[Play, ...], start: int, rules: RuleSet) -> Iterator[Problem]:
    expected, before = len(plays[0].cards), set[str]()
    for place, (seat, cards) in enumerate(plays, start):
        if seat in before:
            number = (("number", start // rules.players + 1),)
            code = ReportProblem.SEAT_TWICE_IN_TRICK
            yield Problem(code, at(FIELD, place), cards, (seat,), number)
        if len(cards) != expected:
            values = (("count", len(cards)), ("expected", expected))
            code = ReportProblem.WRONG_NUMBER_OF_CARDS
            yield Problem(code, at(FIELD, place), cards, (seat,), values)
        before.add(seat)
