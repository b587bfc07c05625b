"""Endings that were reached by lawful play from a seed, and claims made in them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.claim_search.enumerator import End
from tests.scoring.gongzhu.play import play_reference as reference
from tests.scoring.gongzhu.play.play_reference import Play
from tests.scoring.gongzhu.play.plays import dealt_at_random, played_out
from tests.scoring.gongzhu.play.replays import at_random, for_the_tricks


def ending_at_random(random: Random, rules: Any, cards: int) -> End:
    """Return an ending with at most so many cards a hand, sometimes within a trick."""
    facts = rules.as_dict()
    deal = dealt_at_random(random, rules)
    way = random.choice([at_random, for_the_tricks])
    story = [(turn.seat, turn.cards) for turn in played_out(deal, rules, way(random))]
    on_table = random.choice([0, 0, 1, 2, 3]) % facts["players"]
    before = tuple(story[: len(story) - cards * facts["players"] + on_table])
    return End(facts, deal, before, _claim(random, facts, deal.hands, tuple(story), len(before)))


def _claim(
    random: Random,
    facts: Mapping[str, Any],
    hands: Mapping[str, list[str]],
    story: tuple[Play, ...],
    place: int,
) -> dict[str, Any]:
    """Return a claim: of the kinds in turn, and often one that came true in the story."""
    players = facts["players"]
    tricks = reference.tricks_of(story, players)[place // players :]
    takers = [reference.taker(trick) for trick in tricks]
    kind = random.choice(["all", "none", "allocation"])
    by = random.choice([takers[0], random.choice(sorted(hands))])
    if kind != "allocation":
        return {"by": by, "kind": kind}
    cards: dict[str, list[str]] = {}
    for trick, taker in zip(tricks, takers, strict=True):
        for _, (card,) in trick:
            if card in oracle.SIXTEEN:
                seat = taker if random.random() < 0.9 else random.choice(sorted(hands))
                cards.setdefault(seat, []).append(card)
    return {"by": by, "kind": kind, "cards": cards}
