"""Policies: how an event has chosen to deal with common irregularities.

They guide referees. Some options fill in the start of a ruling, or the decision of an irregularity
(`filled_in`), and the referee may differ; for `STATEMENT` the tablet counts the seconds; the others
are text, shown with the articles concerned. None is enforced. Enforced choices are dimensions of
the rules or options of the event, such as how claims are decided, which belongs to `referee`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.models import Event
from tournaments.regulations import filled_in
from tournaments.regulations.articles import column_of
from tournaments.regulations.filled_in import Filled
from tournaments.regulations.infractions.values import FormColumn
from tournaments.structure.regulations import regulations_of


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
        "revoke",
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
    Policy(filled_in.STATEMENT, ("60", "30", "90", "120"), POINTS),
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
    options = chosen(event)
    keys = (key for key in OF_ARTICLES.get(code, ()) if key in options)
    found = (filled_in.by(event, key, options[key]) for key in keys)
    return next((filled for filled in found if filled in RECTIFIES), None)


def articles_that(event: Event, wanted: Filled) -> frozenset[str]:
    """Return the articles by which the event rectifies deals."""
    return frozenset(code for code in OF_ARTICLES if rectification(event, code) is wanted)


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
    return int(chosen(event).get(filled_in.STATEMENT, 0))


def differing(event: Event, wanted: Mapping[str, str]) -> dict[str, str]:
    """Return the options that differ from the default, which alone are stored."""
    return {
        row.key: wanted[row.key]
        for row in policies_of(event)
        if wanted.get(row.key, row.default(event)) != row.default(event)
    }
