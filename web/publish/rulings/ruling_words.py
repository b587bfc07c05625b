"""A ruling in words: the same for desk, public pages, documents and referee's record (裁判记录).

Rectification, procedural and disciplinary penalty are distinguished everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from django.utils.translation import gettext, pgettext

from referee.base.case_numbers import number_text
from referee.models import (
    CorrectionPurpose,
    FactsState,
    Needs,
    Remedy,
    RulingCase,
    RulingSanction,
    RulingVersion,
    SanctionKind,
)
from referee.rulings import heavy_levels, penalties, posting
from referee.rulings.decisions import NamedOffender, RulingSource
from referee.rulings.listed import Ruled, VersionState
from referee.rulings.proposals import Proposal
from referee.rulings.ruling_stack import Given, Removal
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Event, Result
from tournaments.regulations import amounts, articles
from tournaments.regulations.articles import Level
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.regulations import regulations_of
from tournaments.wording.official.penalties import offender_text
from tournaments.wording.official.regulations import (
    WINDOWS,
    amount_text,
    level_name,
    next_step_text,
    points_text,
)
from tournaments.wording.official.regulations import remedy_text as remedy_by_article
from tournaments.wording.values import deal_title
from web.publish.rulings import ruling_follows
from web.publish.rulings.changed_results import change_text
from web.publish.rulings.ruling_follows import AppealOutcome, AppealTold


@dataclass(frozen=True, slots=True)
class SanctionTold:
    """The penalties of one offender, in words."""

    whom: str
    kind: str
    level: str
    points: str
    follows: str = ""
    """Further consequences, before the decision: a match lost, or a disqualification."""


@dataclass(frozen=True, slots=True)
class VersionTold:
    """A version in words; an empty part was not decided or not recorded."""

    row: RulingVersion
    at: datetime
    by: str
    state: VersionState
    article: str
    facts: str
    agreed: str
    statements: tuple[tuple[str, str], ...]
    remedy: str
    prescribed: str
    """The rectification that the article prescribes."""
    sanctions: tuple[SanctionTold, ...]
    level_reason: str
    needs: str
    steps: tuple[str, ...]

    @property
    def state_words(self) -> str:
        """The state of the version, in words."""
        return wording.sentence(self.state)

    @property
    def decided(self) -> str:
        """The decision as a sentence."""
        parts = [self.remedy, *map(sanction_line, self.sanctions)]
        return join_facts(*parts) or gettext("no action")


@dataclass(frozen=True, slots=True)
class CaseTold:
    """A ruling in words: its number, its place, and its versions, the newest first."""

    case: RulingCase
    number: str
    place: str
    versions: tuple[VersionTold, ...]
    shown: VersionTold
    """The version in force, else the newest."""
    results: tuple[Result, ...] = ()
    """The results of the deal that carry it out, the oldest first."""
    appeals: tuple[AppealTold, ...] = ()
    follows: tuple[str, ...] = ()
    """The consequences of a heavy level besides its points."""
    outcomes: tuple[AppealOutcome, ...] = ()
    """The decisions of appeals."""
    purposes: Mapping[int, str] = field(default_factory=dict)
    """The purpose of each result, if given, by its key."""

    @property
    def replaced(self) -> VersionTold | None:
        """The version that the one shown took the place of; None for the first."""
        older = self.versions[self.versions.index(self.shown) + 1 :]
        return older[0] if older else None

    @property
    def others(self) -> tuple[VersionTold, ...]:
        """The versions beside the one shown, the newest first."""
        return tuple(row for row in self.versions if row is not self.shown)

    @property
    def corrected(self) -> list[str]:
        """What these results changed, for which purpose, and whether they were taken back, in
        words.
        """
        return [_corrected_text(row, self.purposes.get(row.pk, "")) for row in self.results]


def told(ruled: Ruled, *, is_sealed: bool = False) -> CaseTold:
    """Return a ruling in words; of a sealed board without those that the referee wrote."""
    versions = tuple(_version(ruled, row, is_sealed=is_sealed) for row in ruled.versions)
    shown = next(row for row in versions if row.row == ruled.shown)
    place = place_text(ruled.case)
    return CaseTold(
        ruled.case,
        number_text(ruled.case),
        place,
        versions,
        shown,
        _results(ruled),
        purposes=_purposes(ruled),
    )


def told_of(rulings: Sequence[Ruled]) -> list[CaseTold]:
    """Return rulings in words for a list, with the decisions of appeals."""
    official = [row for row in rulings if regulations_of(row.case.event).is_official]
    on_appeal = ruling_follows.outcomes(official) if official else {}
    return [replace(told(row), outcomes=on_appeal.get(row.case.pk, ())) for row in rulings]


def _results(ruled: Ruled) -> tuple[Result, ...]:
    """Return the results that were entered for a ruling, and the one it names itself."""
    own = [row.result for row in ruled.versions if row.result is not None]
    entered = [row.result for row in ruled.case.corrections.all()]
    return tuple(sorted({*own, *entered}, key=lambda row: row.version))


def _purposes(ruled: Ruled) -> Mapping[int, str]:
    """Return the purposes of corrections, by the keys of their results."""
    named = {row.result_id: row.purpose for row in ruled.versions if row.result_id and row.purpose}
    linked = {row.result_id: row.purpose for row in ruled.case.corrections.all() if row.purpose}
    return {**named, **linked}


def _corrected_text(row: Result, purpose: str) -> str:
    parts = [change_text(row)]
    parts += [str(CorrectionPurpose(purpose).label)] if purpose else []
    parts += [gettext("taken back with the ruling")] if is_annulled(row) else []
    return join_facts(*parts)


def is_annulled(row: Result) -> bool:
    """Whether a correction was taken back with its ruling."""
    return hasattr(row, "correction_undone")


def told_in_full(ruled: Ruled) -> CaseTold:
    """Return a ruling in words for its page and its document, with consequences and appeals."""
    is_official = regulations_of(ruled.case.event).is_official
    appeals = ruling_follows.appeals_of(ruled.case) if is_official else ()
    (row_told,) = told_of([ruled])
    is_heavy = any(Level(row.level).is_heavy for row in ruled.shown.sanctions.all())
    follows = ruling_follows.told(ruled) if is_heavy else ()
    return replace(row_told, appeals=appeals, follows=follows)


def sanction_line(row: SanctionTold) -> str:
    """Return the penalties of one offender in a line."""
    level = row.level
    if row.kind:
        level = gettext("%(level)s (%(kind)s)") % {"level": level, "kind": row.kind}
    return " ".join(filter(None, [row.whom, level, row.points]))


def place_text(case: RulingCase) -> str:
    """Return the place of a case: round, table and deal as far as they are known."""
    parts = []
    if case.round is not None:
        parts.append(gettext("Round %(number)s") % {"number": case.round.number})
    if case.sitting is not None:
        parts.append(gettext("Table %(number)s") % {"number": case.sitting.table.number})
    if case.deal is not None:
        parts.append(deal_title(case.deal.number))
    return join_facts(*parts)


def kind_text(kind: str, level: str, *, is_official: bool) -> str:
    """Return the kind of a penalty; a club event does not distinguish kinds, and L0 is none."""
    is_told = is_official and Level(level).height > Level.L1.height
    return str(SanctionKind(kind).label) if is_told else ""


def whom_text(row: RulingSanction) -> str:
    """Return the offender: the person with the seat, and the side if it has more persons."""
    side = entry_name(row.entry)
    if row.person is None:
        return side
    name = row.person.listed_name
    seat = wording.seat_name(row.seat) if row.seat else ""
    who = " ".join(filter(None, [seat, name]))
    return who if side == name else offender_text(who, side)


def _version(ruled: Ruled, row: RulingVersion, *, is_sealed: bool) -> VersionTold:
    version = VersionTold(
        row=row,
        at=row.created_at,
        by=row.official.called,
        state=ruled.state(row),
        article=posting.article_text(row, ruled.articles),
        facts=row.facts,
        agreed=str(FactsState(row.agreed).label) if row.agreed else "",
        statements=tuple(
            (wording.seat_name(seat), words) for seat, words in row.statements.items()
        ),
        remedy=remedy_text(row),
        prescribed=_prescribed(ruled, row),
        sanctions=tuple(_sanctions(ruled.case.event, row.sanctions.all())),
        level_reason=row.level_reason,
        needs=str(Needs(row.needs).label) if ruled.state(row) is VersionState.WAITING else "",
        steps=tuple(_steps(row)),
    )
    return _without_written(version, ruled) if is_sealed else version


def _without_written(version: VersionTold, ruled: Ruled) -> VersionTold:
    """Return a version without what the referee wrote, which may name cards."""
    article = posting.article_text(version.row, ruled.articles, is_sealed=True)
    remedy = _chosen_remedy(version.row)
    return replace(
        version, article=article, remedy=remedy, facts="", level_reason="", statements=(), steps=()
    )


def _prescribed(ruled: Ruled, row: RulingVersion) -> str:
    article = ruled.articles.get(row.article) if row.article else None
    return remedy_by_article(ruled.case.event, article) if article else ""


def remedy_text(row: RulingVersion) -> str:
    """Return the rectification in words; empty without one."""
    return join_facts(_chosen_remedy(row), row.remedy_words)


def _chosen_remedy(row: RulingVersion) -> str:
    """Return the rectification as it was chosen, without what was written beside it."""
    parts = [str(Remedy(row.remedy).label) if row.remedy else ""]
    if row.result is not None:
        parts.append(gettext("Version %(number)s") % {"number": row.result.version})
    return join_facts(*parts)


def _sanctions(event: Event, rows: Iterable[RulingSanction]) -> Iterator[SanctionTold]:
    is_official = regulations_of(event).is_official
    for row in rows:
        yield SanctionTold(
            whom=whom_text(row),
            kind=kind_text(row.kind, row.level, is_official=is_official),
            level=level_name(Level(row.level), with_cards=is_official),
            points=_points_text(event, row, has_seat=bool(row.seat)),
        )


def _points_text(event: Event, row: Given, *, has_seat: bool) -> str:
    """Return the points of a penalty, or of the deal; empty for neither."""
    if row.points:
        return points_text(event, row.points, at_table=has_seat)
    level = Level(row.level)
    if has_seat and amounts.deal_points(event, level) is not None:
        return amount_text(event, level, at_table=True)
    return ""


def _steps(row: RulingVersion) -> Iterator[str]:
    for step in row.steps.all():
        values = {"what": step.get_kind_display(), "name": step.official.called}
        text = pgettext("ruling", "%(what)s: %(name)s") % values
        yield wording.joined_sentences([text, step.reason]) if step.reason else text


@dataclass(frozen=True, slots=True)
class ProposalTold:
    """The consequences of a decision, in words, before it is made."""

    article: str
    earlier: int
    window: str
    proposed: str
    sanctions: tuple[SanctionTold, ...]
    needs: str
    large: Fraction | None
    remedy: str = ""
    """The rectification by the article, as the event applies it."""
    is_second_card: bool = False
    is_raised: bool = False
    """Whether the earlier offences raise the level."""
    next_step: str = ""
    """The offence from which the article takes more, if the earlier ones do not raise it yet."""


def proposal_told(
    snapshot: EventSnapshot,
    source: RulingSource,
    proposal: Proposal,
    case: RulingCase | None = None,
) -> ProposalTold:
    """Return the consequences of a decision in words; for a revision, relative to its `case`."""
    event = snapshot.event
    before = posting.without_rulings(snapshot, posting.rulings_out(Removal.of_case(case)))
    facts = heavy_levels.read_facts(source, proposal.sanctions)
    effects = heavy_levels.effects_of(before, source, proposal.sanctions, facts)
    is_official = regulations_of(event).is_official
    article = proposal.article
    rows = tuple(
        SanctionTold(
            whom=_offender_text(row.offender),
            kind=kind_text(row.kind, row.level, is_official=is_official),
            level=level_name(row.level, with_cards=is_official),
            points=_points_text(event, row, has_seat=row.offender.seat is not None),
            follows=heavy_levels.words_for(effects, row.offender, row.level),
        )
        for row in proposal.sanctions
    )
    return ProposalTold(
        article=article.name if article else "",
        earlier=proposal.earlier,
        window=str(WINDOWS[article.window]) if article else "",
        proposed=level_name(proposal.proposed, with_cards=is_official) if proposal.proposed else "",
        sanctions=rows,
        needs=str(proposal.needs.label) if proposal.needs else "",
        large=_large(event, proposal),
        remedy=remedy_by_article(event, article) if article else "",
        is_second_card=proposal.is_second_card,
        is_raised=article is not None
        and proposal.proposed is not articles.proposed_level(article, 0),
        next_step=next_step_text(event, article, proposal.earlier, with_cards=is_official)
        if article
        else "",
    )


def source_text(source: RulingSource) -> str:
    """Return the source of a new ruling in words."""
    case = RulingCase(round=source.round, sitting=source.sitting, deal=source.deal)
    place = place_text(case) if source.sitting is not None else ""
    entry = entry_name(source.entry) if source.entry is not None else ""
    return join_facts(place, entry)


def _offender_text(row: NamedOffender) -> str:
    stored = RulingSanction(
        entry=row.entry, person=row.person, seat=row.seat.label if row.seat else ""
    )
    return whom_text(stored)


def _large(event: Event, proposal: Proposal) -> Fraction | None:
    """Return points beyond the usual, which must be confirmed."""
    for row in proposal.sanctions:
        limits = penalties.limits_of(event, at_table=row.offender.seat is not None)
        if limits.is_large(row.points):
            return row.points
    return None
