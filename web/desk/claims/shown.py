"""What the page of a claim shows: the statement, what is at stake, the hands, the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.claims import evidence, hands, states
from referee.claims.evidence import ClaimEvidence, Lack
from referee.claims.hands import Faced
from referee.models import Claim, ClaimState
from tournaments.structure.games import game_of, ruleset_of

LACKS: Final[Mapping[Lack, str | Promise]] = {
    Lack.NOT_FACED: _("Write down first what every hand still holds."),
    Lack.TOO_MANY_CARDS: _("With more than seven cards a hand nothing is searched."),
    Lack.BUSY: _("Another search is running. Try again in some seconds."),
}


@dataclass(frozen=True, slots=True)
class StakeShown:
    """What a seat can still come to: by any allocation, and by legal play where it is known."""

    label: str
    name: str
    low: int
    high: int
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class HandShown:
    """What a seat still holds, its card on the table, and what it has to do with the claim."""

    label: str
    name: str
    cards: Sequence[str]
    on_table: str
    claims: bool
    objects: bool
    turn: bool


@dataclass(frozen=True, slots=True)
class EvidenceShown:
    """What the search found, with the line that breaks the claim, trick by trick."""

    found: ClaimEvidence
    tricks: Sequence[Sequence[tuple[str, str]]]


def state_label(claim: Claim) -> str:
    """Return the state of a claim as a word."""
    return str(ClaimState(states.state_of(claim)).label)


def stakes_shown(
    claim: Claim, people: Mapping[str, str], found: ClaimEvidence | None
) -> list[StakeShown]:
    """Return what every seat can come to in raw points, whoever gets the cards still out."""
    game = game_of(claim.deal.event)
    rules = game.rules(ruleset_of(claim.deal).rules)
    ends = game.outlook(hands.facts_before(claim), rules).raw
    least = (found.least if found else None) or {}
    most = (found.most if found else None) or {}
    return [
        StakeShown(label, name, *ends[label], least.get(label), most.get(label))
        for label, name in people.items()
        if label in ends
    ]


def hands_shown(claim: Claim, people: Mapping[str, str], faced: Faced) -> list[HandShown]:
    """Return the hands as they lie on the table, in order of play; none where nobody wrote them."""
    on_table = dict(faced.trick)
    return [
        HandShown(
            label=label,
            name=name,
            cards=tuple(faced.hands.get(label, ())),
            on_table=on_table.get(label, ""),
            claims=label == claim.seat,
            objects=label in faced.objecting,
            turn=label == faced.turn,
        )
        for label, name in people.items()
        if faced.hands
    ]


def evidence_shown(claim: Claim, faced: Faced) -> EvidenceShown | None:
    """Return what was found of a claim as it stands, None where nobody has asked."""
    found = evidence.known_evidence(claim, faced)
    if found is None:
        return None
    seats, on_table = len(faced.hands), len(faced.trick)
    line = list(found.line or ())
    first = min(len(line), (seats - on_table) % seats or seats)
    cuts = [0, *range(first, len(line), seats), len(line)] if line else []
    tricks = [line[start:end] for start, end in pairwise(cuts)]
    return EvidenceShown(found, [trick for trick in tricks if trick])
