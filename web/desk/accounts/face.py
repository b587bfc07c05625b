"""The face of a club: its owner chooses its logo and its colour, and sees both."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.face import logos
from clubs.face.choosing import Stay, choose_face
from clubs.face.logos import Logo
from clubs.face.refusals import LogoProblem
from tournaments import wording
from tournaments.base.refusals import refuse
from tournaments.models import Club, ClubInk
from tournaments.record.audit import Verb
from tournaments.rights.access import OWNERS
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged, StoredForm
from web.publish.seals.club_face import face_of


def _too_big_text() -> str:
    most = logos.MOST_BYTES // 1_000_000
    return wording.problem_text(refuse(LogoProblem.TOO_BIG, most=most))


class ClubFaceForm(StoredForm):
    """The colour of a club, and a file for its logo."""

    beside_values = ("logo", "removes")

    ink = forms.ChoiceField(
        label=_("Colour of the club"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("Used for the name, the mark and the line above, never to show a state."),
    )
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        widget=forms.FileInput(
            {
                "accept": "image/png,image/jpeg,image/webp",
                "data-most": logos.MOST_BYTES,
                "data-too-big": lazy(_too_big_text, str)(),
            }
        ),
        help_text=_(
            "A PNG, JPEG or WebP picture of up to 1 MB. It is redrawn as a square, and"
            " nothing else of the file is kept."
        ),
    )
    removes = forms.BooleanField(label=_("Remove the logo"), required=False)

    def __init__(self, club: Club, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, initial={"ink": club.ink})
        self.logged = Logged(club, (Verb.SET_FACE,))
        choices = [("", gettext("no colour")), *ClubInk.choices]
        self.fields["ink"].choices = choices  # type: ignore[attr-defined]
        if not club.logo:
            del self.fields["removes"]

    @property
    def changes_nothing(self) -> bool:
        """Whether both the colour and the logo stay as they are."""
        cleaned = self.cleaned_data
        return super().changes_nothing and not (cleaned["logo"] or cleaned.get("removes"))

    def chosen_logo(self) -> Logo | Stay | None:
        """Return the logo in the file. Raises Refused for a picture that cannot be used."""
        file = self.cleaned_data["logo"]
        if file:
            return logos.read(file.read(logos.MOST_BYTES + 1))
        return None if self.cleaned_data.get("removes") else Stay.STAY


@page(fetch.club, OWNERS, "desk/accounts/face.html", change=OWNERS, back="desk_club_face")
def face(request: DeskRequest, shown: Club) -> Shown:
    """Show the face of a club; its owner chooses another one."""
    sent = request.method == "POST"
    form = ClubFaceForm(shown, request.POST if sent else None, request.FILES if sent else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            logo = form.chosen_logo()
            choose_face(shown, actor(request), ink=form.cleaned_data["ink"], logo=logo)
            return gettext("Saved.")
    return {"club": shown, "form": form, "face": face_of(shown)}
