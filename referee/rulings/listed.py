"""Rulings as they are read: cases with their versions, which of these counts, and what they posted.

What a ruling posted is found by its uid, and taken back through the ruling alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Prefetch, Q, QuerySet

from referee.base.verbs import BY_RULING
from referee.models import (
    Call,
    Needs,
    RulingCase,
    RulingCorrection,
    RulingSanction,
    RulingStep,
    RulingStepKind,
    RulingVersion,
)
from tournaments.codes import WordedCode, worded_in
from tournaments.models import (
    Adjustment,
    Award,
    AwardKind,
    Deal,
    Entry,
    Event,
    Exclusion,
    ExclusionState,
    Result,
    Round,
    Tournament,
)
from tournaments.models.record import BY_CASE
from tournaments.regulations.articles import EventArticles


class VersionState(WordedCode):
    """Whether a version counts."""

    IN_FORCE = worded_in("in_force", "ruling", "in force")
    WAITING = worded_in("waiting", "ruling", "waits")
    REFUSED = worded_in("refused", "ruling", "not confirmed")
    SUPERSEDED = worded_in("superseded", "ruling", "superseded")
    UNDONE = worded_in("undone", "ruling", "taken back")


@dataclass(frozen=True, slots=True)
class Ruled:
    """A case with its versions, the newest first; there is always one.

    The `articles` that they name are those of the event, shared by all of its rulings in a list.
    """

    case: RulingCase
    versions: tuple[RulingVersion, ...]
    articles: EventArticles = field(compare=False)

    @property
    def newest(self) -> RulingVersion:
        """The version that was decided last."""
        return self.versions[0]

    @property
    def standing(self) -> RulingVersion | None:
        """The version in force; None while it waits, or when it was taken back."""
        return next((row for row in self.versions if state_of(row) is VersionState.IN_FORCE), None)

    @property
    def shown(self) -> RulingVersion:
        """The version that counts, else the newest."""
        return self.standing or self.newest

    def state(self, version: RulingVersion) -> VersionState:
        """Return the state of a version: what a later one took back is superseded."""
        state = state_of(version)
        is_replaced = self.standing is not None and self.standing.number > version.number
        return VersionState.SUPERSEDED if state is VersionState.UNDONE and is_replaced else state


def state_of(version: RulingVersion) -> VersionState:
    """Return the state of a version by its own steps, which must be loaded."""
    kinds = {step.kind for step in version.steps.all()}
    if RulingStepKind.UNDONE in kinds:
        return VersionState.UNDONE
    if RulingStepKind.REFUSED in kinds:
        return VersionState.REFUSED
    if version.needs != Needs.NOBODY and RulingStepKind.CONFIRMED not in kinds:
        return VersionState.WAITING
    return VersionState.IN_FORCE


def cases_of(tournament: Tournament, event: Event | None = None) -> list[Ruled]:
    """Return the rulings of a tournament, or of an event of it, the newest first."""
    rows = RulingCase.objects.filter(tournament=tournament)
    return read(rows if event is None else rows.filter(event=event))


def case_of(tournament: Tournament, uid: str) -> Ruled | None:
    """Return a ruling of a tournament by the uid of its case."""
    return next(iter(read(RulingCase.objects.filter(tournament=tournament, uid=uid))), None)


def about(**place: object) -> list[Ruled]:
    """Return the rulings on a deal, a round, an entry or persons, the newest first."""
    return read(RulingCase.objects.filter(**place))


def about_entry(entry: int) -> list[Ruled]:
    """Return the rulings that came from an entry, or lay something on it."""
    named = Q(entry=entry) | Q(versions__sanctions__entry=entry)
    return read(RulingCase.objects.filter(named).distinct())


def about_entries_of(event: Event) -> list[Ruled]:
    """Return the rulings that came from an entry of an event, or lay something on one."""
    named = Q(entry__event=event) | Q(versions__sanctions__entry__event=event)
    return read(RulingCase.objects.filter(named).distinct())


def read(cases: QuerySet[RulingCase]) -> list[Ruled]:
    """Return cases with all that their pages and papers tell, in five queries."""
    sanctions = RulingSanction.objects.select_related("entry", "person").order_by("number")
    versions = RulingVersion.objects.select_related(
        "official", "result__retires", "result__correction_undone"
    ).order_by("-number")
    loaded = versions.prefetch_related(
        Prefetch("sanctions", sanctions.prefetch_related("entry__members__person")),
        Prefetch("steps", RulingStep.objects.select_related("official").order_by("pk")),
    )
    related = (
        "tournament__club",
        "event__ruleset",
        "event__regulations",
        "round",
        "sitting__table",
        "deal__sitting__segment__match__round",
        "deal__event",
        "deal__board",
        "entry",
        "call__table",
    )
    corrections = RulingCorrection.objects.select_related(
        "result__retires", "result__correction_undone"
    )
    rows = (
        cases.select_related(*related)
        .defer(*Round.draws_by(*related))
        .prefetch_related(
            Prefetch("versions", loaded), Prefetch("corrections", corrections.order_by("pk"))
        )
    )
    cases_read = list(rows.order_by("-year", "-number"))
    # One row of an event for all of its rulings: what is read of it is read once.
    articles = {case.event_id: EventArticles(case.event) for case in cases_read}
    for case in cases_read:
        case.event = articles[case.event_id].event
    return [_ruled(case, articles[case.event_id]) for case in cases_read]


def _ruled(case: RulingCase, articles: EventArticles) -> Ruled:
    versions = tuple(case.versions.all())
    for version in versions:
        version.case = case
    return Ruled(case, versions, articles)


def is_stored(key: str) -> bool:
    """Whether a ruling came under the key of a form; the same again is answered alike."""
    return RulingVersion.objects.filter(key=key).exists()


def cases_of_points(rows: Iterable[Adjustment]) -> Mapping[str, RulingCase]:
    """Return the rulings that gave penalty points, by the origin that the points bear."""
    origins = {row.origin_uid for row in rows}
    versions = RulingVersion.objects.filter(uid__in=origins).select_related("case")
    return {version.uid: version.case for version in versions}


def case_of_result(result: Result | None) -> RulingCase | None:
    """Return the ruling in force that made a result; None where it is that of no ruling."""
    if result is None or result.origin_label != BY_RULING:
        return None
    return _in_force(RulingVersion.objects.filter(uid=result.origin_uid))


def case_of_live_result(deal: Deal) -> RulingCase | None:
    """Return the ruling in force that made what counts of a deal, by one query."""
    live = Result.live.filter(deal=deal, origin_label=BY_RULING)
    return _in_force(RulingVersion.objects.filter(uid__in=live.values("origin_uid")))


def case_of_call(call: Call | None) -> RulingCase | None:
    """Return the ruling on a call that is in force, or waits to be; None where there is none."""
    if call is None:
        return None
    versions = RulingVersion.objects.filter(case__call=call)
    return _in_force(versions.exclude(steps__kind=RulingStepKind.REFUSED))


def _in_force(versions: QuerySet[RulingVersion]) -> RulingCase | None:
    standing = versions.exclude(steps__kind=RulingStepKind.UNDONE).select_related("case").first()
    return standing.case if standing else None


def undone(uids: Collection[str]) -> set[str]:
    """Return which of these versions of rulings were taken back."""
    if not uids:
        return set()
    steps = RulingStep.objects.filter(version__uid__in=uids, kind=RulingStepKind.UNDONE)
    return set(steps.values_list("version__uid", flat=True))


def awards_of(uids: Collection[str]) -> QuerySet[Award]:
    """Return the awards in force that versions gave."""
    given = Award.objects.filter(origin_uid__in=uids, origin_label=BY_CASE, retired_by=None)
    return given.exclude(kind=AwardKind.WITHDRAWN)


def disqualified_by(uids: Collection[str]) -> list[Entry]:
    """Return the entries that versions disqualified, also where that was taken back since."""
    rows = Exclusion.objects.filter(origin_uid__in=uids, state=ExclusionState.APPROVED)
    entries = Entry.objects.filter(pk__in=rows.values("entry"))
    return list(entries.select_related("event__tournament").order_by("number"))
