"""Form that chooses the board set whose hands are read at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.models import BoardSet


class ReadBoardsForm(DeskForm):
    """A choice among board sets."""

    board_set = forms.ChoiceField(
        label=_("Boards"), error_messages={"required": _("Choose which boards are to be read.")}
    )

    def __init__(self, sets: Sequence[BoardSet], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(board_set.uid, str(board_set.number)) for board_set in sets]
        self.fields["board_set"].choices = choices  # type: ignore[attr-defined]
