"""Rows of the referee, by subject. None of them is a result: the ledger of `tournaments` posts it.

Only once a sheet is confirmed and its result posted, standings and public pages change.
"""

from referee.models.appeals import (
    Against,
    Appeal,
    AppealDecision,
    AppealMember,
    AppealSigner,
    AppealState,
    AppealStep,
    DepositFate,
    Matter,
    Rejection,
)
from referee.models.arrivals import Arrival, ArrivalState
from referee.models.calls import Call, CallReason, CallState, CallStep
from referee.models.claim_course import (
    ClaimAcceptors,
    ClaimMode,
    ClaimPolicy,
    ClaimState,
    ClaimStep,
    FacedHands,
)
from referee.models.claims import Claim, ClaimDecision, ClaimKind
from referee.models.irregularities import Decision, Irregularity, IrregularityRuling
from referee.models.rulings import (
    CardDecision,
    FactsState,
    Needs,
    Remedy,
    RulingCase,
    RulingCorrection,
    RulingSanction,
    RulingStep,
    RulingStepKind,
    RulingVersion,
    SanctionKind,
    SuspensionReach,
)
from referee.models.sheets import (
    BY_DEVICE_OR_OFFICIAL,
    REFEREE,
    Confirmation,
    DeviceLease,
    KeptWrite,
    Sheet,
)

__all__ = [
    "BY_DEVICE_OR_OFFICIAL",
    "REFEREE",
    "Against",
    "Appeal",
    "AppealDecision",
    "AppealMember",
    "AppealSigner",
    "AppealState",
    "AppealStep",
    "Arrival",
    "ArrivalState",
    "Call",
    "CallReason",
    "CallState",
    "CallStep",
    "CardDecision",
    "Claim",
    "ClaimAcceptors",
    "ClaimDecision",
    "ClaimKind",
    "ClaimMode",
    "ClaimPolicy",
    "ClaimState",
    "ClaimStep",
    "Confirmation",
    "Decision",
    "DepositFate",
    "DeviceLease",
    "FacedHands",
    "FactsState",
    "Irregularity",
    "IrregularityRuling",
    "KeptWrite",
    "Matter",
    "Needs",
    "Rejection",
    "Remedy",
    "RulingCase",
    "RulingCorrection",
    "RulingSanction",
    "RulingStep",
    "RulingStepKind",
    "RulingVersion",
    "SanctionKind",
    "Sheet",
    "SuspensionReach",
]
