"""Whose boards are to be read at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.models import BoardSet


class ReadBoardsForm(DeskForm):
    """The boards that somebody at the desk wants to look at."""

    board_set = forms.ChoiceField(
        label=_("Boards"), error_messages={"required": _("Choose which boards are to be read.")}
    )

    def __init__(self, sets: Sequence[BoardSet], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(one.uid, str(one.number)) for one in sets]
        self.fields["board_set"].choices = choices  # type: ignore[attr-defined]
