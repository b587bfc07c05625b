"""The money of an event on paper and in files: fees with totals, receipts, prizes to sign for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext

from clubs.fees import currencies
from clubs.fees.prizes import PrizeDue
from clubs.wording.money import money_text, receipt_text
from tournaments.base.separators import join_facts, join_names
from tournaments.models import Event, Form, Payment
from tournaments.rights.access import DIRECTORS
from web.publish import tables
from web.publish.club_pages import fees as pages
from web.publish.club_pages.fees import FeeRow, FeesPage, PayoutsPage
from web.publish.documents import DocumentOf
from web.publish.pdf.book import Block, Book, BookPart, Grid, Stamp, Words
from web.publish.pdf.sheet import Imprint, PrintedColumn
from web.publish.printed import final, making
from web.publish.tables import Column, ColumnKind, Face, Value

FEE_OF: Final[Mapping[str, str | Promise]] = {
    Form.TEAMS: gettext_lazy("%(amount)s a team."),
    Form.PAIRS: gettext_lazy("%(amount)s a pair."),
    Form.PARTNERS: gettext_lazy("%(amount)s a player."),
    Form.INDIVIDUAL: gettext_lazy("%(amount)s a player."),
}


_LIST: Final[Mapping[str, Any]] = {
    "of": DocumentOf.EVENT,
    "for_": DIRECTORS,
    "file_name": lambda event, name: f"{event.tournament.name} {name}",
}
FEES_NAME: Final = gettext_lazy("Entry fees")
PAID_NAME: Final = gettext_lazy("Prizes paid")


@making.document("fees", FEES_NAME, stored=None, **_LIST)
def fees_paper(event: Event) -> bytes:
    """Return the list of the fees with its totals as a PDF."""
    page = pages.read(event)
    blocks = (*_fees_blocks(page), final.stamp(page.event, gettext("Treasurer")))
    return _draw(event, str(FEES_NAME), blocks)


@making.document("prizes_paid", PAID_NAME, stored=None, **_LIST)
def payouts_paper(event: Event) -> bytes:
    """Return the prizes as a PDF, with a line for each signature."""
    page = pages.read_payouts(event)
    grid = making.grid(_payout_columns(), _not_gone(page), ruled=True, height=11)
    blocks: list[Block] = [grid] if page.every else []
    if not page.every:
        blocks.append(Words(gettext("Nobody has a prize.")))
    if page.money.paid_out:
        text = gettext("Paid in prizes: %(amount)s.")
        blocks.append(Words(text % {"amount": _money(page.money.paid_out, page)}, strong=True))
    blocks.append(final.stamp(page.event, pgettext("prizes", "Paid out by")))
    mark = making.mark(is_provisional=not page.is_final)
    return _draw(event, str(PAID_NAME), tuple(blocks), mark)


@making.document(
    "receipt",
    gettext_lazy("Receipt"),
    of=DocumentOf.PAYMENT,
    stored=None,
    for_=DIRECTORS,
    file_name=lambda payment, name: f"{name} {receipt_text(payment)}",
)
def receipt(payment: Payment) -> bytes:
    """Return the receipt of a fee as a PDF."""
    event, back = payment.event, getattr(payment, "reversed_by", None)
    values = {
        "name": payer(payment),
        "event": making.event_line(event),
        "amount": money_text(payment.amount, payment.currency),
        "method": payment.get_method_display(),
    }
    blocks: list[Block] = [
        Words(gettext("Received from %(name)s: %(amount)s (%(method)s).") % values, strong=True),
        Words(gettext("Entry fee for %(event)s.") % values),
    ]
    if back is not None:
        text = gettext("Taken back on %(day)s: %(reason)s")
        blocks.append(Words(text % {"day": _day(back), "reason": back.reason}, strong=True))
    blocks.append(
        Stamp(
            (gettext("Received by: %(name)s") % {"name": payment.taken_by.called}, gettext("Date")),
            event.tournament.club.name,
            pgettext("of a club", "stamp"),
        )
    )
    title = gettext("Receipt no. %(number)s") % {"number": receipt_text(payment)}
    mark = pgettext("across a paper", "TAKEN BACK") if back is not None else ""
    return _draw(event, title, tuple(blocks), mark, day=_day(payment))


def fees_values(event: Event) -> dict[str, Any]:
    """Return the fees for a file: a row for every entry, with empty cells if nothing was paid."""
    return tables.file_table(str(FEES_NAME), _fee_columns(), pages.read(event).every)


def payouts_values(event: Event) -> dict[str, Any]:
    """Return the prizes for a file."""
    payouts = _not_gone(pages.read_payouts(event))
    return tables.file_table(str(PAID_NAME), _payout_columns(), payouts)


FILES: Final = {
    "list pdf": fees_paper,
    "prizes pdf": payouts_paper,
    **{
        f"list {ending}": file
        for ending, file in making.table_files("fees", FEES_NAME, fees_values, **_LIST).items()
    },
    **{
        f"prizes {ending}": file
        for ending, file in making.table_files(
            "prizes_paid", PAID_NAME, payouts_values, **_LIST
        ).items()
    },
}
"""The documents and files of an event's money, by their list and their suffix."""


def _fees_blocks(page: FeesPage) -> Iterator[Block]:
    if page.money.fee:
        fee = money_text(page.money.fee.amount, page.money.fee.currency)
        yield Words(str(FEE_OF[page.event.form]) % {"amount": fee})
    yield making.grid(_fee_columns(), page.every, sizes=making.ROOMY)
    yield _totals(page)


def _fee_columns() -> tuple[Column[FeeRow], ...]:
    return (
        Column(gettext("No."), lambda row: row.entrant.number, width=0.9),
        Column(
            pgettext("person", "Name"),
            lambda row: row.entrant.name_in_files,
            lambda row: row.entrant.name,
            width=4.6,
            kind=ColumnKind.NAME,
        ),
        Column(gettext("Paid"), _of_payment(_amount), _paid_text, width=1.8, strong=True),
        Column(gettext("Currency"), _of_payment(_currency), faces=Face.FILE),
        Column(gettext("How"), _of_payment(_method), width=1.3, kind=ColumnKind.WORDS),
        Column(gettext("Receipt"), _of_payment(receipt_text), width=1.6),
        Column(gettext("Date"), _of_payment(_iso_day), _day_text, width=1.8),
        Column(gettext("Received by"), _of_payment(_official), faces=Face.FILE),
    )


def _paid_text(row: FeeRow) -> str:
    if row.payment is not None:
        return currencies.as_text(row.payment.amount, row.payment.currency)
    if row.owes:
        return gettext("not paid")
    gone = gettext("disqualified") if row.entrant.disqualified else gettext("withdrawn")
    return gone if row.entrant.is_withdrawn else ""


def _day_text(row: FeeRow) -> str:
    return _day(row.payment) if row.payment else ""


def _totals(page: FeesPage) -> Grid:
    columns = (
        PrintedColumn(gettext("How"), 6.3, number=False),
        PrintedColumn(gettext("Payments"), 2),
        PrintedColumn(pgettext("money", "Sum"), 3.7, strong=True),
    )
    rows = [
        (str(total.method.label), str(total.count), _money(total.amount, page))
        for total in page.totals
    ]
    rows.append(
        (pgettext("money", "Total"), str(len(page.money.paid)), _money(page.money.taken, page))
    )
    owing = (gettext("not paid"), str(page.owing), "")
    shown = (*rows[:-1], owing, rows[-1]) if page.owing else tuple(rows)
    return Grid(columns, shown, gettext("Totals"), together=True, strong_rows=1)


def _payout_columns() -> tuple[Column[PrizeDue], ...]:
    name, by = pgettext("person", "Name"), gettext("Paid by")
    return (
        Column(gettext("Rank"), lambda due: due.row.prize.place, width=0.9),
        Column(gettext("No."), lambda due: due.number, faces=Face.FILE),
        Column(
            name,
            lambda due: due.row.row.competitor.name_in_files,
            lambda due: due.row.row.competitor.name,
            width=3.2,
            kind=ColumnKind.NAME,
        ),
        Column(
            gettext("Prize"),
            lambda due: due.prize.what,
            _prize_text,
            width=3,
            kind=ColumnKind.WORDS,
            strong=True,
        ),
        Column(
            pgettext("prizes", "Paid"),
            _of_payment(lambda paid: _amount(paid) if paid.amount else None),
            lambda due: f"{_day(due.payment)} {_method(due.payment)}" if due.payment else "",
            width=2,
            kind=ColumnKind.WORDS,
        ),
        Column(gettext("Currency"), _of_payment(_currency), faces=Face.FILE),
        Column(gettext("How"), _of_payment(_method), faces=Face.FILE),
        Column(gettext("Date"), _of_payment(_iso_day), faces=Face.FILE),
        Column(by, _of_payment(_official), faces=Face.FILE),
        Column(
            gettext("Signature"),
            lambda _due: None,
            width=2.9,
            faces=Face.PAPER,
            kind=ColumnKind.WORDS,
        ),
    )


def _not_gone(page: PayoutsPage) -> Sequence[PrizeDue]:
    return [due for due in page.every if not due.gone]


def _prize_text(due: PrizeDue) -> str:
    by_lot = due.by_lot and due.payment is None
    text = gettext("%(prize)s (by lot)") if by_lot else "%(prize)s"
    return text % {"prize": due.prize.what}


def _of_payment(read: Callable[[Payment], Value]) -> Callable[[FeeRow | PrizeDue], Value]:
    """Return a function that reads a row's payment; it returns nothing if nothing was paid."""
    return lambda row: read(row.payment) if row.payment else None


def _amount(payment: Payment) -> Fraction:
    return currencies.as_number(payment.amount, payment.currency)


def _currency(payment: Payment) -> str:
    return payment.currency


def _method(payment: Payment) -> str:
    return payment.get_method_display()


def _official(payment: Payment) -> str:
    return payment.taken_by.called


def _money(amount: int, page: FeesPage | PayoutsPage) -> str:
    return money_text(amount, page.money.currency)


def payer(payment: Payment) -> str:
    """Return the name of the entry as in the roster."""
    members = payment.entry.members.select_related("person").order_by("number")
    names = [each.person.listed_name for each in members if each.role == "player"]
    return payment.entry.name or join_names(names)


def _local(payment: Payment) -> Any:
    return timezone.localtime(payment.created_at, ZoneInfo(payment.event.tournament.time_zone))


def _day(payment: Payment) -> str:
    return formats.date_format(_local(payment), "SHORT_DATE_FORMAT")


def _iso_day(payment: Payment) -> str:
    return f"{_local(payment):%Y-%m-%d}"


def _draw(
    event: Event, title: str, blocks: tuple[Block, ...], mark: str = "", day: str = ""
) -> bytes:
    club = event.tournament.club.name
    on_paper = day or formats.date_format(timezone.localdate(), "DATE_FORMAT")
    lines = (making.event_line(event), on_paper)
    part = BookPart(title, lines, blocks, over=club, mark=mark)
    line = join_facts(club, making.event_line(event))
    page, whose = gettext("Page {page} of {pages}"), making.of_club(event.tournament.club)
    imprint = Imprint(line, "", page, **whose)
    return making.draw_at_once(Book(making.language(), title, (part,), imprint))
