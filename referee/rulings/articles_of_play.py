"""By which article of the catalogue an irregularity that a sheet reports is ruled, as a rule."""

from __future__ import annotations

from typing import Final

from referee.rulings.adjusted import late_exposures
from referee.sheets.irregularities import Incident
from tournaments.regulations import articles

ARTICLES: Final = {
    "revoke": "R-02",
    "protected_card_led": "E-05",
    "protected_card_followed": "E-05",
    "protected_card_discarded": "E-06",
    "late_exposure": late_exposures.FIRST,
    "out_of_turn": "P-03",
    "wrong_first_lead": "P-02",
    "played_without_suit": "R-02",
    "played_without_pair": "S-05",
    "played_without_triple": "S-05",
    "played_without_tractor": "S-05",
    "played_without_titanic": "S-05",
    "throw_not_standing": "S-04",
}
"""Codes of the games; a sheet shows what stands, so that a revoke is an established one."""


def article_code(incident: Incident) -> str:
    """Return the code of the article; empty where there is none in force for it."""
    code = ARTICLES.get(incident.row.code, "")
    if code == late_exposures.FIRST and late_exposures.earlier(incident):
        code = late_exposures.AGAIN
    event = incident.row.deal.event
    return code if code and articles.article(event, code) is not None else ""
