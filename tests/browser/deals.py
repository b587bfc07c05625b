"""Whole deals that were played, and the taps that write them down."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from playwright.sync_api import Locator, expect

from config.simulation.demo.reports import DEALS
from scoring.gongzhu.engine import GONGZHU
from tests.browser.tablet import TabletPage

SEATS = ("N", "W", "S", "E")


@dataclass(frozen=True)
class Played:
    """One deal of the file of the demo."""

    facts: dict[str, Any]

    @classmethod
    def number(cls, number: int) -> Played:
        """Return a deal by its line, counted from 0."""
        with DEALS.open(encoding="utf-8") as lines:
            return cls(json.loads(next(islice(lines, number, None))))

    @classmethod
    def by(cls, rules: Mapping[str, Any], seed: int = 1) -> Played:
        """Return a deal of other rules: hands at random, and of the legal plays any."""
        by, chance = GONGZHU.rules(rules), random.Random(seed)
        seats, blank = GONGZHU.seats(by), GONGZHU.blank(by)
        deck = chance.sample(blank.deck, len(blank.deck))
        hands = {seat: sorted(deck[n :: len(seats)]) for n, seat in enumerate(seats)}
        leader = next(seat for seat in seats if "C2" in hands[seat])
        facts: dict[str, Any] = {"hands": hands, "leader": leader, "first_deal": True, "plays": []}
        while (following := GONGZHU.follow(facts, by)).next:
            put = list(chance.choice(following.legal))
            facts["plays"].append([following.next, put if following.several else put[0]])
        return cls({**facts, "won": {seat: list(cards) for seat, cards in following.won.items()}})

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return tuple(self.facts["hands"])

    @property
    def plays(self) -> list[list[Any]]:
        """Every play, seat and card, or with two decks seat and cards."""
        return list(self.facts["plays"])

    def won(self, seat: str) -> list[str]:
        """Return the scoring cards that a seat won."""
        scoring = ("SQ", "DJ", "C10")
        return [card for card in self.facts["won"][seat] if card[0] == "H" or card in scoring]

    def hand(self, seat: str) -> list[str]:
        """Return the hand that a seat was dealt."""
        return list(self.facts["hands"][seat])

    def typed(self, seat: str) -> str:
        """Return a hand as somebody types it."""
        suits = {suit: [card[1:] for card in self.hand(seat) if card[0] == suit] for suit in "SHDC"}
        return " ".join(f"{suit} {''.join(ranks) or '-'}" for suit, ranks in suits.items())


class DeepTablet:
    """What is entered of hands, tricks and claims on the page of a table."""

    def __init__(self, tablet: TabletPage) -> None:
        self.tablet = tablet
        self.page = tablet.page

    def section(self, name: str) -> Locator:
        """Return a part of the entry."""
        return self.tablet.view("entry").locator(f'section[data-part="{name}"]')

    def chooses(self, depth: str) -> DeepTablet:
        """Write so much down; the sheet closes by itself."""
        self.tablet.more()
        self.section("depth").locator(f'[data-choice="{depth}"]').click()
        expect(self.page.locator("#more")).to_be_hidden()
        return self

    def step(self, name: str) -> DeepTablet:
        """Go to a step of the deal."""
        self.page.locator(f'.entry-steps [data-choice="{name}"]').click()
        return self

    def dealt(self, card: str, part: str = "hands") -> Locator:
        """Return the card in the grid."""
        return self.section(part).locator(f'[data-dealt="{card}"]')

    def deals(self, seat: str, cards: list[str]) -> DeepTablet:
        """Tap cards into a hand."""
        self.tablet.seat(seat).click()
        for card in cards:
            self.dealt(card).click()
        return self

    def types(self, seat: str, text: str) -> DeepTablet:
        """Type a hand and let it be read."""
        self.tablet.seat(seat).click()
        self.typing().fill(text)
        self.section("hands").get_by_role("button", name="Read the cards").click()
        return self

    def typing(self) -> Locator:
        """Return the box in which a hand is typed, unfolded."""
        box = self.section("hands").locator('[data-part="typed"]')
        if not box.is_visible():
            self.section("hands").locator('[data-part="types"]').click()
        return box

    def types_all(self, played: Played) -> DeepTablet:
        """Type three hands; the fourth fills itself."""
        size = len(played.hand(played.seats[0]))
        for seat in played.seats[:-1]:
            self.types(seat, played.typed(seat))
            expect(self.count(seat)).to_have_text(f"{size}/{size}")
        expect(self.count(played.seats[-1])).to_have_text(f"{size}/{size}")
        return self

    def count(self, seat: str) -> Locator:
        """Return the number beside a seat."""
        return self.tablet.seat(seat).locator(".seat-count")

    def plays(self, card: str) -> DeepTablet:
        """Tap a card onto the table."""
        self.dealt(card, "play").click()
        return self

    def plays_all(self, plays: Sequence[Sequence[str]]) -> DeepTablet:
        """Tap one card after the other, until the rest follows by itself."""
        for _seat, card in plays:
            self.plays(card)
            if not self.section("play").locator('[data-part="hand"]').is_visible():
                break
        return self

    def shows_tricks(self) -> DeepTablet:
        """Open the sheet with the tricks so far."""
        self.section("play").locator('[data-part="left"]').click()
        return self

    def puts_down(self, *cards: str) -> DeepTablet:
        """Tap one or two cards of two decks, whichever copies are in the hand.

        One card of which the hand has both is led by itself.
        """
        for card in cards:
            copies = f'[data-dealt="{card}"], [data-dealt="{card}/2"]'
            waits = ':not([disabled]):not([data-look="mine"])'
            self.section("play").locator(copies).locator(f":scope{waits}").first.click()
        if len(cards) == 1 and self.alone.is_visible():
            self.alone.click()
        return self

    @property
    def alone(self) -> Locator:
        """The button that leads one card of a pair."""
        return self.section("play").locator('[data-part="single"]')

    def types_plays(self, text: str) -> DeepTablet:
        """Type cards as they were played, in the sheet of the tricks so far."""
        if not self.page.locator("#tricks").is_visible():
            self.shows_tricks()
        self.section("play").locator('[data-part="typed-plays"]').fill(text)
        self.page.keyboard.press("Enter")
        return self

    @property
    def heard(self) -> Locator:
        """What is said of plays that were typed."""
        return self.section("play").locator('[data-part="heard-plays"]')

    @property
    def turn_line(self) -> Locator:
        """The line that says whose turn it is."""
        return self.section("play").locator('[data-part="said"]')

    @property
    def flags(self) -> Locator:
        """What is against the rules, in words."""
        return self.section("play").locator('[data-part="flags"] li')

    def claims(self, seat: str, kind: str) -> DeepTablet:
        """Open the claim and say who claims what; it stays open."""
        self.tablet.more()
        self.section("claim").locator('[data-sheet="claim"]').click()
        self.claim(f'[data-part="claimants"] [data-seat="{seat}"]').click()
        self.claim(f'[data-kind="{kind}"]').click()
        # Where the plays are written down, they tell after which trick it was.
        if self.claim('[data-part="more"]').is_visible():
            self.claim('[data-part="more"]').click()
        return self

    def claim(self, selector: str) -> Locator:
        """Return something of the claim."""
        return self.page.locator(f"#claim {selector}")

    def accepted_by(self, *seats: str) -> DeepTablet:
        """Let seats accept the claim, and close it."""
        for seat in seats:
            self.claim(f'[data-part="answers"] [data-seat="{seat}"]').click()
        return self.closes()

    def contests(self) -> DeepTablet:
        """Say that the claim is contested, and close it."""
        self.claim('[data-part="contested"]').click()
        self.page.locator("#calls [data-close]").click()
        return self.closes()

    def closes(self) -> DeepTablet:
        """Close the claim."""
        self.claim(".button-primary[data-close]").click()
        return self
