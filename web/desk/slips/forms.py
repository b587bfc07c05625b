"""Forms to choose whose slips are printed, and for the link of a single member."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.credentials.slips import Holder
from tournaments import wording
from tournaments.base.refusals import Reason, refuse
from web.forms.base import DeskForm

NOBODY: Final = {
    "persons": _("Choose at least one player."),
    "entries": _("Choose at least one team."),
}


class _NewSlipsForm(DeskForm):
    """The holders who get a new slip.

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
    """The holders who get new slips, in the field `of`.

    Those of `ticked` are preselected; unless it is given, those who have no slip.
    """

    def __init__(
        self,
        of: str,
        holders: Sequence[Holder],
        seen: str,
        *args: Any,
        ticked: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if ticked is None:
            ticked = [holder.uid for holder in holders if holder.drawn_at is None]
        self.of, self.initial, self.state = of, {"seen": seen, of: ticked}, seen
        self.fields[of] = forms.MultipleChoiceField(
            label=_("Slips for"),
            choices=[(holder.uid, holder.name) for holder in holders],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": NOBODY[of]},
        )


class MemberLinkForm(_NewSlipsForm):
    """The action on the link of one member."""

    DRAW, PRINT, REVOKE = "draw", "print", "revoke"

    what = forms.ChoiceField(
        choices=[(DRAW, DRAW), (PRINT, PRINT), (REVOKE, REVOKE)], widget=forms.HiddenInput
    )

    def __init__(self, seen: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial, self.state = {"seen": seen}, seen
