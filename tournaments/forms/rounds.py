"""What a director says of a round: how it is drawn, which two of a draft change places."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from tournaments import organise
from tournaments.forms.base import DeskForm
from tournaments.models import DrawMethod, Round, User
from tournaments.organise.clock import MOST_MINUTES
from tournaments.refusals import Reason, Refused, refuse
from tournaments.structure.round_clock import MoveKind

MOST_MOVES = 9999
MOST_LETTERS = 200
MOST_TABLES = 32767
TWO_UIDS = r"^[0-9a-z]{12} [0-9a-z]{12}$"


class DrawForm(DeskForm):
    """How the next round is drawn; left out, it is the event's own way.

    `override` says why it is drawn though results are missing.
    """

    method = forms.ChoiceField(choices=DrawMethod.choices, required=False)
    override = forms.CharField(max_length=MOST_LETTERS, required=False)


class CloseForm(DeskForm):
    """Why a round is closed though something in it is not decided; mostly nothing is open."""

    override = forms.CharField(max_length=MOST_LETTERS, required=False)


class WithdrawDrawForm(DeskForm):
    """Why a published draw is withdrawn."""

    reason = forms.CharField(max_length=MOST_LETTERS, required=False)


class ExchangeForm(DeskForm):
    """Two of a draft who exchange their places, by the uids that the page has beside them."""

    chosen = forms.RegexField(TWO_UIDS)

    def __init__(self, sent: QueryDict) -> None:
        super().__init__({"chosen": " ".join(sent.getlist("chosen"))})

    def two(self) -> tuple[str, str]:
        """Return the two uids."""
        first, second = self.cleaned_data["chosen"].split()
        return first, second


class ClockForm(DeskForm):
    """What is done to the clock of a round, by who has seen so many moves of it."""

    move = forms.ChoiceField(choices=[(one.value, one.value) for one in MoveKind])
    seen = forms.IntegerField(min_value=0, max_value=MOST_MOVES)
    minutes = forms.IntegerField(min_value=1, max_value=MOST_MINUTES, required=False)
    table = forms.IntegerField(min_value=1, max_value=MOST_TABLES, required=False)

    def press(self, round_: Round, official: User) -> None:
        """Do it. Raises Refused for what cannot be done."""
        if not self.is_valid():
            raise Refused(refuse(Reason.CLOCK_MINUTES, field="minutes", most=MOST_MINUTES))
        said = self.cleaned_data
        seen, minutes = said["seen"], said["minutes"] or 0
        match MoveKind(said["move"]):
            case MoveKind.START:
                organise.start_clock(round_, official, minutes, seen=seen)
            case MoveKind.PAUSE:
                organise.hold_clock(round_, official, seen=seen)
            case MoveKind.RESUME:
                organise.resume_clock(round_, official, seen=seen)
            case MoveKind.EXTEND:
                organise.extend_clock(round_, official, minutes, seen=seen, table=said["table"])
            case MoveKind.CALL:
                organise.call_time(round_, official, seen=seen)


class NoticeForm(DeskForm):
    """A sentence for the hall; empty, none is shown."""

    notice = forms.CharField(max_length=200, required=False)

    def said(self) -> str:
        """Return the sentence. Raises Refused for one that is too long to be read in a hall."""
        if not self.is_valid():
            raise Refused(refuse(Reason.NOTICE_TOO_LONG, field="notice"))
        notice: str = self.cleaned_data["notice"]
        return notice
