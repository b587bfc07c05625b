"""Policies: how an event has chosen to deal with common irregularities.

They guide referees. Some options fill in the start of a ruling, or the decision of an irregularity
(`Filled`), and the referee may differ; for `STATEMENT` the tablet counts the seconds; the others
are text, shown with the articles concerned. None is enforced. Enforced choices are dimensions of
the rules or options of the event, such as how claims are decided, which belongs to `referee`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from scoring.game import Counting
from tournaments.models import Event
from tournaments.regulations import amounts
from tournaments.regulations.amounts import Measure
from tournaments.regulations.catalogue import column_of
from tournaments.regulations.infractions.values import FormColumn, Level
from tournaments.structure import procedures
from tournaments.structure.games import counting_of
from tournaments.structure.regulations import regulations_of

REVOKE: Final = "revoke"
REVOKED: Final = "R-02"
"""The article whose level the policy of revokes sets."""
STATEMENT: Final = "claim_statement"
"""How many seconds whoever has declared a claim has to state it; its options are numbers."""


class Filled(StrEnum):
    """The default that an option of a policy fills in."""

    LEVEL = "level"
    """The level of the article, as the catalogue has it."""
    DEAL_LOST = "deal_lost"
    TEN_OF_DEAL = "ten_of_deal"
    TEN_POINTS = "ten_points"
    VOID = "void"
    ADJUSTED = "adjusted"
    EXPOSURE = "exposure"
    """What the page of an irregularity begins with."""
    DEALER = "dealer"
    """Who shuffles, as the table is told before the deal."""
    SECONDS = "seconds"
    """What the tablet counts."""


_LEVELS: Final = {
    Filled.DEAL_LOST: Level.L7,
    Filled.TEN_OF_DEAL: Level.L3,
    Filled.TEN_POINTS: Level.L3,
}
_A_CARD: Final = {Measure.LEVELS: Filled.TEN_OF_DEAL, Measure.POINTS: Filled.TEN_POINTS}
CARD: Final = Fraction(-10)
"""What a wrong card takes."""
_RECTIFIES: Final = {
    ("card_count_before", "redeal"): Filled.VOID,
    ("card_count_after", "void_redeal"): Filled.VOID,
    ("card_count_after", "adjust"): Filled.ADJUSTED,
    ("late_exposure", "void"): Filled.EXPOSURE,
    ("late_exposure", "allow_first_warn"): Filled.EXPOSURE,
}


@dataclass(frozen=True, slots=True)
class Policy:
    """A question with its options, the usual one first; `usual` maps columns to other defaults."""

    key: str
    options: tuple[str, ...]
    columns: frozenset[FormColumn] = frozenset(FormColumn)
    usual: Mapping[FormColumn, str] | None = None
    over_boards: str = ""
    """The usual option where boards are played at several tables."""

    def default(self, event: Event) -> str:
        """Return the default option in an event."""
        if self.over_boards and event.boards != Event.BoardSource.TABLE:
            return self.over_boards
        return (self.usual or {}).get(column_of(event), self.options[0])


POINTS: Final = frozenset({FormColumn.INDIVIDUAL, FormColumn.SIDES})
FACE_UP: Final = "major_first_legal"
POLICIES: Final = (
    Policy("card_count_before", ("draw_blind_consent", "redeal", "draw_any")),
    Policy(
        "card_count_after",
        ("void_redeal", "adjust", "restore", "declarer_down"),
        over_boards="adjust",
    ),
    Policy(
        "exposed_card",
        ("pick_up", "minor", FACE_UP, "callable"),
        usual={FormColumn.SIDES: FACE_UP, FormColumn.LEVELS: FACE_UP},
    ),
    Policy(
        "lead_out_of_turn", ("accept_or_retract", "always_retract", "stands", "card_loses_power")
    ),
    Policy(
        REVOKE,
        (
            "equity_plus_fix",
            "fix",
            "full_loss",
            "end_deal_lost",
            "rank_loss",
            "level",
            "points_per_card",
            "take_trick_points",
        ),
        usual={FormColumn.LEVELS: "level"},
    ),
    Policy(
        "revoke_established_by",
        ("next_trick_by_offending_side", "trick_quitted", "tricks_mixed", "deal_end"),
    ),
    Policy("late_exposure", ("void", "allow_first_warn"), POINTS),
    Policy("first_expose_cancel", ("before_second_card", "until_20s", "never"), POINTS),
    Policy("void_deal_redealer", ("same", "next")),
    Policy(STATEMENT, ("60", "30", "90", "120"), POINTS),
    Policy("time_end", ("finish_deal_if_play_started", "stop", "finish_always")),
)
"""The policies that are offered, in the order of the catalogue."""


OF_ARTICLES: Final[Mapping[str, tuple[str, ...]]] = {
    "D-04": ("card_count_before",),
    "D-05": ("card_count_after", "void_deal_redealer"),
    "P-01": ("exposed_card",),
    "P-02": ("lead_out_of_turn",),
    "R-01": ("revoke_established_by",),
    "R-02": ("revoke", "revoke_established_by"),
    "E-01": ("late_exposure",),
    "E-10": ("first_expose_cancel",),
    "T-09": ("time_end",),
}
"""The articles of the catalogue that a policy is about."""


RECTIFIES: Final = frozenset({Filled.VOID, Filled.ADJUSTED})


def policies_of(event: Event) -> tuple[Policy, ...]:
    """Return the policies that apply to the game and the form of an event."""
    column = column_of(event)
    return tuple(policy for policy in POLICIES if column in policy.columns)


def chosen(event: Event) -> dict[str, str]:
    """Return the option of every policy of an event, chosen or default."""
    kept = regulations_of(event).policies
    return {row.key: kept.get(row.key, row.default(event)) for row in policies_of(event)}


def rectification(event: Event, code: str) -> Filled | None:
    """Return the rectification of a deal by an article, as the event has chosen it."""
    return _rectification(event, code, chosen(event))


def _rectification(event: Event, code: str, options: Mapping[str, str]) -> Filled | None:
    keys = (key for key in OF_ARTICLES.get(code, ()) if key in options)
    found = (filled_by(event, key, options[key]) for key in keys)
    return next((filled for filled in found if filled in RECTIFIES), None)


def articles_that(event: Event, wanted: Filled) -> frozenset[str]:
    """Return the articles by which the event rectifies deals."""
    options = chosen(event)
    return frozenset(code for code in OF_ARTICLES if _rectification(event, code, options) is wanted)


def chosen_otherwise(event: Event, code: str) -> dict[str, str]:
    """Return the options for an article that differ from the default in the event."""
    kept = regulations_of(event).policies
    if not kept or code not in OF_ARTICLES:
        return {}
    about = OF_ARTICLES[code]
    return {
        row.key: kept[row.key] for row in policies_of(event) if row.key in about and row.key in kept
    }


def statement_seconds(event: Event) -> int:
    """Return the seconds in which a declared claim has to be stated; 0 if no statement is made."""
    return int(chosen(event).get(STATEMENT, 0))


def differing(event: Event, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the options that differ from the default, which alone are stored."""
    return {
        row.key: wanted[row.key]
        for row in policies_of(event)
        if wanted.get(row.key, row.default(event)) != row.default(event)
    }


def filled_by(event: Event, key: str, option: str) -> Filled | None:
    """Return the default of an option of a policy at an event; None if it is text."""
    if key == procedures.REDEALER:
        return Filled.DEALER if _is_shuffled(event) else None
    if key == STATEMENT:
        return Filled.SECONDS
    if key != REVOKE:
        return _RECTIFIES.get((key, option))
    measure = amounts.measure_of(event, at_table=True)
    if option in {"equity_plus_fix", "fix"} or (option == "level" and measure is Measure.LEVELS):
        return Filled.LEVEL
    if option in {"full_loss", "end_deal_lost"} and amounts.loses_deals(event):
        return Filled.DEAL_LOST
    return _A_CARD.get(measure) if option == "points_per_card" else None


def _is_shuffled(event: Event) -> bool:
    """Whether the table shuffles and is told who does; with levels the game determines the
    dealer.
    """
    at_table = event.boards == Event.BoardSource.TABLE
    return at_table and counting_of(event) is Counting.POINTS


def first_level(event: Event, code: str) -> Level | None:
    """Return the level of a first offence that a policy sets instead of the catalogue."""
    filled = _of_revoke(event, code)
    return _LEVELS.get(filled) if filled else None


def first_points(event: Event, code: str) -> Fraction | None:
    """Return the points that a policy sets for a first offence, instead of its level's."""
    return CARD if _of_revoke(event, code) is Filled.TEN_POINTS else None


def _of_revoke(event: Event, code: str) -> Filled | None:
    chosen = regulations_of(event).policies.get(REVOKE) if code == REVOKED else None
    return filled_by(event, REVOKE, chosen) if chosen else None
