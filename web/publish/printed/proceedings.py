"""The referee's record (裁判记录): decisions in an event, for the file and the committee.

It is for officials only, since it names persons and cards, even of boards still to be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from referee.base.verbs import Verb
from referee.claims.texts import claim_text, decision_text
from referee.models import ClaimDecision
from referee.rulings import listed, listed_penalties
from referee.rulings.listed import VersionState
from referee.rulings.listed_penalties import GivenPenalty
from referee.sheets import irregularities
from tournaments import results, wording
from tournaments.models import Deal, PenaltyWarning, Result, Round, Seat
from tournaments.record.audit import Verb as Repair
from tournaments.record.log_queries import authors
from tournaments.results.event_record import entry_name
from tournaments.rights.access import DESK
from tournaments.structure import games
from tournaments.wording import result_words, signed
from tournaments.wording.official.penalties import offender_text
from tournaments.wording.values import deal_title
from web.publish.documents import DocumentOf, Subject
from web.publish.pdf.book import Blanks, Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making
from web.publish.rulings import fouled_acts, other_acts, ruling_words
from web.publish.rulings.changed_results import change_text
from web.publish.rulings.other_acts import Act

LINES: Final = 12
OF_DEAL: Final = (
    "deal__event",
    "deal__sitting__table",
    "deal__sitting__segment__match__round",
)
WRITERS: Final = (
    Verb.CONFIRM_SHEET,
    Verb.DECIDE_CLAIM,
    Verb.RULE_DEAL,
    Verb.RULE_CASE,
    Verb.CONFIRM_RULING,
    Verb.ADJUST_SCORE,
    Verb.TAKE_BACK_SCORE,
    Verb.DECIDE_EXPOSURE,
    Verb.DECIDE_APPEAL,
    Repair.EXCHANGE_RESULTS,
    Repair.MOVE_RESULT,
    Repair.EXCHANGE_SEATS,
    Repair.EXCHANGE_TABLES,
    Repair.AWARD_MATCH,
    Repair.TAKE_BACK_AWARD,
)
"""The changes by which an official replaces a result."""
WARNERS: Final = (
    Verb.RULE_CASE,
    Verb.CONFIRM_RULING,
    Verb.RULE_IRREGULARITY,
    Verb.MARK_ARRIVED,
    Verb.DECIDE_APPEAL,
)
"""The changes by which players are warned."""

OTHER_ACTS: Final = (
    (gettext_lazy("Withdrawals"), other_acts.withdrawals),
    (gettext_lazy("Decisions on entries"), other_acts.exclusions),
    (gettext_lazy("Came late"), other_acts.arrivals),
    (gettext_lazy("Matches that were awarded"), other_acts.awarded),
    (gettext_lazy("Seats that were corrected"), other_acts.seats_corrected),
    (gettext_lazy("Boards played with other cards"), fouled_acts.fouled_boards),
    (gettext_lazy("Calls for the referee"), other_acts.calls_answered),
    (gettext_lazy("Appeals"), other_acts.appeals),
)
"""The acts listed below the decisions on deals."""

Row = tuple[str, ...]


@making.document(
    "referee_record",
    gettext_lazy("Referee's record"),
    of=DocumentOf.EITHER,
    stored=1,
    for_=DESK,
)
def referee_record(subject: Subject, title: str) -> Book:
    """Return the decisions of an event, or of one of its rounds."""
    event = subject.event
    lines = (making.event_line(event), making.place_line(event))
    blocks: list[Block] = list(_decision_grids(subject))
    if not blocks:
        blocks.append(Words(gettext("No rulings, and no result was changed.")))
    blocks.append(Blanks((gettext("Chief referee"), gettext("Date")), (3, 1), signed=True))
    imprint = making.imprint(subject)
    return Book(making.language(), title, (BookPart(title, lines, tuple(blocks)),), imprint)


def _decision_grids(subject: Subject) -> Iterator[Block]:
    """Yield a grid for each kind of decision that was made."""
    place = _place_columns()
    author = PrintedColumn(gettext("By"), 1.2, number=False)
    event = PrintedColumn(gettext("What happened"), 3.2, number=False, lines=LINES)
    ruling = PrintedColumn(gettext("Decision"), 3.2, number=False, lines=LINES)
    if rows := tuple(_ruling_rows(subject)):
        yield Grid((*place, event, ruling, author), rows, gettext("Rulings on irregularities"))
    yield from _case_grids(subject)
    if rows := tuple(_claim_rows(subject)):
        yield Grid((*place, event, ruling, author), rows, gettext("Claims decided"))
    if rows := tuple(_penalty_rows(subject)):
        yield Grid((*_penalty_columns(), author), rows, gettext("Penalty points"))
    if rows := tuple(_correction_rows(subject)):
        why = PrintedColumn(gettext("Reason"), 3.2, number=False, lines=LINES)
        yield Grid((*place, event, why, author), rows, gettext("Results that were changed"))
    for title, acts in OTHER_ACTS:
        if rows := tuple(_act_row(subject, act) for act in acts(subject.event, subject.round)):
            yield Grid((*_act_columns(), author), rows, str(title))


def _act_columns() -> tuple[PrintedColumn, ...]:
    return (
        PrintedColumn(gettext("Time"), 1.4, number=False),
        PrintedColumn(gettext("Round"), 0.95),
        PrintedColumn(gettext("Whom or where"), 2.6, number=False, lines=LINES),
        PrintedColumn(gettext("What happened"), 2.9, number=False, lines=LINES),
        PrintedColumn(gettext("Reason"), 2.95, number=False, lines=LINES),
    )


def _act_row(subject: Subject, act: Act) -> Row:
    number = "—" if act.round is None else str(act.round)
    return _local_time(subject, act.at), number, act.about, act.what, act.reason, act.by


def _place_columns() -> tuple[PrintedColumn, ...]:
    return (
        PrintedColumn(gettext("Time"), 1.4, number=False),
        PrintedColumn(gettext("Round"), 0.95),
        PrintedColumn(gettext("Table"), 0.85),
        PrintedColumn(gettext("Deal"), 1.2, number=False, lines=LINES),
    )


def _penalty_columns() -> tuple[PrintedColumn, ...]:
    return (
        PrintedColumn(gettext("Time"), 1.4, number=False),
        PrintedColumn(gettext("Round"), 0.95),
        PrintedColumn(pgettext("person", "Name"), 2.85, number=False, lines=LINES),
        PrintedColumn(gettext("Points"), 1.2),
        PrintedColumn(gettext("Reason"), 4.4, number=False, lines=LINES),
    )


def _ruling_rows(subject: Subject) -> Iterator[Row]:
    incidents = irregularities.judged(**_in_scope(subject))
    sittings = {incident.row.deal.sitting_id for incident in incidents}
    seats = Seat.objects.filter(sitting__in=sittings)
    people = {
        (seat.sitting_id, seat.label): seat.person.listed_name
        for seat in seats.select_related("person")
    }
    for incident in incidents:
        name = people.get((incident.row.deal.sitting_id, incident.row.seat))
        player = gettext("(%(name)s)") % {"name": name} if name else ""
        seen_text = irregularities.seen_text(incident)
        happened = wording.joined_sentences([irregularities.text(incident.row), player, seen_text])
        for ruling in incident.rulings:
            decision = irregularities.ruling_text(ruling)
            yield (
                *_place_cells(subject, incident.row.deal, ruling.created_at),
                happened,
                decision,
                ruling.official.called,
            )


def _case_grids(subject: Subject) -> Iterator[Block]:
    """Yield the rulings with a number, and the warnings."""
    author = PrintedColumn(gettext("By"), 1.2, number=False)
    decision = PrintedColumn(gettext("Decision"), 3.2, number=False, lines=LINES)
    if rows := tuple(_case_rows(subject)):
        article = PrintedColumn(gettext("Article"), 2.2, number=False, lines=LINES)
        columns = (*_case_columns(), article, decision, author)
        yield Grid(columns, rows, gettext("Numbered rulings"))
    if rows := tuple(_warning_rows(subject)):
        why = PrintedColumn(gettext("Reason"), 3.4, number=False, lines=LINES)
        yield Grid((*_warning_columns(), why, author), rows, gettext("Warnings"))


def _case_columns() -> tuple[PrintedColumn, ...]:
    return (
        PrintedColumn(pgettext("ruling", "Number"), 1.6, number=False),
        PrintedColumn(pgettext("ruling", "Where"), 1.6, number=False, lines=LINES),
        PrintedColumn(gettext("What happened"), 2.4, number=False, lines=LINES),
    )


def _case_rows(subject: Subject) -> Iterator[Row]:
    """Yield the rulings with a number, every version, the oldest first."""
    event = subject.event
    rulings = listed.cases_of(event.tournament, event)
    for told in reversed(ruling_words.told_of(rulings)):
        if subject.round is not None and told.case.round != subject.round:
            continue
        for version in reversed(told.versions):
            ended = "" if version.state is VersionState.IN_FORCE else version.state_words
            on_appeal = [each.words for each in told.outcomes] if version is told.shown else []
            decided = wording.joined_sentences([version.decided, ended, *on_appeal])
            yield told.number, told.place, version.facts, version.article, decided, version.by


def _warning_columns() -> tuple[PrintedColumn, ...]:
    return (
        PrintedColumn(gettext("Time"), 1.4, number=False),
        PrintedColumn(gettext("Round"), 0.95),
        PrintedColumn(pgettext("person", "Name"), 2.85, number=False, lines=LINES),
        PrintedColumn(gettext("Penalty"), 1.8, number=False, lines=LINES),
    )


def _warning_rows(subject: Subject) -> Iterator[Row]:
    """Yield the warnings, with the reason for those taken back."""
    rows = PenaltyWarning.objects.filter(event=subject.event, reverses=None).order_by("pk")
    if subject.round is not None:
        rows = rows.filter(round=subject.round)
    related = rows.select_related("entry", "person", "round", "reversed_by").defer("round__reasons")
    warnings = list(related.prefetch_related("entry__members__person"))
    names = authors(warnings, WARNERS)
    for row in warnings:
        counter = getattr(row, "reversed_by", None)
        taken = gettext("Taken back: %(reason)s") % {"reason": counter.reason} if counter else ""
        name = row.person.listed_name if row.person else ""
        yield (
            _local_time(subject, row.created_at),
            str(row.round.number) if row.round else "—",
            offender_text(name, entry_name(row.entry)),
            str(row.get_level_display()),
            wording.joined_sentences([row.reason, taken]),
            names.get(row.uid, ""),
        )


def _claim_rows(subject: Subject) -> Iterator[Row]:
    rows = ClaimDecision.objects.filter(**_in_scope(subject, "claim__deal"))
    related = [f"claim__{name}" for name in OF_DEAL]
    for row in (
        rows.select_related("claim", "official", *related)
        .defer(*Round.draws_by(*related))
        .order_by("pk")
    ):
        happened, decision = claim_text(row.claim), decision_text(row)
        yield (
            *_place_cells(subject, row.claim.deal, row.created_at),
            happened,
            decision,
            row.official.called,
        )


def _penalty_rows(subject: Subject) -> Iterator[Row]:
    """Yield the penalty points, the oldest first; those of an entry belong to no round."""
    snapshot = results.read(subject.event)
    author_names = listed_penalties.penalty_authors(snapshot.adjustments)
    for penalty in reversed(listed_penalties.given_penalties(snapshot, author_names)):
        if subject.round is not None and penalty.round != subject.round:
            continue
        parts = [penalty.row.reason]
        if penalty.row.article:
            parts.append(gettext("Article: %(article)s") % {"article": penalty.row.article})
        if penalty.taken_back is not None:
            values = {"name": penalty.taken_back_by, "reason": penalty.taken_back.reason}
            parts.append(gettext("Taken back by %(name)s: %(reason)s") % values)
        yield (
            _local_time(subject, penalty.at),
            str(penalty.round.number) if penalty.round else "—",
            _whose(penalty),
            signed(penalty.row.amount),
            wording.joined_sentences(parts),
            penalty.by,
        )


def _whose(penalty: GivenPenalty) -> str:
    """Return the offender, and the pair or team for which it counts."""
    counted_for = wording.listed(entry_name(entry) for entry in penalty.entries)
    named = penalty.row.named
    return offender_text(named.person.listed_name if named else "", counted_for)


def _correction_rows(subject: Subject) -> Iterator[Row]:
    """Yield the results that replaced another one, and those without points."""
    changed = Q(version__gt=1) | Q(kind__in=games.NO_POINTS)
    rows: QuerySet[Result] = Result.objects.filter(changed, **_in_scope(subject))
    changed_results = list(
        rows.select_related("retires", *OF_DEAL).defer(*Round.draws_by(*OF_DEAL)).order_by("pk")
    )
    author_names = authors(changed_results, WRITERS)
    for row in changed_results:
        reason = result_words.translated_reason(row.reason)
        yield (
            *_place_cells(subject, row.deal, row.created_at),
            change_text(row),
            reason,
            author_names.get(row.uid, ""),
        )


def _in_scope(subject: Subject, deal: str = "deal") -> dict[str, Any]:
    """Return the filter for rows of the event, or of one of its rounds."""
    if subject.round is None:
        return {f"{deal}__event": subject.event}
    return {f"{deal}__sitting__segment__match__round": subject.round}


def _place_cells(subject: Subject, deal: Deal, moment: datetime) -> Row:
    sitting = deal.sitting
    round_, table = sitting.segment.match.round.number, sitting.table.number
    return _local_time(subject, moment), str(round_), str(table), deal_title(deal.number)


def _local_time(subject: Subject, moment: datetime) -> str:
    local = timezone.localtime(moment, ZoneInfo(subject.event.tournament.time_zone))
    return formats.date_format(local, "m-d H:i")
