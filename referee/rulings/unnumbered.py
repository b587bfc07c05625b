"""What was ruled without a number, listed beside the cases.

Rulings on irregularities and claims, penalty points and results that a referee gave without a
numbered ruling stay in their tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Prefetch

from referee.base.verbs import BY_PENALTY, BY_RULING, Verb
from referee.models import (
    ClaimDecision,
    Irregularity,
    IrregularityRuling,
    RulingVersion,
)
from referee.rulings.listed_penalties import GIVING
from referee.sheets import irregularities
from tournaments.models import (
    Adjustment,
    Deal,
    EntryMember,
    Event,
    Result,
    Round,
    Tournament,
)
from tournaments.record.log_queries import authors

MEMBERS: Final = EntryMember.objects.select_related("person")
EarlierRow = IrregularityRuling | ClaimDecision | Adjustment | Result
BY_VERBS: Final = (
    *GIVING,
    Verb.RULE_DEAL,
    Verb.ADJUST_SCORE,
    Verb.TAKE_BACK_SCORE,
    Verb.DECIDE_EXPOSURE,
)
"""The changes by which penalty points and results are given."""


@dataclass(frozen=True, slots=True)
class EarlierRuling:
    """A ruling of another table: on an irregularity, on a claim, penalty points, a result.

    `by` is who made it where the row does not say.
    """

    row: EarlierRow
    by: str = ""

    @property
    def at(self) -> datetime:
        """When it was made."""
        return self.row.created_at

    @property
    def irregularity(self) -> Irregularity | None:
        """The irregularity that it decides."""
        return self.row.irregularity if isinstance(self.row, IrregularityRuling) else None

    @property
    def deal(self) -> Deal | None:
        """The deal that it is about, as far as it has a page of that deal."""
        if isinstance(self.row, ClaimDecision):
            return self.row.claim.deal
        return self.row.deal if isinstance(self.row, Result) else None

    @property
    def event(self) -> Event | None:
        """The event whose list of penalty points has it."""
        return self.row.event if isinstance(self.row, Adjustment) else None


def earlier_rulings(tournament: Tournament, event: Event | None = None) -> list[EarlierRuling]:
    """Return what was ruled without a number, the newest first."""
    deal: dict[str, object] = {"deal__event__tournament": tournament}
    if event is not None:
        deal = {"deal__event": event}
    related = ("deal__sitting__table", "deal__sitting__segment__match__round", "deal__event")
    of_plays = irregularities.with_points(
        IrregularityRuling.objects.filter(**_below("irregularity", deal))
    )
    of_claims = ClaimDecision.objects.filter(**_below("claim", deal))
    rows: list[EarlierRuling] = [
        *map(
            EarlierRuling,
            of_plays.select_related("official", *_paths("irregularity", related)).defer(
                *Round.draws_by(*_paths("irregularity", related))
            ),
        ),
        *map(
            EarlierRuling,
            of_claims.select_related("official", *_paths("claim", related)).defer(
                *Round.draws_by(*_paths("claim", related))
            ),
        ),
        *_posted(tournament, event),
    ]
    return sorted(rows, key=lambda row: row.at, reverse=True)


def _posted(tournament: Tournament, event: Event | None) -> list[EarlierRuling]:
    """Return penalty points and results that were given without any ruling of a table."""
    within = {"event": event} if event is not None else {"event__tournament": tournament}
    of_cases = RulingVersion.objects.filter(case__tournament=tournament).values("uid")
    of_plays = IrregularityRuling.objects.exclude(adjustment="").values("adjustment")
    points = Adjustment.objects.filter(**within, origin_label=BY_PENALTY, reverses=None)
    given = points.exclude(origin_uid__in=of_cases).exclude(uid__in=of_plays)
    results = Result.objects.filter(**_below("deal", within), origin_label=BY_RULING)
    rows: list[Adjustment | Result] = [
        *given.select_related(
            "event", "entry", "side", "reversed_by", "offender__person"
        ).prefetch_related(
            Prefetch("entry__members", MEMBERS), Prefetch("side__entries__members", MEMBERS)
        ),
        *results.exclude(origin_uid__in=of_cases)
        .select_related(
            "deal__sitting__table", "deal__sitting__segment__match__round", "deal__event", "retires"
        )
        .defer("deal__sitting__segment__match__round__reasons"),
    ]
    names = authors(rows, BY_VERBS)
    return [EarlierRuling(row, names.get(row.uid, "")) for row in rows]


def _below(prefix: str, condition: Mapping[str, object]) -> dict[str, object]:
    return {f"{prefix}__{path}": value for path, value in condition.items()}


def _paths(prefix: str, related: Sequence[str]) -> list[str]:
    return [f"{prefix}__{path}" for path in related]
