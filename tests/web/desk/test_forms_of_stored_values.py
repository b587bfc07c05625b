"""Every form of the program shows stored values with their mark, or says why it needs none."""

from __future__ import annotations

import pytest
from django import forms
from django.test import Client
from django.urls import get_resolver, reverse

from tests.address_tables import DESK
from tests.sequences.page_forms import forms_of
from tests.web.desk.test_stored_values import signed_in
from tests.world import World, assemble
from tournaments.models import (
    ClubRules,
)
from web.forms.stored_values import ALL, WAS, StoredForm

MAKES = "makes something, or does something once; nothing stored is shown in it"

NAMED_AGAIN = "what is stored is not shown in it"

VERSIONS = "the operation refuses a version that the page has not seen"

SECRET = "a secret is shown to nobody, so that no page holds an old one"

READS = "changes nothing"

OVER_NOTHING: dict[str, str] = {
    # tournaments
    "AppointmentForm": MAKES,
    "BanForm": MAKES,
    "EntriesForm": MAKES,
    "AwardForm": MAKES,
    "ClockForm": VERSIONS,
    "CloseForm": MAKES,
    "CodeForm": READS,
    "FactorCodeForm": READS,
    "ConfirmCodeForm": MAKES,
    "DrawForm": MAKES,
    "EnterForm": MAKES,
    "EventForm": MAKES,
    "ReplanForm": VERSIONS,
    "DoubtsForm": READS,
    "KeptFileForm": MAKES,
    "ExchangeForm": MAKES,
    "FindDealForm": READS,
    "ExclusionForm": MAKES,
    "ExtraDealForm": MAKES,
    "HourForm": NAMED_AGAIN,
    "LineUpForm": MAKES,
    "ListFileForm": MAKES,
    "NewAccountForm": MAKES,
    "NewChannelForm": MAKES,
    "NewClubForm": MAKES,
    "NewPasswordForm": SECRET,
    "NewSeasonForm": MAKES,
    "OneEntryForm": MAKES,
    "OpenStageForm": MAKES,
    "PasswordForm": SECRET,
    "PastedForm": MAKES,
    "PlacesForm": MAKES,
    "PublishForm": MAKES,
    "PresentPasswordForm": READS,
    "ReadBoardsForm": READS,
    "ReasonForm": MAKES,
    "RefuseExclusionForm": MAKES,
    "RegisterFileForm": MAKES,
    "RegisterTextForm": MAKES,
    "RepeatForm": MAKES,
    "RoleForm": MAKES,
    "SeedingListForm": READS,
    "SetupForm": MAKES,
    "SlipsForm": VERSIONS,
    "MemberLinkForm": VERSIONS,
    "StageForm": MAKES,
    "StandInForm": MAKES,
    "TakeBackPaymentForm": MAKES,
    "TakeBackPointsForm": MAKES,
    "TeamForm": MAKES,
    "TournamentForm": MAKES,
    "WithdrawDrawForm": MAKES,
    "WithdrawalForm": MAKES,
    "OrderForm": MAKES,
    "RailForm": READS,
    "SignInForm": READS,
    # referee
    "AdjustedForm": VERSIONS,
    "AssignedForm": VERSIONS,
    "AveragesForm": VERSIONS,
    "CallForm": VERSIONS,
    "AnswerForm": VERSIONS,
    "HearForm": VERSIONS,
    "MoveForm": VERSIONS,
    "RejectForm": VERSIONS,
    "SeatsForm": VERSIONS,
    "SplitForm": VERSIONS,
    "TablesForm": VERSIONS,
    "WeightedForm": VERSIONS,
    "WithdrawForm": VERSIONS,
    "WordsForm": VERSIONS,
    "ArrivalForm": VERSIONS,
    "ByRulingForm": READS,
    "CaseForm": VERSIONS,
    "ChooseForm": READS,
    "ConfirmForm": VERSIONS,
    "DecideAppealForm": MAKES,
    "DecideClaimForm": MAKES,
    "ExposureForm": MAKES,
    "FouledForm": MAKES,
    "IrregularityForm": MAKES,
    "LodgeForm": MAKES,
    "NotBegunForm": MAKES,
    "PenaltyForm": MAKES,
    "PlayOnForm": MAKES,
    "ReadInForm": MAKES,
    "ReopenForm": MAKES,
    "RepairForm": VERSIONS,
    "RestoreForm": VERSIONS,
    "RuleForm": VERSIONS,
    "SheetForm": VERSIONS,
    "StepForm": VERSIONS,
    "SuspensionForm": MAKES,
    "SheetAnswerForm": VERSIONS,
    "WordForm": VERSIONS,
}
"""Every other form of the program, and why no page of it can wipe what another one has stored."""


def test_every_form_of_the_program_is_over_stored_values_or_says_why_not() -> None:
    """A new one that edits what is stored is a `StoredForm`, or stands in the table above."""
    # All views, and with them all forms, are imported by the addresses.
    assert get_resolver().url_patterns
    kinds = {kind for kind in _kinds(forms.Form) if kind.__module__.startswith(ROOMS)}
    others = {kind.__name__ for kind in kinds if not issubclass(kind, StoredForm)}
    assert others - BASES - OVER_NOTHING.keys() == set()
    assert OVER_NOTHING.keys() - others == set()


ROOMS = ("config.", "web.")

BASES = {
    *("BoardSetFields", "MovementFields", "OptionFields", "TieBreakFields", "UnplayedFields"),
    *("DeskForm", "NamingForm", "_NewSlipsForm"),
}


def _kinds(kind: type[forms.Form]) -> set[type[forms.Form]]:
    below = set(kind.__subclasses__())
    return below.union(*(_kinds(each) for each in below))


@pytest.mark.nightly
def test_every_page_of_such_a_form_carries_the_mark_of_each_of_its_fields(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = assemble()
    ClubRules.objects.create(club=world.cast.club, name="经典", game="gongzhu", rules={}, schema=1)
    signed_in(client, world.cast.alice)
    assert {name: wrong for name in DESK if (wrong := _unmarked(client, world, name))} == {}


def _unmarked(client: Client, world: World, name: str) -> list[str]:
    """Return the fields without a mark beside fields that have one."""
    if "get" not in DESK[name].bob:
        return []
    path = reverse(name, args=DESK[name].of(world))
    answer = client.get(path)
    if answer.status_code != 200 or "html" not in answer["Content-Type"]:
        return []
    missing = []
    for form in forms_of(answer.content.decode(), path):
        joint = form.fields[ALL].shown[0].split()[1:] if ALL in form.fields else []
        marked = {mark.split(":")[0] for mark in joint}
        marked |= {each.removeprefix(WAS) for each in form.fields if each.startswith(WAS)}
        shown = {each.name for each in form.fields.values() if each.kind != "hidden"}
        missing += sorted(shown - marked) if marked else []
    return missing
