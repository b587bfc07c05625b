"""The replay on plain integers, and the position, against the second opinion."""

from random import Random
from typing import Any

import pytest

from scoring.gongzhu.bits import as_bits, as_cards
from scoring.gongzhu.play.replay import IllegalPlay, Position, replay_bits, replay_two_decks
from scoring.gongzhu.play.tricks import GUARDS, guard_of
from scoring.gongzhu.rules import Protection
from scoring.gongzhu.stakes import Exposure, ExposureKind
from tests.samples import every_day
from tests.scoring.gongzhu.mixtures import GONGZHU, PLAY, rules_at_random
from tests.scoring.gongzhu.play import play_reference as reference
from tests.scoring.gongzhu.play.replays import Replay, replay_at_random
from tests.scoring.samples import Sample

DEALS = 25


def guarded(replay: Replay) -> list[tuple[str, str]]:
    """Return who exposed what is protected, the fourth card that exposes itself too."""
    deal, fourth = replay.deal, replay.facts["auto_expose_fourth"]
    shown = reference.exposed_by_now(deal.shown, deal.hands, fourth)
    return [(seat, card) for seat, card, kind in shown if kind == "exposed"]


def fast(
    replay: Replay, rules: Any
) -> tuple[list[set[reference.Cards]], list[list[str]], list[int]]:
    """Replay on integers, and read the answer as cards."""
    seats = rules.seats
    hands = [as_bits(replay.deal.hands[seat]) for seat in seats]
    leader = seats.index(replay.deal.leader)
    plays = [as_bits(cards) for _, cards in replay.plays]
    guard = guard_of(rules)
    first = as_bits([replay.deal.must_lead]) if replay.deal.must_lead else 0
    if rules.decks == 1:
        exposed = as_bits(card for _, card in guarded(replay))
        answer = replay_bits(hands, exposed, leader, plays, guard, first)
        legal: list[set[reference.Cards]] = [
            {(card,) for card in as_cards(mask)} for mask in answer.legal
        ]
        return legal, [[*as_cards(pile)] for pile in answer.piles], answer.illegal
    each = [as_bits(card for seat, card in guarded(replay) if seat == owner) for owner in seats]
    two = replay_two_decks(hands, each, leader, plays, guard, first)
    return (
        [{as_cards(play) for play in plays} for plays in two.legal],
        [[*as_cards(pile)] for pile in two.piles],
        two.illegal,
    )


def agree(replay: Replay, rules: Any) -> None:
    """Compare what was lawful, what was not, and the piles."""
    legal, piles, illegal = fast(replay, rules)
    assert legal == [turn.may for turn in replay.story], replay.line()
    assert illegal == [at for at, turn in enumerate(replay.story) if turn.offence], replay.line()
    assert piles == [*replay.won().values()], replay.line()


def stepped(replay: Replay, rules: Any) -> None:
    """Play a deal as a chain of positions, until a play is against the law."""
    deal = replay.deal
    exposures = tuple(Exposure(card, ExposureKind(kind), seat) for seat, card, kind in deal.shown)
    hands = {seat: tuple(hand) for seat, hand in deal.hands.items()}
    position = Position.from_deal(hands, exposures, deal.leader, rules, deal.must_lead)
    for turn in replay.story:
        assert (position.seat, frozenset(position.legal())) == (turn.seat, turn.may), replay.line()
        assert len(position.legal()) == len(turn.may)
        if turn.offence:
            with pytest.raises(IllegalPlay):
                position.play(turn.cards)
            return
        position = position.play(turn.cards)
    won = {seat: [*cards] for seat, cards in position.won.items()}
    assert won == replay.won(), replay.line()


@pytest.mark.parametrize("preset", every_day(GONGZHU.presets, each=4))
def test_fast_replays_agree_under_every_preset(preset: str, sample: Sample) -> None:
    random, wanted = Random(f"huapai fast {preset}"), {"preset": preset}
    rules = GONGZHU.rules(wanted)
    for _ in sample(DEALS):
        replay = replay_at_random(random, wanted, rules, in_turn=True)
        agree(replay, rules)
        stepped(replay, rules)


def mixtures(random: Random, number: int) -> None:
    """Compare under rules drawn at random."""
    for _ in range(number):
        wanted, rules = rules_at_random(random, PLAY)
        replay = replay_at_random(random, wanted, rules, in_turn=True)
        agree(replay, rules)
        stepped(replay, rules)


def test_fast_replays_agree_under_rules_drawn_at_random(sample: Sample) -> None:
    mixtures(Random("huapai fast mixtures"), len(sample(150)))


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_fast_replays_agree_under_many_mixtures(part: int) -> None:
    mixtures(Random(f"huapai fast mixtures in full {part}"), 2_500)


def test_a_lead_of_two_different_cards_is_not_replayed_on_bits() -> None:
    """GZ-78: the suit led is that of the card named first, which bits do not tell."""
    hands = [as_bits(["HK", "S3"]), as_bits(["HA", "H2"]), as_bits(["SA", "S4"]), 0]
    with pytest.raises(ValueError, match="two different cards"):
        replay_two_decks(hands, [0] * 4, 0, [hands[0]], GUARDS[Protection.NONE])
