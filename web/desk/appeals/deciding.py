"""The decision of an appeal in two steps: its effect is previewed before it is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.appeals import hearing, part_texts, undoing
from referee.appeals import what_if as appeal_what_if
from referee.appeals.hearing import CommitteeDecision
from referee.models import Appeal, AppealDecision
from referee.rulings.decisions import RulingSource
from referee.rulings.proposals import Proposal
from referee.rulings.what_if import WhatIf
from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.results.snapshot import EventSnapshot
from web.desk.appeals.forms import DecideAppealForm
from web.desk.decisions.forms import with_hidden_value
from web.desk.frame import previews
from web.forms.requests import DeskRequest
from web.publish import rank_columns
from web.publish.rank_columns import Measures
from web.publish.rulings import ruling_words
from web.publish.rulings.ruling_words import ProposalTold


@dataclass(frozen=True, slots=True)
class DecisionPreview:
    """What a decision would change; for a varied ruling also what it then imposes on whom."""

    decision: str
    changes: WhatIf
    proposal: ProposalTold | None
    measures: Measures
    follows: str
    """What the varied ruling imposes on whom, as it is sealed."""
    fates: tuple[str, ...] = ()
    """What becomes of each part of a ruling that is annulled."""
    is_entered_next: bool = False
    """Whether the replacement of a result is entered on the deal's own page afterwards."""


def looks_as(row: Appeal) -> str:
    """Return the stamp of the decision under appeal in its present state."""
    return undoing.preview_stamp(hearing.ground_of(row))


def look_first(request: DeskRequest, row: Appeal, form: DecideAppealForm) -> DecisionPreview | None:
    """Return the preview to show before the decision is taken; the form carries its stamp.

    Return None if this very decision was shown and is taken now, or if it is refused, which the
    form then says.
    """
    now = _preview(request, row, form)
    if now is None or _was_shown(request, row, form, now):
        return None
    if "store" in request.POST:
        previews.tell_of_change(request)
    form.cleaned_data["seen_as"] = looks_as(row)
    sealed = previews.seal(request.user, row.uid, _content(form.cleaned_data, now))
    data = with_hidden_value(request.POST, "seen_as", form.cleaned_data["seen_as"])
    form.data = with_hidden_value(data, "previewed", sealed)
    return now


def _was_shown(
    request: DeskRequest, row: Appeal, form: DecideAppealForm, now: DecisionPreview
) -> bool:
    """Whether this very decision was shown with its consequences, and is to be taken now."""
    sealed = str(form.cleaned_data["previewed"])
    return "store" in request.POST and previews.was_shown(
        sealed, request.user, row.uid, _content(form.cleaned_data, now)
    )


def _preview(request: DeskRequest, row: Appeal, form: DecideAppealForm) -> DecisionPreview | None:
    """Return what a decision would change; None where it is refused."""
    snapshot = results.read(row.event)
    with form.take_refusal():
        changes, proposal = appeal_what_if.what_if(snapshot, row, form.decided, request.user)
        source = appeal_what_if.source_of(hearing.ground_of(row))
        decision = AppealDecision(form.cleaned_data["decision"])
        return DecisionPreview(
            decision=str(decision.label),
            changes=changes,
            proposal=_proposal_told(snapshot, row, source, proposal) if proposal else None,
            measures=rank_columns.columns_of_event(snapshot.event),
            follows=previews.follows(proposal),
            fates=_fates(row, form.decided),
            is_entered_next=decision == AppealDecision.VARIED and row.result is not None,
        )
    return None


def _fates(row: Appeal, decided: CommitteeDecision) -> tuple[str, ...]:
    """Return what becomes of each part of a ruling that is annulled, in words."""
    if row.ruling is None or decided.decision != AppealDecision.OVERTURNED:
        return ()
    fates = hearing.fates_by(row, undoing.current(row.ruling), decided)
    return tuple(part_texts.fate_text(part, fate) for part, fate in fates.items())


def _proposal_told(
    snapshot: EventSnapshot, row: Appeal, source: RulingSource, proposal: Proposal
) -> ProposalTold:
    case = row.ruling.case if row.ruling else None
    return ruling_words.proposal_told(snapshot, source, proposal, case)


def _content(data: dict[str, Any], looked: DecisionPreview) -> dict[str, str]:
    """Return what is sealed: the values filled in, what they are about, and what follows."""
    filled = {name: str(value) for name, value in data.items() if name != "previewed"}
    return {**filled, "follows": looked.follows, "fates": join_facts(*looked.fates)}
