"""裁决单 of decisions without a ruling of their own: one slip, and all of a round on a sheet.

In an official competition every decision has a number, and a slip for anybody who asks for it. A
ruling has a fuller document (`ruling_paper`), and is on the sheet of its round like the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from referee.base.case_numbers import number_text
from referee.models import DecisionKind, NumberedDecision
from referee.rulings import listed, unnumbered
from referee.rulings.listed import Ruled
from referee.rulings.unnumbered import EarlierRuling
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Event, Result, Stage
from tournaments.rights.access import DESK, REFEREES
from tournaments.structure.regulations import regulations_of
from tournaments.wording.values import deal_title
from web.publish.documents import DocumentOf, Subject
from web.publish.pdf.book import Blanks, Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making
from web.publish.rulings import earlier_words, ruling_words

LINES: Final = 20
OF_SOMEBODY: Final = frozenset({DecisionKind.PENALTY, DecisionKind.LATENESS})
"""Penalty points, whose slip names who has them."""


@dataclass(frozen=True, slots=True)
class DecisionSlip:
    """A decision for its slip; `order` is year and number."""

    order: tuple[int, int]
    number: str
    at: datetime
    kind: str
    place: str
    what: str
    decided: str
    by: str
    is_of_somebody: bool = False
    """Whether `what` names a person rather than an occurrence."""
    notes: Sequence[str] = ()


def numbers(rulings: Iterable[EarlierRuling]) -> Mapping[str, NumberedDecision]:
    """Return the numbers of decisions by the uids of their rows; a club event has none."""
    uids = [ruling.row.uid for ruling in rulings]
    related = ("round", "deal__sitting__table", "official", "event__tournament__club")
    rows = NumberedDecision.objects.filter(decided__in=uids).select_related(*related)
    return {row.decided: row for row in rows.defer("round__reasons")}


def decided(row: NumberedDecision) -> EarlierRuling | None:
    """Return the decision to which a number belongs."""
    rows = unnumbered.earlier_rulings(row.tournament, row.event)
    return next((ruling for ruling in rows if ruling.row.uid == row.decided), None)


@making.document(
    "decision_slip",
    pgettext_lazy("on paper", "Ruling"),
    of=DocumentOf.DECISION,
    stored=None,
    for_=REFEREES,
    file_name=lambda found, name: f"{name} {number_text(found[0])}",
)
def slip_of_decision(found: tuple[NumberedDecision, EarlierRuling]) -> bytes:
    """Return the slip of a decision as a PDF."""
    row, ruling = found
    event = row.event
    title = pgettext("on paper", "Ruling")
    lines = (making.event_line(event), making.place_line(event))
    part = BookPart(title, lines, tuple(_blocks(_slip(row, ruling), event)))
    book = Book(making.language(), title, (part,), making.imprint(Subject(event)))
    return making.draw_at_once(book)


def _suits(event: Event, _stages: Sequence[Stage]) -> bool:
    return regulations_of(event).is_official


@making.document(
    "decision_slips",
    gettext_lazy("Slips of the decisions"),
    of=DocumentOf.ROUND,
    stored=1,
    for_=DESK,
    suits=_suits,
)
def slips_of_round(subject: Subject, title: str) -> Book:
    """Return the decisions of a round, rulings among them, in the order of their numbers."""
    event = subject.event
    lines = (making.event_line(event), making.place_line(event))
    slips = sorted(_of_round(subject), key=lambda slip: slip.order)
    blocks = [block for slip in slips for block in _blocks(slip, event)]
    if not blocks:
        blocks.append(Words(gettext("No rulings in this round.")))
    part = BookPart(title, lines, tuple(blocks))
    return Book(making.language(), title, (part,), making.imprint(subject))


def _of_round(subject: Subject) -> Iterator[DecisionSlip]:
    event, round_ = subject.event, subject.round
    rulings = unnumbered.earlier_rulings(event.tournament, event)
    given = numbers(rulings)
    for ruling in rulings:
        row = given.get(ruling.row.uid)
        if row is not None and row.round_id == (round_.pk if round_ else None):
            yield _slip(row, ruling)
    yield from map(_slip_of_case, listed.about(event=event, round=round_))


def _slip(row: NumberedDecision, ruling: EarlierRuling) -> DecisionSlip:
    what, words, by = earlier_words.told(ruling)
    return DecisionSlip(
        order=(row.year, row.number),
        number=number_text(row),
        at=ruling.at,
        kind=row.get_kind_display(),
        place=_place(row),
        # For a result only its place is given, which has a line of its own.
        what="" if isinstance(ruling.row, Result) else what,
        decided=words,
        by=by or row.official.called,
        is_of_somebody=row.kind in OF_SOMEBODY,
    )


def _slip_of_case(ruled: Ruled) -> DecisionSlip:
    told = ruling_words.told_in_full(ruled)
    shown = told.shown
    notes = () if shown.state.value == "in_force" else (shown.state_words,)
    return DecisionSlip(
        order=(ruled.case.year, ruled.case.number),
        number=told.number,
        at=shown.at,
        kind=gettext("Decision"),
        place=told.place,
        what=wording.joined_sentences(filter(None, [shown.article, shown.facts])),
        decided=shown.decided,
        by=shown.by,
        notes=(*notes, *(each.words for each in told.outcomes)),
    )


def _place(row: NumberedDecision) -> str:
    parts = []
    if row.round is not None:
        parts.append(gettext("Round %(number)s") % {"number": row.round.number})
    if row.deal is not None:
        parts.append(gettext("Table %(number)s") % {"number": row.deal.sitting.table.number})
        parts.append(deal_title(row.deal.number))
    return join_facts(*parts)


def _blocks(slip: DecisionSlip, event: Event) -> Iterator[Block]:
    """Yield the table of a slip and its lines to sign, which stay together."""
    local = timezone.localtime(slip.at, ZoneInfo(event.tournament.time_zone))
    rows = (
        (gettext("Time"), formats.date_format(local, "DATETIME_FORMAT")),
        (pgettext("ruling", "Where"), slip.place),
        (gettext("Penalised") if slip.is_of_somebody else gettext("What happened"), slip.what),
        (gettext("Decision"), slip.decided),
        (pgettext("ruling", "State"), wording.listed(slip.notes)),
        (gettext("By"), slip.by),
    )
    columns = (
        PrintedColumn(pgettext("ruling", "Number"), 1.2, number=False),
        PrintedColumn(join_facts(slip.number, slip.kind), 4.8, number=False, lines=LINES),
    )
    told = tuple(row for row in rows if row[1])
    yield Grid(columns, told, ruled=True, together=True, leads=True)
    labels = (gettext("Referee"), gettext("Notified (signature, time)"))
    yield Blanks(labels, (1, 1), signed=True, follows=True)
