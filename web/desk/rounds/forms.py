"""Forms for a round: drawing, exchanging two players of a draft, closing, clock and notice."""

from __future__ import annotations

from typing import Any, TypedDict

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments import organise
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import DrawMethod, Event, Round, User
from tournaments.organise.clock_moves import MOST_MINUTES, NOTICE_VERBS
from tournaments.structure.round_clock import MoveKind
from web.forms.base import DeskForm
from web.forms.stored_values import Logged, StoredForm

MOST_MOVES = 9999
MOST_ROUNDS = 999
MOST_LETTERS = 200
MOST_TABLES = 32767
TWO_UIDS = r"^[0-9a-z]{12} [0-9a-z]{12}$"


def reason_of_round() -> forms.CharField:
    """Return the field of a reason, which is asked only where something is overridden."""
    label = pgettext_lazy("ruling", "Reason")
    return forms.CharField(label=label, max_length=MOST_LETTERS, required=False)


class DrawOptions(TypedDict):
    """The options of the operations that draw a round."""

    method: str | None
    override: str


class DrawForm(DeskForm):
    """How the next round is drawn; without a method, the event's own.

    `override` is the reason for drawing although results are missing.
    """

    method = forms.ChoiceField(
        label=_("Rounds are drawn"), choices=DrawMethod.choices, required=False
    )
    override = reason_of_round()

    def options(self) -> DrawOptions:
        """Return the chosen method, None for the event's own, and the reason for drawing early."""
        data = self.cleaned_data
        return {"method": data["method"] or None, "override": data["override"]}


class PublishForm(DeskForm):
    """Publishing a draft; `override` is the reason for doing so although it is out of date."""

    override = reason_of_round()


class CloseForm(DeskForm):
    """Closing a round; `override` is the reason for doing so with open questions."""

    override = reason_of_round()


class WithdrawDrawForm(DeskForm):
    """The reason for withdrawing a published draw."""

    reason = reason_of_round()


class ExchangeForm(DeskForm):
    """The uids of two players of a draft who exchange places."""

    chosen = forms.RegexField(TWO_UIDS)

    def __init__(self, sent: QueryDict) -> None:
        super().__init__({"chosen": " ".join(sent.getlist("chosen"))})

    def two(self) -> tuple[str, str]:
        """Return the two uids."""
        first, second = self.cleaned_data["chosen"].split()
        return first, second


class ClockForm(DeskForm):
    """A command for the clock of a round; `seen` is the number of commands that the page showed."""

    move = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in MoveKind])
    seen = forms.IntegerField(min_value=0, max_value=MOST_MOVES)
    minutes = forms.IntegerField(min_value=1, max_value=MOST_MINUTES, required=False)
    table = forms.IntegerField(min_value=1, max_value=MOST_TABLES, required=False)

    def press(self, round_: Round, official: User) -> None:
        """Carry out the command. Raises Refused if it is not possible."""
        if not self.is_valid():
            raise Refused(refuse(Reason.CLOCK_MINUTES, field="minutes", most=MOST_MINUTES))
        data = self.cleaned_data
        seen, minutes = data["seen"], data["minutes"] or 0
        match MoveKind(data["move"]):
            case MoveKind.START:
                organise.start_clock(round_, official, minutes, seen=seen)
            case MoveKind.PAUSE:
                organise.hold_clock(round_, official, seen=seen)
            case MoveKind.RESUME:
                organise.resume_clock(round_, official, seen=seen)
            case MoveKind.EXTEND:
                organise.extend_clock(round_, official, minutes, seen=seen, table=data["table"])
            case MoveKind.CALL:
                organise.call_time(round_, official, seen=seen)


class NoticeForm(StoredForm):
    """A sentence for the hall screens; empty removes it."""

    notice = forms.CharField(label=_("Notice on the screens"), max_length=200, required=False)

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data, initial={"notice": event.notice})
        self.logged = Logged(event.tournament, NOTICE_VERBS, about=event.uid)

    def sentence(self) -> str:
        """Return the sentence. Raises Refused where it is too long for a hall screen."""
        if not self.is_valid():
            raise Refused(refuse(Reason.NOTICE_TOO_LONG, field="notice"))
        notice: str = self.cleaned_data["notice"]
        return notice


class RailForm(forms.Form):
    """The place of a page on the rail of its event, sent with the request for its live part."""

    here = forms.RegexField(r"^[a-z_]{1,60}\Z", required=False)
    shown = forms.IntegerField(min_value=0, max_value=MOST_ROUNDS)
    planned = forms.IntegerField(min_value=0, max_value=MOST_ROUNDS)
