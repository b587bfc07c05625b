"""The decision of an appeal in two steps: what it would change is looked at before it is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.appeals import hearing, undoing
from referee.appeals import what_if as appeal_what_if
from referee.desk import previews
from referee.desk.appeal_pages.forms import DecideForm
from referee.desk.forms import with_hidden_value
from referee.models import Appeal, AppealDecision
from referee.reports import ruling_words
from referee.reports.ruling_words import ProposalTold
from referee.rulings.what_if import WhatIf
from tournaments import results
from tournaments.publish import measures
from tournaments.publish.measures import Measures
from tournaments.views.answers import DeskRequest


@dataclass(frozen=True, slots=True)
class Look:
    """What a decision would change; of a varied ruling also what it lays on whom then."""

    decision: str
    changes: WhatIf
    proposal: ProposalTold | None
    measures: Measures
    is_entered_next: bool = False
    """Whether what counts in the place of a result is entered on the deal's own page."""


def looks_as(row: Appeal) -> str:
    """Return as what stands now what an appeal is about."""
    return undoing.looked_at(hearing.ground_of(row))


def was_looked_at(request: DeskRequest, row: Appeal, form: DecideForm) -> bool:
    """Whether just this decision was shown with its effect, and is to be taken now."""
    sealed = str(form.cleaned_data["previewed"])
    return "store" in request.POST and previews.was_shown(
        sealed, request.user, row.uid, _content(form.cleaned_data)
    )


def look(request: DeskRequest, row: Appeal, form: DecideForm) -> Look | None:
    """Return what a decision would change, and let the form bear that it was shown.

    None where it is refused, which the form then says.
    """
    form.cleaned_data["seen_as"] = looks_as(row)
    snapshot = results.read(row.event)
    with form.take_refusal():
        changes, proposal = appeal_what_if.what_if(snapshot, row, form.decided, request.user)
        sealed = previews.seal(request.user, row.uid, _content(form.cleaned_data))
        data = with_hidden_value(request.POST, "seen_as", form.cleaned_data["seen_as"])
        form.data = with_hidden_value(data, "previewed", sealed)
        source = appeal_what_if.source_of(hearing.ground_of(row))
        decision = AppealDecision(form.cleaned_data["decision"])
        return Look(
            decision=str(decision.label),
            changes=changes,
            proposal=ruling_words.proposal_told(snapshot, source, proposal) if proposal else None,
            measures=measures.columns_of_event(snapshot.event),
            is_entered_next=decision == AppealDecision.VARIED and row.result is not None,
        )
    return None


def _content(data: dict[str, Any]) -> dict[str, str]:
    """Return what is sealed: all that was filled in, and what it was about."""
    return {name: str(value) for name, value in data.items() if name != "previewed"}
