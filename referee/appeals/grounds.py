"""What can be appealed against in an event: rulings, penalty points, results; whose affair each is.

What a ruling posted is appealed against as the ruling, and not a second time by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from referee.base.verbs import BY_DECISION, BY_PENALTY, BY_REFEREE, BY_RULING
from referee.models import (
    Against,
    Appeal,
    Matter,
    RulingCase,
    RulingSanction,
    RulingStepKind,
    RulingVersion,
    SanctionKind,
)
from referee.rulings.listed import VersionState
from referee.rulings.listed import read as read_rulings
from tournaments.models import (
    Adjustment,
    Appealable,
    EntryMember,
    Event,
    Result,
    Round,
    Side,
)
from tournaments.record import log_queries
from tournaments.regulations.articles import Level
from tournaments.structure.regulations import Regulations

SLOW_PLAY: Final = frozenset({"T-06", "T-07"})
"""Articles on slow play, on which the regulations lay down apart whether one may appeal."""
WRITERS_OF_RESULTS: Final = (BY_RULING, BY_REFEREE, BY_DECISION)
"""Origins of results that an official decided."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Something that can be appealed against, with the row by which it is undone.

    `parties` are the keys of the entries whose affair it is, `by` the uids of those who decided it.
    `matter` is given where the ruling itself says that it is one of discipline.
    """

    against: Against
    uid: str
    at: datetime
    round: Round | None
    parties: frozenset[int]
    by: frozenset[str]
    article: str = ""
    adjustment: Adjustment | None = None
    result: Result | None = None
    ruling: RulingVersion | None = None
    matter: Matter | None = None

    @property
    def row(self) -> Appealed:
        """The row that is appealed against."""
        row = self.adjustment or self.result or self.ruling
        assert row is not None  # noqa: S101  every maker of grounds gives one
        return row

    def is_appealable(self, regulations: Regulations) -> bool:
        """Whether an appeal against it is heard at all, as the event lays down."""
        is_slow_play = self.article.split(" ")[0] in SLOW_PLAY
        is_heard = not is_slow_play or Appealable.SLOW_PLAY in regulations.appealable
        return is_heard and self.against in regulations.appealable


Appealed = Adjustment | Result | RulingVersion
Finder = Callable[[Event, str], Ground | None]
Lister = Callable[[Event], Sequence[Ground]]


def find(event: Event, against: str, uid: str) -> Ground | None:
    """Return what is meant by a kind and a uid in an event; None where there is no such thing."""
    finder = _FINDERS.get(against)
    return finder(event, uid) if finder else None


def listed(event: Event) -> list[Ground]:
    """Return what can be appealed against in an event, the newest first."""
    grounds = [ground for lister in _LISTERS for ground in lister(event)]
    return sorted(grounds, key=lambda ground: ground.at, reverse=True)


def of_appeal(appeal: Appeal) -> Ground | None:
    """Return what an appeal is against."""
    return find(appeal.event, appeal.against, appeal.appealed.uid)


def _of_penalties(rows: Sequence[Adjustment]) -> list[Ground]:
    """Return penalty points as grounds: of everybody at the table, or of the entry alone."""
    accounts = log_queries.accounts(rows)
    at_table = _entries_at(row.side.match_id for row in rows if row.side)
    grounds = []
    for row in rows:
        own = frozenset([row.entry_id] if row.entry_id else [])
        grounds.append(
            Ground(
                against=Against.PENALTY,
                uid=row.uid,
                at=row.created_at,
                round=row.side.match.round if row.side else None,
                parties=at_table[row.side.match_id] if row.side else own,
                by=_author(accounts, row.uid),
                article=row.article,
                adjustment=row,
            )
        )
    return grounds


def _of_results(rows: Sequence[Result]) -> list[Ground]:
    """Return results of deals as grounds: of everybody who met in the match."""
    accounts = log_queries.accounts(rows)
    matches = {row.pk: row.deal.sitting.segment.match for row in rows}
    at_table = _entries_at(match.pk for match in matches.values())
    return [
        Ground(
            against=Against.RESULT,
            uid=row.uid,
            at=row.created_at,
            round=matches[row.pk].round,
            parties=at_table[matches[row.pk].pk],
            by=_author(accounts, row.uid),
            result=row,
        )
        for row in rows
    ]


def _author(accounts: Mapping[str, str], uid: str) -> frozenset[str]:
    return frozenset(filter(None, [accounts.get(uid)]))


def _entries_at(matches: Iterable[int]) -> Mapping[int, frozenset[int]]:
    """Return the keys of the entries that meet in each of some matches."""
    meeting: dict[int, set[int]] = {match: set() for match in matches}
    sides = Side.objects.filter(match__in=meeting).order_by()
    for match, entry in sides.values_list("match", "entries"):
        meeting[match] |= {entry} if entry else set()
    return {match: frozenset(entries) for match, entries in meeting.items()}


def _of_rulings(versions: Sequence[RulingVersion]) -> list[Ground]:
    """Return versions of rulings as grounds: of everybody at the table, and of each offender."""
    tables = [row.case.sitting.segment.match_id for row in versions if row.case.sitting]
    at_table = _entries_at(tables)
    return [_of_ruling(version, at_table) for version in versions]


def _of_ruling(version: RulingVersion, at_table: Mapping[int, frozenset[int]]) -> Ground:
    case = version.case
    sanctions = list(version.sanctions.all())
    concerned = {row.entry_id for row in sanctions} | ({case.entry_id} if case.entry_id else set())
    if case.sitting is not None:
        concerned |= at_table[case.sitting.segment.match_id]
    confirmed = [row for row in version.steps.all() if row.kind == RulingStepKind.CONFIRMED]
    officials = [version.official, *(row.official for row in confirmed)]
    return Ground(
        against=Against.RULING,
        uid=version.uid,
        # It is in force, and told, from the word that it waited for.
        at=max([version.created_at, *(row.created_at for row in confirmed)]),
        round=case.round,
        parties=frozenset(concerned),
        by=frozenset(official.uid for official in officials),
        article=version.article,
        ruling=version,
        matter=Matter.DISCIPLINE if any(map(_is_discipline, sanctions)) else None,
    )


def _is_discipline(sanction: RulingSanction) -> bool:
    return Level(sanction.level).is_heavy or sanction.kind == SanctionKind.DISCIPLINARY


def _find_ruling(event: Event, uid: str) -> Ground | None:
    """Return a version that was ever in force; a later one may have taken its place meanwhile."""
    for ruled in read_rulings(_cases(event).filter(versions__uid=uid)):
        version = next(row for row in ruled.versions if row.uid == uid)
        state = ruled.state(version)
        if state not in (VersionState.WAITING, VersionState.REFUSED):
            return _of_rulings([version])[0]
    return None


def _list_rulings(event: Event) -> list[Ground]:
    rows = read_rulings(_cases(event))
    return _of_rulings([ruled.standing for ruled in rows if ruled.standing is not None])


def _cases(event: Event) -> QuerySet[RulingCase]:
    return RulingCase.objects.filter(event=event).select_related("sitting__segment")


def _find_penalty(event: Event, uid: str) -> Ground | None:
    return next(iter(_of_penalties(list(_penalties(event).filter(uid=uid)))), None)


def _find_result(event: Event, uid: str) -> Ground | None:
    rows = (
        Result.objects.filter(deal__event=event, uid=uid)
        .select_related(*_OF_RESULT)
        .defer(*Round.draws_by(*_OF_RESULT))
    )
    return next(iter(_of_results(list(rows))), None)


def _list_penalties(event: Event) -> list[Ground]:
    return _of_penalties(list(_penalties(event)))


def _list_results(event: Event) -> list[Ground]:
    """Return the results that an official decided and that still count, but those of a ruling."""
    live = Result.objects.filter(
        deal__event=event, origin_label__in=WRITERS_OF_RESULTS, retired_by=None
    )
    own = live.exclude(_of_a_ruling()).exclude(rulings__isnull=False)
    return _of_results(list(own.select_related(*_OF_RESULT).defer(*Round.draws_by(*_OF_RESULT))))


def _penalties(event: Event) -> QuerySet[Adjustment]:
    rows = Adjustment.objects.filter(event=event, origin_label=BY_PENALTY, reverses=None)
    related = ("event__tournament", "entry", "side__match__round__event", "deal")
    told = rows.select_related(*related, "offender__person", "reverses").defer(
        *Round.draws_by(*related)
    )
    members = EntryMember.objects.select_related("person")
    return told.exclude(_of_a_ruling()).prefetch_related(Prefetch("entry__members", members))


def _of_a_ruling() -> Exists:
    """Return the condition of a row that a ruling posted: it bears the uid of a version."""
    return Exists(RulingVersion.objects.filter(uid=OuterRef("origin_uid")))


_OF_RESULT: Final = (
    "retires",
    "deal__event__tournament",
    "deal__sitting__table",
    "deal__sitting__segment__match__round",
)
_FINDERS: Final[Mapping[str, Finder]] = {
    Against.PENALTY: _find_penalty,
    Against.RESULT: _find_result,
    Against.RULING: _find_ruling,
}
_LISTERS: Final[Sequence[Lister]] = (_list_rulings, _list_penalties, _list_results)
