"""Forms that choose the players and the captains whose slips are printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.credentials.captains import CaptainedTeam
from clubs.credentials.member_links import LinkHolder
from clubs.credentials.player_credentials import CredentialHolder
from tournaments import wording
from tournaments.base.refusals import Reason, refuse
from web.forms.base import DeskForm


class _NewSlipsForm(DeskForm):
    """Whoever gets a new slip.

    `seen` is the state of the slips when the page was made, so that pressing the button twice does
    not invalidate the slips that were just printed.
    """

    seen = forms.CharField(widget=forms.HiddenInput)
    state: str

    def clean_seen(self) -> str:
        """Refuse a form that is older than the last slips."""
        seen: str = self.cleaned_data["seen"]
        if seen != self.state:
            raise forms.ValidationError(wording.problem_text(refuse(Reason.SLIPS_DRAWN)))
        return seen


class SlipsForm(_NewSlipsForm):
    """The players who get new slips; those without one are preselected."""

    persons = forms.MultipleChoiceField(
        label=_("Slips for"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one player.")},
    )

    def __init__(
        self, holders: Sequence[CredentialHolder], seen: str, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        wanting = [holder.uid for holder in holders if holder.drawn_at is None]
        self.initial, self.state = {"seen": seen, "persons": wanting}, seen
        choices = [(holder.uid, f"{holder.number} · {holder.name}") for holder in holders]
        self.fields["persons"].choices = choices  # type: ignore[attr-defined]


class CaptainsForm(_NewSlipsForm):
    """The teams whose captains get new slips; those without one are preselected."""

    entries = forms.MultipleChoiceField(
        label=_("Slips for"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one team.")},
    )

    def __init__(
        self, teams: Sequence[CaptainedTeam], seen: str, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        wanting = [team.uid for team in teams if team.drawn_at is None]
        self.initial, self.state = {"seen": seen, "entries": wanting}, seen
        choices = [(team.uid, f"{team.number} · {team.team}") for team in teams]
        self.fields["entries"].choices = choices  # type: ignore[attr-defined]


class MemberLinksForm(_NewSlipsForm):
    """The members who get new links; those without one are preselected."""

    persons = forms.MultipleChoiceField(
        label=_("Slips for"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one player.")},
    )

    def __init__(self, holders: Sequence[LinkHolder], seen: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanting = [holder.person.uid for holder in holders if holder.drawn_at is None]
        self.initial, self.state = {"seen": seen, "persons": wanting}, seen
        choices = [(holder.person.uid, holder.person.listed_name) for holder in holders]
        self.fields["persons"].choices = choices  # type: ignore[attr-defined]


class MemberLinkForm(_NewSlipsForm):
    """What is done with the link of one member."""

    DRAW, PRINT, REVOKE = "draw", "print", "revoke"

    what = forms.ChoiceField(
        choices=[(DRAW, DRAW), (PRINT, PRINT), (REVOKE, REVOKE)], widget=forms.HiddenInput
    )

    def __init__(self, seen: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial, self.state = {"seen": seen}, seen
