"""申诉单: an appeal on paper, with the reply and comments, the committee, and the decision."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext, gettext_lazy, pgettext

from referee.appeals import pending_entries, states, texts
from referee.models import Appeal, AppealState, AppealStep
from tournaments.base.separators import join_facts
from tournaments.regulations.articles import EventArticles
from tournaments.rights.access import REFEREES
from web.publish.documents import DocumentOf, Subject
from web.publish.pdf.book import Blanks, Block, Book, BookPart, Grid, LongText, Stamp, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making
from web.publish.rulings import changed_results

LINES = 40


@making.document(
    "appeal",
    gettext_lazy("Appeal"),
    of=DocumentOf.APPEAL,
    stored=None,
    for_=REFEREES,
    file_name=lambda appeal, name: f"{name} {texts.number_text(appeal)}",
)
def appeal_paper(appeal: Appeal) -> bytes:
    """Return an appeal as a PDF."""
    event = appeal.event
    title = " ".join([pgettext("on paper", "Appeal"), texts.number_text(appeal)])
    lines = (making.event_line(event), making.place_line(event))
    part = BookPart(title, lines, tuple(_blocks(appeal)), over=event.tournament.club.name)
    imprint = making.imprint(Subject(event))
    return making.draw_at_once(Book(making.language(), title, (part,), imprint))


def _blocks(appeal: Appeal) -> Iterator[Block]:
    yield _facts(appeal)
    yield Words(gettext("Statement of the appellant"), strong=True)
    yield LongText(appeal.statement)
    signers = [row.person.name for row in appeal.signers.all() if not row.absent]
    yield Blanks(tuple(signers), signed=True)
    for step in states.steps_of(appeal):
        if step.state in states.WORDS:
            yield Words(str(step.get_state_display()), strong=True)
            yield LongText(step.text)
    if heard := states.heard_step(appeal):
        yield from _hearing(heard)
    over = [step for step in states.steps_of(appeal) if _decides(step)]
    for step in over:
        yield Words(pgettext("appeal", "Decision"), strong=True)
        yield LongText(texts.step_text(step))
    if followed := pending_entries.entered(appeal):
        yield Words(gettext("Entered as a consequence"), strong=True)
        yield LongText("\n".join(map(changed_results.change_text, followed)))
    referee, day = gettext("Chief referee"), gettext("Date")
    if over:
        club = appeal.event.tournament.club.name
        yield Stamp((referee, day), club, pgettext("of a club", "stamp"))
        return
    names = (pgettext("appeal", "Decision"), gettext("Reasons"))
    columns = tuple(PrintedColumn(name, 6, number=False) for name in names)
    yield Grid(columns, (("", ""),), ruled=True, height=24)
    yield Blanks((referee, day), (3, 1), signed=True)


def _handed_in(appeal: Appeal) -> str:
    hour = _hour(appeal, appeal.lodged_at)
    return join_facts(hour, texts.typed_hour_mark()) if appeal.is_typed else hour


def _facts(appeal: Appeal) -> Grid:
    rows = [
        (gettext("Appellant"), texts.appellant_text(appeal.entry)),
        (gettext("Against"), texts.appealed_text(appeal.appealed, EventArticles(appeal.event))),
        (gettext("Handed in"), _handed_in(appeal)),
        (gettext("Deadline"), _hour(appeal, appeal.deadline) if appeal.deadline else "—"),
        (pgettext("appeal", "Received by"), appeal.official.called),
    ]
    absent = [row.person.name for row in appeal.signers.all() if row.absent]
    if absent:
        rows.append((gettext("Absent, deemed to agree"), join_facts(*absent)))
    if deposit := texts.deposit_text(appeal):
        rows.append((gettext("Deposit"), deposit))
    columns = (
        PrintedColumn(gettext("Item"), 3, number=False),
        PrintedColumn(gettext("Entry"), 9, number=False, lines=LINES),
    )
    return Grid(columns, tuple(rows))


def _hearing(heard: AppealStep) -> Iterator[Block]:
    yield Words(pgettext("appeal", "Hearing"), strong=True)
    yield LongText(texts.step_text(heard))
    if names := tuple(row.name for row in heard.members.all()):
        yield Blanks(names, signed=True)


def _decides(step: AppealStep) -> bool:
    return step.state in states.OVER or step.state == AppealState.RECOMMENDED


def _hour(appeal: Appeal, at: object) -> str:
    zone = ZoneInfo(appeal.tournament.time_zone)
    return formats.date_format(timezone.localtime(at, zone), "Y-m-d H:i:s")  # type: ignore[arg-type]
