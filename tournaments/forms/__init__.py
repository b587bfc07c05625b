"""The forms of the desk. They check the shape of what was sent; the operations decide the rest."""

from tournaments.forms.base import DeskForm, NamingForm
from tournaments.forms.boards import MovementForm
from tournaments.forms.entries import (
    ListFileForm,
    MemberForm,
    OneEntryForm,
    PairNameForm,
    RemarkForm,
    StandInForm,
    WithdrawalForm,
)
from tournaments.forms.events import EventForm
from tournaments.forms.pasted import PastedForm
from tournaments.forms.people import (
    AppointmentForm,
    PasswordForm,
    SetupForm,
    SignInForm,
    TournamentForm,
)
from tournaments.forms.prizes import PrizesForm
from tournaments.forms.rounds import (
    ClockForm,
    CloseForm,
    DrawForm,
    ExchangeForm,
    NoticeForm,
    PublishForm,
    RailForm,
    WithdrawDrawForm,
)
from tournaments.forms.seeding import SeedingForm, SeedingListForm
from tournaments.forms.teams import TeamForm, TeamNameForm

__all__ = [
    "AppointmentForm",
    "ClockForm",
    "CloseForm",
    "DeskForm",
    "DrawForm",
    "EventForm",
    "ExchangeForm",
    "ListFileForm",
    "MemberForm",
    "MovementForm",
    "NamingForm",
    "NoticeForm",
    "OneEntryForm",
    "PairNameForm",
    "PasswordForm",
    "PastedForm",
    "PrizesForm",
    "PublishForm",
    "RailForm",
    "RemarkForm",
    "SeedingForm",
    "SeedingListForm",
    "SetupForm",
    "SignInForm",
    "StandInForm",
    "TeamForm",
    "TeamNameForm",
    "TournamentForm",
    "WithdrawDrawForm",
    "WithdrawalForm",
]
