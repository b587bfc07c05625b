"""A player's answer to a sheet, from any page of the phone: to confirm it, or to object.

The answer names the sheet that the page showed. Who may open the page is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.http import Http404, QueryDict

from referee.base.handed_in import DIGEST, KEY, Writer, seal
from referee.sheets import entry, seat_answers
from tournaments import wording
from tournaments.base.refusals import Refused
from web.tablet.player import player_pages
from web.tablet.player.player_pages import Phone


class SheetAnswerForm(forms.Form):
    """The answer to the sheet on the page; an objection may say why."""

    AGREE, OBJECT = "agree", "object"

    sheet = forms.RegexField(rf"^{KEY}\Z")
    digest = forms.RegexField(rf"^{DIGEST}\Z")
    key = forms.RegexField(rf"^{KEY}\Z")
    word = forms.ChoiceField(choices=[(AGREE, AGREE), (OBJECT, OBJECT)])
    why = forms.CharField(required=False, max_length=200)


def take_answer(phone: Phone, sent: QueryDict) -> Sequence[str]:
    """Confirm the sheet, or object to it, which calls the referee.

    Returns the problems of a refusal as sentences. Raises Http404 for data that no page sends.
    """
    form = SheetAnswerForm(sent)
    if not form.is_valid():
        raise Http404
    try:
        _store(phone, form)
    except Refused as refused:
        return [wording.problem_text(problem) for problem in refused.problems]
    return ()


def _store(phone: Phone, form: SheetAnswerForm) -> None:
    data = form.cleaned_data
    awaited = player_pages.sheet_to_confirm(phone, data["sheet"])
    if awaited is None:
        # Pressed twice, or somebody else was first: the page shows the state of the deal.
        return
    sheet, label = awaited.sheet, awaited.seat_then
    writer = Writer.phone(awaited.seat.sitting.table.tournament, awaited.seat.person)
    if data["word"] == SheetAnswerForm.OBJECT:
        seat_answers.object_to(writer, sheet, label, data["why"])
        return
    content = {"sheet": sheet.key, "sheet_digest": data["digest"], "seat": label}
    entry.confirm(writer=writer, sealed=seal(content, data["key"]))
