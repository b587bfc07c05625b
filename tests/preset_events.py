"""Events of every set of rules, and of tables of three and five: from the form to the typed values.

made = create(client, cast, Case("qq-double"))
round_ = made.round_in_play()
sheet = made.sheet(round_.deals[0], seed=1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from scoring.cards import in_order
from scoring.game import Blank, find_game
from tests.cast import Cast
from tournaments import organise
from tournaments.formats.templates import FREE, PAIRS
from tournaments.models import Event, Form
from web.desk.events import event_options
from web.desk.events.forms import EventForm

GAME: Final = "gongzhu"


@dataclass(frozen=True, slots=True)
class Case:
    """A set of rules by its name, with the size of a table if chosen."""

    preset: str
    players: int = 4

    def __str__(self) -> str:
        return self.preset if self.players == 4 else f"{self.preset}-{self.players}"

    @property
    def form(self) -> str:
        """Pairs if the rules are made for them."""
        pairs = [offer.preset for offer in event_options.for_template(PAIRS)]
        return str(Form.PAIRS if self.preset in pairs else Form.INDIVIDUAL)


OTHER_TABLES: Final = tuple(Case(preset, n) for preset in ("classic", "fifty") for n in (3, 5))
CASES: Final = (*(Case(preset) for preset in find_game(GAME).presets), *OTHER_TABLES)
UNLIKE: Final = (Case("huapai-pairs"), Case("qq-double"), Case("fifty", 3))
"""Cases that differ most in what is asked and shown."""
LATER: Final = [case for case in CASES if case not in UNLIKE]
THIN: Final = (
    *UNLIKE,
    *(pytest.param(case, marks=pytest.mark.nightly) for case in LATER),
)
"""Those that differ most, and at night the others too."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A deal played at random by the rules, with its complete record."""

    report: Mapping[str, Any]
    blank: Blank
    seats: tuple[str, ...]

    def at(self, depth: str) -> dict[str, Any]:
        """Return the part of the record required by an event of some depth."""
        given: dict[str, Any] = {"won": self._won()}
        given |= {"exposed": self.report["exposed"]} if self.report["exposed"] else {}
        if depth == "captures" and self.blank.owners:
            given["dealt"] = self._owners()
        if depth in ("hands", "tricks"):
            given["hands"] = self.report["hands"]
        if depth == "tricks":
            del given["won"]
            given |= {"plays": self.report["plays"], "leader": self.report["plays"][0][0]}
        return given

    def typed(self, depth: str, exposable: tuple[str, ...]) -> dict[str, str]:
        """Return its typed values, field by field."""
        report = self.at(depth)
        fields = {f"won_{seat}": " ".join(cards) for seat, cards in report.get("won", {}).items()}
        fields |= {
            f"hand_{seat}": " ".join(cards) for seat, cards in report.get("hands", {}).items()
        }
        fields |= {f"dealt_{card}": seat for card, seat in report.get("dealt", {}).items()}
        free = list(enumerate(exposable))
        for exposure in report.get("exposed", ()):
            number = next(place for place, card in free if card == exposure["card"])
            free.remove((number, exposure["card"]))
            fields[f"exposed_{number}"] = f"{exposure['seat']}:{exposure['kind']}"
        if "plays" in report:
            fields["plays"] = self._tricks()
        return fields

    def _won(self) -> dict[str, list[str]]:
        counting = set(self.blank.cards)
        won = self.report["won"]
        kept = {seat: [card for card in won[seat] if card in counting] for seat in self.seats}
        return {seat: cards for seat, cards in kept.items() if cards}

    def _owners(self) -> dict[str, str]:
        hands = self.report["hands"]
        return {
            card: next(seat for seat in self.seats if card in hands[seat])
            for card in self.blank.owners
        }

    def _tricks(self) -> str:
        plays, size = self.report["plays"], len(self.seats)
        tricks = [plays[start : start + size] for start in range(0, len(plays), size)]
        return "\n".join(f"{trick[0][0]}: {_cards(trick)}" for trick in tricks)


@dataclass(frozen=True, slots=True)
class Made:
    """An event made with the form, with all its players."""

    cast: Cast
    case: Case

    @property
    def rules(self) -> Any:
        """The rules in force."""
        return find_game(GAME).rules(self.cast.event.ruleset.rules)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of a table in order of play."""
        return find_game(GAME).seats(self.rules)

    def sheet(self, seed: int) -> Sheet:
        """Return a deal that was dealt and played at random."""
        game, lot = find_game(GAME), Random(seed)
        blank = game.blank(self.rules)
        deck, size = lot.sample(blank.deck, len(blank.deck)), blank.hand_size
        starts = {seat: place * size for place, seat in enumerate(self.seats)}
        hands = {seat: _ordered(deck[start : start + size]) for seat, start in starts.items()}
        plays: list[Any] = []
        report: dict[str, Any] = {"hands": hands, "plays": plays, "leader": self.seats[-1]}
        report["exposed"] = _exposed(blank, hands, lot)
        while not (now := game.follow(report, self.rules)).done:
            assert now.next, now
            cards = lot.choice(now.legal)
            several = Counter(blank.deck)[cards[0]] > 1
            plays.append([now.next, list(cards) if several else cards[0]])
        report["won"] = {seat: _ordered(cards) for seat, cards in now.won.items()}
        return Sheet(report, blank, self.seats)

    def settled(self, report: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settlement of a report."""
        return find_game(GAME).settle(report, self.rules).as_json()


def form_of(case: Case, **fields: Any) -> dict[str, Any]:
    """Return the values that the form of a new event sends for a case."""
    form = EventForm(FREE)
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value not in (None, False)}
    players = {"rule-players": str(case.players)} if case.players != 4 else {}
    chosen = {"template": FREE.key, "name": str(case), "rules": f"{GAME}:{case.preset}"}
    return {**sent, **chosen, "form": case.form, **players, **fields}


def create(client: Client, cast: Cast, case: Case, tables: int = 1, **fields: Any) -> Made:
    """Make an event at the desk, with this many full tables of players."""
    client.force_login(cast.alice)
    where = reverse("desk_event_new", args=[cast.tournament.uid])
    answer: Any = client.post(where, form_of(case, **{"deals_per_round": 3, **fields}))
    assert answer.status_code == 302, answer.context["form"].errors
    made = Made(replace(cast, event=Event.objects.get(name=str(case))), case)
    size = 2 if case.form == Form.PAIRS else 1
    names = [f"选手{number}" for number in range(tables * case.players)]
    entries = [names[start : start + size] for start in range(0, len(names), size)]
    organise.add_entries(made.cast.event, cast.director, entries)
    return made


def _ordered(cards: Iterable[str]) -> list[str]:
    return list(in_order(cards))


def _exposed(blank: Blank, hands: Mapping[str, list[str]], lot: Random) -> list[dict[str, str]]:
    """Expose some of the possible cards; of a card of two decks also both copies."""
    exposures: list[dict[str, str]] = []
    first: set[str] = set()
    held = [
        (card, seat)
        for card in blank.exposable
        for seat, hand in hands.items()
        for held_card in hand
        if held_card == card
    ]
    for card, seat in held:
        free = [kind for kind in blank.kinds if kind == blank.kinds[0] or seat not in first]
        kind = lot.choice(free)
        if lot.random() < 0.6:
            first |= {seat} if kind != blank.kinds[0] else set()
            exposures.append({"seat": seat, "card": card, "kind": str(kind)})
    return exposures


def _cards(trick: list[Any]) -> str:
    """Write the plays of a trick, with slashes between several cards of a player."""
    cards_of_seats = [[cards] if isinstance(cards, str) else cards for _seat, cards in trick]
    between = " / " if any(len(cards) > 1 for cards in cards_of_seats) else " "
    return between.join(" ".join(cards) for cards in cards_of_seats)
