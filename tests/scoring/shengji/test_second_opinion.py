"""The commands of 升级 against the second opinion, on questions drawn from a seed."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.samples import every_day
from tests.scoring.commands import answered
from tests.scoring.samples import Sample
from tests.scoring.shengji import play_by_hand as reference
from tests.scoring.shengji.cards_by_hand import RANKS, SUITS, Cards, Trump, components
from tests.scoring.shengji.questions import (
    DECKS,
    Table,
    lead_at_random,
    line,
    plays_at_random,
    table_at_random,
    throw_at_random,
)

PRESETS = tuple(DECKS)
PARTS = range(2)
"""Pieces of the long comparison, so that no single test is long."""

Question = tuple[dict[str, Any], Any]
"""A line, and what the second opinion says to it."""


def ask(command: str, questions: list[Question], *fields: str) -> None:
    """Ask all at once, and compare the fields of the answers one by one."""
    answers = answered(command, [question for question, _ in questions])
    for (question, expected), answer in zip(questions, answers, strict=True):
        assert all(name in answer for name in fields), (question, answer)
        values = [answer[name] for name in fields]
        values = [sorted(value) if isinstance(value, list) else value for value in values]
        assert values == expected, (question, answer, expected)


def follows(random: Random, preset: str, small: bool) -> list[Question]:
    """Return one lead and hand: every play of a small hand, and some of a larger one."""
    table = table_at_random(random, DECKS[preset], 7 if small else 18)
    trump, led = table.trump, lead_at_random(random, table.leader, table.trump)
    hand = random.choice(table.others)
    plays: list[Cards] = []
    if len(led) <= len(hand) <= 12 and small:
        plays = sorted({tuple(sorted(play)) for play in combinations(hand, len(led))})
        plays = random.sample(plays, min(len(plays), 30))
    elif len(led) <= len(hand):
        plays = list(plays_at_random(random, hand, led, trump, 8))
    lawful = reference.lawful(led, hand, trump) if small else None
    questions = []
    for play in plays:
        right = reference.legal(led, hand, play, trump)
        assert lawful is None or right == (tuple(sorted(play)) in lawful), (led, hand, play)
        questions.append((line(preset, trump, led=led, hand=hand, play=play), right))
    return questions


def compare_follows(random: Random, preset: str, number: int) -> None:
    """Compare what may follow, half of the hands with every play of theirs tried."""
    questions = [
        question for place in range(number) for question in follows(random, preset, place % 2 == 0)
    ]
    ask("follow", [(question, [right]) for question, right in questions], "legal")
    for answer in answered("follow", [question for question, _ in questions]):
        assert answer["legal"] == (not answer["problems"])


def compare_throws(random: Random, preset: str, number: int) -> None:
    """Compare what is played of a throw."""
    smallest, questions = preset.startswith("standard"), []
    for _ in range(number):
        table, led = throw_at_random(random, DECKS[preset], standing=False, smallest=smallest)
        played = reference.thrown(led, table.others, table.trump, smallest)
        question = line(preset, table.trump, thrown=led, other_hands=table.others)
        questions.append((question, [len(played) == len(led), sorted(played)]))
    ask("throw", questions, "stands", "played")


def trick_at_random(random: Random, preset: str) -> tuple[Table, list[Cards]] | None:
    """Return a trick in which ruffs often fit; its lead stood, whatever the others now show."""
    standing = random.random() < 0.5
    table, led = throw_at_random(random, DECKS[preset], standing=standing, smallest=False)
    plays = [led]
    for hand in table.others:
        if len(hand) < len(led):
            return None
        own = table.trump.of_group(hand, table.trump.group(led[0]))
        trumps = Counter(table.trump.of_group(hand, "T"))
        fitting = [] if own else _fitting(led, trumps, table.trump)
        some = fitting or list(plays_at_random(random, hand, led, table.trump, 3))
        plays.append(random.choice(some))
    return table, plays


def _fitting(led: Cards, trumps: Counter[str], trump: Trump) -> list[Cards]:
    if trumps.total() > 14 or len(led) > 7:
        return []
    every = {tuple(sorted(play)) for play in combinations(trumps.elements(), len(led))}
    return sorted(play for play in every if reference.contends(led, play, trump))


def ruffs_at_random(random: Random, preset: str) -> tuple[Table, list[Cards]] | None:
    """Return a trick that was led in a side suit and that others ruff, or try to."""
    table = table_at_random(random, DECKS[preset], 12)
    trump = table.trump
    if trump.suit is None or trump.group(table.leader[0]) != "T":
        return None
    side = next(suit for suit in SUITS if suit != trump.suit)
    ranks = [rank for rank in RANKS if rank != trump.level]
    led = lead_at_random(random, table.leader, trump)
    shapes = [part.shape for part in components(led, trump)]
    if sum(shape.length + 1 for shape in shapes) > len(ranks) + 1:
        return None
    own: list[str] = []
    for shape in shapes:
        faces, ranks = ranks[: shape.length], ranks[shape.length + 1 :]
        own += [side + rank for rank in faces for _ in range(shape.width)]
    plays = [tuple(own)]
    for hand in table.others:
        trumps = Counter(trump.of_group(hand, "T"))
        some = _fitting(plays[0], trumps, trump) or [tuple(trumps.elements())[: len(own)]]
        plays.append(random.choice(some))
    return (table, plays) if all(len(play) == len(own) for play in plays) else None


def compare_tricks(random: Random, preset: str, number: int) -> None:
    """Compare who wins, and the points of the trick."""
    questions: list[Question] = []
    for place in range(number):
        make = trick_at_random if place % 2 else ruffs_at_random
        trick = make(random, preset)
        if trick is not None:
            table, plays = trick
            won = [reference.winner(plays, table.trump), sum(map(reference.points, plays))]
            questions.append((line(preset, table.trump, plays=plays), won))
    ask("trick", questions, "winner", "points")


def compare_kitties(random: Random, preset: str, number: int) -> None:
    """Compare by how much a winning play multiplies the kitty."""
    count = reference.club_multiplier if preset.startswith("standard") else reference.multiplier
    questions: list[Question] = []
    for _ in range(number):
        table = table_at_random(random, DECKS[preset])
        play = lead_at_random(random, table.leader, table.trump)
        question = line(preset, table.trump, winning_play=play)
        questions.append((question, [count(play, table.trump)]))
    ask("kitty", questions, "multiplier")


@pytest.mark.parametrize("preset", every_day(PRESETS, each=3))
def test_every_card_has_its_place_under_every_trump(preset: str) -> None:
    questions = [
        (line(preset, trump), [trump.ladder()])
        for trump in (Trump(suit, level) for suit in (*SUITS, None) for level in RANKS)
    ]
    ask("order", questions, "ladder")


@pytest.mark.parametrize("preset", PRESETS)
def test_levels_agree_for_all_points(preset: str) -> None:
    questions = [
        (line(preset, attackers_points=points), [*reference.levels(preset, points)])
        for points in range(0, 1001, 5)
    ]
    ask("levels", questions, "dealer_keeps", "dealer_up", "attackers_up")


COMPARISONS = [compare_follows, compare_throws, compare_tricks, compare_kitties]


@pytest.mark.parametrize("preset", every_day(PRESETS, each=3))
@pytest.mark.parametrize("compare", COMPARISONS)
def test_plays_agree_under_every_preset(compare: Any, preset: str, sample: Sample) -> None:
    compare(Random(f"huapai {compare.__name__} {preset}"), preset, len(sample(60)))


@pytest.mark.nightly
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("compare", COMPARISONS)
def test_plays_agree_on_many_questions(compare: Any, preset: str, part: int) -> None:
    random = Random(f"huapai {compare.__name__} {preset} in full {part}")
    for _ in range(20):
        compare(random, preset, 100)
