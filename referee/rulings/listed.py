"""Rulings as they are read: cases with their versions, and what was ruled without a number.

Rulings on irregularities and claims, penalty points and results that a referee gave without a
numbered ruling stay in their tables; here they are listed with the others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import Prefetch, Q, QuerySet

from referee.base.verbs import BY_PENALTY, BY_RULING, Verb
from referee.models import (
    ClaimDecision,
    Irregularity,
    IrregularityRuling,
    Needs,
    RulingCase,
    RulingCorrection,
    RulingSanction,
    RulingStep,
    RulingStepKind,
    RulingVersion,
)
from referee.sheets import irregularities
from tournaments.codes import WordedCode, worded_in
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    EntryMember,
    Event,
    Result,
    Round,
    Tournament,
)
from tournaments.record.log_queries import authors
from tournaments.regulations.articles import EventArticles
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import games

GIVING: Final = (
    Verb.PENALISE,
    Verb.TAKE_BACK,
    Verb.RULE_IRREGULARITY,
    Verb.RULE_CASE,
    Verb.CONFIRM_RULING,
    Verb.MARK_ARRIVED,
    Verb.TAKE_BACK_ARRIVAL,
    Verb.DECIDE_APPEAL,
)
"""The changes by which penalty points are given or taken back."""


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


def _ruled(case: RulingCase, articles: EventArticles) -> Ruled:
    versions = tuple(case.versions.all())
    for version in versions:
        version.case = case
    return Ruled(case, versions, articles)


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat that may get penalty points: who sat there, in which round and at which table.

    `game` is the number of the game (局) that was played there where a match has several, else 0.
    """

    uid: str
    label: str
    person: int
    name: str
    round: Round
    table: int
    game: int


@dataclass(frozen=True, slots=True)
class GivenPenalty:
    """Penalty points with who gave them, and the counter-entry where they were taken back.

    They count for `entries`, those of a match at its `tables`; for whose act they were given
    `row.named` says.
    """

    row: Adjustment
    entries: Sequence[Entry]
    round: Round | None
    tables: Collection[int | None]
    by: str
    taken_back: Adjustment | None
    taken_back_by: str

    @property
    def at(self) -> datetime:
        """When they were given."""
        return self.row.created_at


def played_seats(snapshot: EventSnapshot) -> list[PlayedSeat]:
    """Return the seats that may get penalty points: of every round that was published.

    A player who changed seats at a table is listed once, at the latest seat; where a match has
    several games (局), once for each.
    """
    has_games = games.of_several_games(snapshot.event)
    numbers = {game.key: game.number for game in snapshot.games} if has_games else {}
    matches = snapshot.match_by_key
    public = [sitting for sitting in snapshot.sittings if matches[sitting.match].is_public]
    public.sort(key=lambda row: (-matches[row.match].round.number, row.table, -row.key))
    seats: dict[tuple[str, int, int], PlayedSeat] = {}
    for sitting in public:
        games_played = [numbers[deal.game] for deal in sitting.deals if deal.game in numbers]
        game, round_ = max(games_played, default=0), matches[sitting.match].round
        for seat in sitting.seats:
            name = snapshot.names[seat.person]
            played = PlayedSeat(
                seat.uid, seat.label, seat.person, name, round_, sitting.table, game
            )
            seats.setdefault((seat.side, seat.person, game), played)
    return list(seats.values())


def given_penalties(snapshot: EventSnapshot) -> list[GivenPenalty]:
    """Return the penalty points of an event, the newest first, with who gave them and when.

    Who gave them is read from the log.
    """
    rows = [row for row in snapshot.adjustments if row.origin_label == BY_PENALTY]
    author_names = authors(rows, GIVING)
    counters = {row.reverses_id: row for row in rows if row.reverses_id}
    given = []
    for row in (row for row in reversed(rows) if row.reverses_id is None):
        counter, round_ = counters.get(row.pk), None
        entries: Sequence[Entry] = ()
        tables: Collection[int | None] = (None,)
        if row.side_id is not None:
            match, side = snapshot.match_of_side[row.side_id]
            round_, entries = match.round, side.entries
            tables = {sitting.table for sitting in snapshot.sittings_by_match[match.key]}
        elif row.entry_id is not None:
            entries = (snapshot.entry_by_key[row.entry_id],)
        taken_back_by = author_names.get(counter.uid, "") if counter else ""
        by = author_names.get(row.uid, "")
        given.append(GivenPenalty(row, entries, round_, tables, by, counter, taken_back_by))
    return given


def penalty_of(tournament: Tournament, uid: str) -> Adjustment | None:
    """Return penalty points of a tournament; None for those that take others back."""
    rows = Adjustment.objects.filter(event__tournament=tournament, origin_label=BY_PENALTY)
    related = ("event__tournament", "entry", "side__match__round__event")
    return rows.filter(reverses=None).select_related(*related).filter(uid=uid).first()
