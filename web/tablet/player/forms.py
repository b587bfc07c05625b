"""What a player's own phone sends."""

from __future__ import annotations

from django import forms

from referee.base.handed_in import DIGEST, KEY


class SheetAnswerForm(forms.Form):
    """A player's word on a sheet that his phone shows: he agrees, or he objects and says why."""

    AGREE, OBJECT = "agree", "object"

    sheet = forms.RegexField(rf"^{KEY}\Z")
    digest = forms.RegexField(rf"^{DIGEST}\Z")
    key = forms.RegexField(rf"^{KEY}\Z")
    word = forms.ChoiceField(choices=[(AGREE, AGREE), (OBJECT, OBJECT)])
    why = forms.CharField(required=False, max_length=200)
