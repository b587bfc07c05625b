"""What a director says of a round: how it is drawn, which two of a draft change places."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from tournaments.forms.base import DeskForm
from tournaments.models import DrawMethod
from tournaments.refusals import Reason, Refused, refuse

TWO_UIDS = r"^[0-9a-z]{12} [0-9a-z]{12}$"


class DrawForm(DeskForm):
    """How the next round is drawn; left out, it is the event's own way."""

    method = forms.ChoiceField(choices=DrawMethod.choices, required=False)


class ExchangeForm(DeskForm):
    """Two of a draft who exchange their places, by the uids that the page has beside them."""

    chosen = forms.RegexField(TWO_UIDS)

    def __init__(self, sent: QueryDict) -> None:
        super().__init__({"chosen": " ".join(sent.getlist("chosen"))})

    def two(self) -> tuple[str, str]:
        """Return the two uids."""
        first, second = self.cleaned_data["chosen"].split()
        return first, second


class NoticeForm(DeskForm):
    """A sentence for the hall; empty, none is shown."""

    notice = forms.CharField(max_length=200, required=False)

    def said(self) -> str:
        """Return the sentence. Raises Refused for one that is too long to be read in a hall."""
        if not self.is_valid():
            raise Refused(refuse(Reason.NOTICE_TOO_LONG, field="notice"))
        notice: str = self.cleaned_data["notice"]
        return notice
