"""A player's word on a deal, from whichever page of the own phone: the one path by which it comes.

It needs the sheet that the page has shown; who may open the page is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, QueryDict

from referee.base.handed_in import Writer, seal
from referee.sheets import entry, objections
from tournaments import wording
from tournaments.base.refusals import Refused
from web.tablet.player import player_pages
from web.tablet.player.forms import SheetAnswerForm
from web.tablet.player.player_pages import Phone


def take(phone: Phone, sent: QueryDict) -> Sequence[str]:
    """Take what was sent: the player agrees, or objects and the referee is called.

    Returns the problems of a refusal as sentences. Raises Http404 for what no page of ours sends.
    """
    form = SheetAnswerForm(sent)
    if not form.is_valid():
        raise Http404
    try:
        _take(phone, form)
    except Refused as refused:
        return [wording.problem_text(problem) for problem in refused.problems]
    return ()


def _take(phone: Phone, form: SheetAnswerForm) -> None:
    data = form.cleaned_data
    asked = player_pages.sheet_to_confirm(phone, data["sheet"])
    if asked is None:
        # Pressed twice, or somebody else was faster: the page says how the deal stands.
        return
    sheet, label = asked.sheet, asked.seat_then
    writer = Writer.phone(asked.seat.sitting.table.tournament, asked.seat.person)
    if data["word"] == SheetAnswerForm.OBJECT:
        objections.object_to(writer, sheet, label, data["why"])
        return
    content = {"sheet": sheet.key, "sheet_digest": data["digest"], "seat": label}
    entry.confirm(writer=writer, sealed=seal(content, data["key"]))
