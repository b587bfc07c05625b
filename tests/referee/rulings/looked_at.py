"""What a decision would change, as the form of a ruling looks at it."""

from __future__ import annotations

from referee.models import RulingCase
from referee.rulings import posting, proposals, what_if
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.rulings.proposals import Proposal
from referee.rulings.ruling_stack import Removal
from referee.rulings.what_if import WhatIf
from tournaments.results.snapshot import EventSnapshot


def changes_of(
    snapshot: EventSnapshot,
    source: RulingSource,
    decision: RulingDecision,
    proposal: Proposal,
    case: RulingCase | None = None,
) -> WhatIf:
    """Return what a decision would change, upon a case that is decided anew if one is given."""
    measures = proposals.proposed_measures(source, decision, proposal)
    return what_if.what_if(snapshot, measures, posting.rulings_out(Removal.of_case(case)))
