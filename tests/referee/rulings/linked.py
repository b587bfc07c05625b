"""Results that were entered, linked to the rulings that they carry out."""

from __future__ import annotations

from referee.base.verbs import Verb
from referee.models import CorrectionPurpose, RulingCase
from referee.rulings import ruling_parts
from tournaments.models import Result
from tournaments.record.audit import SYSTEM, change


def link(
    case: RulingCase, result: Result, purpose: CorrectionPurpose = CorrectionPurpose.UNSAID
) -> None:
    with change(case.tournament, SYSTEM, Verb.RULE_CASE) as made:
        ruling_parts.link_within(made, case, result, purpose)
