"""A sheet of standings as plain values, and readers of the PDF made from it."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from pypdf import PdfReader

from tests.services.availability import Unavailable, skip_or_fail
from web.publish.pdf.sheet import Imprint, PrintedColumn, PrintedTable
from web.publish.pdf.table import render

COLUMNS = (
    PrintedColumn("名次", 1),
    PrintedColumn("姓名", 6, number=False),
    PrintedColumn("副数", 1),
    PrintedColumn("第1轮", 1),
    PrintedColumn("调整", 1),
    PrintedColumn("总分", 2, strong=True),
)
ADDRESS = "http://192.0.2.7:8000/e/abcdefghjkmn/"


def sheet(names: Iterable[str] = ("王小明",), address: str = ADDRESS) -> PrintedTable:
    """Return standings of these people, each with −40 in total."""
    rows = [
        (str(rank), name, "8", "+100", "−140", "−40") for rank, name in enumerate(names, start=1)
    ]
    imprint = Imprint("秋季赛 · 个人赛", "第41号记录", "第{page}页，共{pages}页", address)
    lines = ("♠Q 猪 −100，♥A −50，♦J 羊 +100，♣10 变压器",)
    return PrintedTable("zh-Hans", "排名表", lines, COLUMNS, tuple(rows), "还没有人报名。", imprint)


def untold(done: int, total: int) -> None:
    """Ignore progress."""


def drawn(wanted: PrintedTable, font: Path | None = None) -> bytes:
    """Return a sheet as a PDF."""
    return render(wanted, untold, font)


def pages(pdf: bytes) -> list[str]:
    """Return the text of each page; the reader puts the dot of another face on its own line."""
    read = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    return [re.sub(r" *\n·\n? *", " · ", text) for text in read]


def read_by_another(pdf: bytes) -> str:
    """Return the text as poppler reads it, a second opinion on what can be copied and searched."""
    try:
        read = subprocess.run(
            ["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True
        )
    except FileNotFoundError:
        skip_or_fail(Unavailable("pdftotext", "apt-get install -y poppler-utils"))
    return read.stdout.decode()
