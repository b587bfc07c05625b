"""The money of an event on paper and in files: fees with totals, receipts, prizes to sign for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext

from clubs.fees import currencies
from clubs.wording.money import money_text, receipt_text
from tournaments.models import Event, Form, Payment
from tournaments.rights.access import DIRECTORS
from web.publish.club_pages import fees as pages
from web.publish.club_pages.fees import FeeRow, FeesPage, PayoutsPage, PrizeDue
from web.publish.documents import DocumentOf
from web.publish.files import Value
from web.publish.pdf.book import Block, Book, BookPart, Grid, Stamp, Words
from web.publish.pdf.sheet import Imprint, PrintedColumn
from web.publish.printed import final, making

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
    blocks: list[Block] = [_payouts_grid(page)] if page.every else []
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
        Words(gettext("Received of %(name)s: %(amount)s (%(method)s).") % values, strong=True),
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
    """Return the fees for a file: a row for every entry, empty cells where nothing was paid."""
    headings = [
        gettext("No."),
        pgettext("person", "Name"),
        gettext("Paid"),
        gettext("Currency"),
        gettext("How"),
        gettext("Receipt"),
        gettext("Date"),
        gettext("Received by"),
    ]
    every = pages.read(event).every
    rows = [[row.entrant.number, row.entrant.name, *_paid_values(row)] for row in every]
    return {"title": str(FEES_NAME), "headings": headings, "rows": rows}


def payouts_values(event: Event) -> dict[str, Any]:
    """Return the prizes for a file."""
    headings = [
        gettext("Rank"),
        gettext("No."),
        pgettext("person", "Name"),
        gettext("Prize"),
        pgettext("prizes", "Paid"),
        gettext("Currency"),
        gettext("How"),
        gettext("Date"),
        gettext("Paid by"),
    ]
    every = pages.read_payouts(event).every
    rows = [_payout_values(row) for row in every if not row.gone]
    return {"title": str(PAID_NAME), "headings": headings, "rows": rows}


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
"""The papers and files of the money of an event, by what they list and their ending."""


def _fees_blocks(page: FeesPage) -> Iterator[Block]:
    if page.money.fee:
        fee = money_text(page.money.fee.amount, page.money.fee.currency)
        yield Words(str(FEE_OF[page.event.form]) % {"amount": fee})
    columns = (
        PrintedColumn(gettext("No."), 0.9),
        PrintedColumn(pgettext("person", "Name"), 4.6, number=False),
        PrintedColumn(gettext("Paid"), 1.8, strong=True),
        PrintedColumn(gettext("How"), 1.3, number=False),
        PrintedColumn(gettext("Receipt"), 1.6),
        PrintedColumn(gettext("Date"), 1.8),
    )
    yield Grid(columns, tuple(map(_fee_cells, page.every)), sizes=making.ROOMY)
    yield _totals(page)


def _fee_cells(row: FeeRow) -> tuple[str, ...]:
    number, name, paid = str(row.entrant.number), row.entrant.name, row.payment
    if paid is None:
        gone = gettext("disqualified") if row.entrant.disqualified else gettext("withdrawn")
        words = gone if row.entrant.is_withdrawn else ""
        words = gettext("not paid") if row.owes else words
        return (number, name, words, "", "", "")
    amount = currencies.as_text(paid.amount, paid.currency)
    method = paid.get_method_display()
    return (number, name, amount, method, receipt_text(paid), _day(paid))


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


def _payouts_grid(page: PayoutsPage) -> Grid:
    columns = (
        PrintedColumn(gettext("Rank"), 0.9),
        PrintedColumn(pgettext("person", "Name"), 3.2, number=False),
        PrintedColumn(gettext("Prize"), 3, strong=True, number=False),
        PrintedColumn(pgettext("prizes", "Paid"), 2, number=False),
        PrintedColumn(gettext("Signature"), 2.9, number=False),
    )
    rows = tuple(
        (
            str(due.row.prize.place),
            due.row.row.competitor.name,
            _prize_text(due),
            f"{_day(due.payment)} {due.payment.get_method_display()}" if due.payment else "",
            "",
        )
        for due in page.every
        if not due.gone
    )
    return Grid(columns, rows, ruled=True, height=11)


def _prize_text(due: PrizeDue) -> str:
    by_lot = due.by_lot and due.payment is None
    text = gettext("%(prize)s (by lot)") if by_lot else "%(prize)s"
    return text % {"prize": due.prize.what}


def _paid_values(row: FeeRow) -> list[Value]:
    paid = row.payment
    if paid is None:
        return [None] * 6
    amount = currencies.as_number(paid.amount, paid.currency)
    method = paid.get_method_display()
    by = paid.taken_by.called
    return [amount, paid.currency, method, receipt_text(paid), _iso_day(paid), by]


def _payout_values(due: PrizeDue) -> list[Value]:
    paid = due.payment
    row = due.row
    head: list[Value] = [
        row.prize.place,
        row.row.competitor.number,
        row.row.competitor.name,
        due.prize.what,
    ]
    if paid is None:
        return [*head, None, None, None, None, None]
    amount = currencies.as_number(paid.amount, paid.currency) if paid.amount else None
    by = paid.taken_by.called
    return [*head, amount, paid.currency, paid.get_method_display(), _iso_day(paid), by]


def _money(amount: int, page: FeesPage | PayoutsPage) -> str:
    return money_text(amount, page.money.currency)


def payer(payment: Payment) -> str:
    """Return the name of the entry, as the roster has it."""
    members = payment.entry.members.select_related("person").order_by("number")
    names = [each.person.listed_name for each in members if each.role == "player"]
    return payment.entry.name or " · ".join(names)


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
    line = f"{club} · {making.event_line(event)}"
    imprint = Imprint(line, "", gettext("Page {page} of {pages}"))
    return making.draw_at_once(Book(making.language(), title, (part,), imprint))
