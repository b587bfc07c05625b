"""The history of results and the notes on deals for public pages, by seats and offices.

They say who recorded, confirmed, claimed and decided, but never name persons.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext, pgettext

from referee.base.verbs import BY_DECISION, BY_REFEREE, BY_SCORER, BY_TABLE
from referee.claims.texts import claim_text, claim_texts
from referee.models import REFEREE, Claim, ClaimDecision, Confirmation, Sheet
from referee.sheets import irregularities, versions
from tournaments import wording
from tournaments.models import Event, Result
from tournaments.rights import sealed_access
from tournaments.structure import boards, games
from web.publish.rulings.fouled_acts import note_fouled

TOLD: Final = (BY_TABLE, BY_REFEREE, BY_SCORER)
"""The origins whose uid is that of a sheet."""


def sheet_stories(sheets: Sequence[str]) -> dict[str, str]:
    """Return the story of every sheet, by its uid."""
    rows = Sheet.objects.filter(uid__in=sheets).select_related(
        "claim", "deal__board", "deal__event"
    )
    stored = list(rows.prefetch_related("confirmations"))
    open_deals = sealed_access.deals_with_public_cards(sheet.deal for sheet in stored)
    return {sheet.uid: _story(sheet, sealed=sheet.deal_id not in open_deals) for sheet in stored}


def decision_stories(decisions: Sequence[str]) -> dict[str, str]:
    """Return the referee's decisions on claims, by the uid of the decision."""
    rows = ClaimDecision.objects.filter(uid__in=decisions)
    related = ("claim__deal__board", "claim__deal__event", "claim__decision")
    claim_decisions = list(rows.select_related(*related))
    open_deals = sealed_access.deals_with_public_cards(row.claim.deal for row in claim_decisions)
    texts = {
        row.uid: claim_texts(row.claim, sealed=row.claim.deal_id not in open_deals)
        for row in claim_decisions
    }
    return {uid: wording.joined_sentences(told) for uid, told in texts.items()}


def note_claims(deals: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the claims made in deals and their outcomes, by the uid of the deal.

    A claim repeated in a later sheet of the deal is given once, in its latest form. While another
    table still has to play the board, no cards are named.
    """
    claims = Claim.objects.filter(deal__uid__in=deals)
    last: dict[tuple[str, str], Claim] = {}
    for claim in claims.select_related("deal__board", "deal__event", "decision").order_by("pk"):
        last[claim.deal.uid, claim.seat] = claim
    open_deals = sealed_access.deals_with_public_cards(claim.deal for claim in last.values())
    notes: Mapping[str, list[str]] = defaultdict(list)
    for (deal, _seat), claim in last.items():
        notes[deal] += claim_texts(claim, sealed=claim.deal_id not in open_deals)
    return dict(notes)


def note_versions(deals: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return notes on the versions that the referee chose or let count, by the uid of the deal."""
    rows = Result.live.filter(deal__uid__in=deals).select_related("deal__board", "deal__event")
    results = list(rows.defer(*(f"deal__event__{name}" for name in Event.LONG_SETTINGS)))
    uids = {result.deal_id: result.deal.uid for result in results}
    notes: Mapping[str, list[str]] = defaultdict(list)
    for deal, texts in versions.choice_notes(results).items():
        notes[uids[deal]] += texts
    for result in results:
        event = result.deal.event
        told = allowed_text(event, result.facts)
        if told and boards.is_open(result.deal.board):
            notes[result.deal.uid].append(told)
    return dict(notes)


def allowed_text(event: Event, facts: Mapping[str, Any]) -> str:
    """Return which late exposures of a result the referee let count; empty for none."""
    allowed = games.game_of(event).allowed(games.reported(facts)).values()
    cards = [
        f"{wording.seat_name(one['seat'])} {wording.card_list([one['card']])}" for one in allowed
    ]
    text = gettext("Late exposure allowed by the referee: %(cards)s")
    return text % {"cards": wording.listed(cards)} if cards else ""


def note_irregularities(deals: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the rulings on irregularities in deals with a result, by the uid of the deal.

    Nobody is accused in public of anything that no referee has judged. While another table still
    has to play the board, neither cards nor plays are given.
    """
    notes: Mapping[str, list[str]] = defaultdict(list)
    for incident in irregularities.ruled(deal__uid__in=deals, deal__version__gt=0):
        deal = incident.row.deal
        told = irregularities.told_text(incident, sealed=not boards.is_open(deal.board))
        notes[deal.uid].append(told)
    return dict(notes)


def _story(sheet: Sheet, *, sealed: bool) -> str:
    confirmed = sorted(sheet.confirmations.all(), key=lambda confirmation: confirmation.pk)
    text = gettext("%(recorder)s recorded, %(confirmers)s confirmed") % {
        "recorder": _seat_or_referee(sheet.recorder),
        "confirmers": wording.listed(_confirmer_text(confirmation) for confirmation in confirmed),
    }
    claim = getattr(sheet, "claim", None)
    return f"{text}. {claim_text(claim, sealed=sealed)}" if claim else text


def _confirmer_text(confirmation: Confirmation) -> str:
    """Return who confirmed, and by what means if it was more than a tap."""
    confirmer = _seat_or_referee(confirmation.seat)
    labels = {
        Event.Proof.PIN: gettext("%(who)s by PIN"),
        Event.Proof.PHONE: gettext("%(who)s by phone"),
    }
    label = labels.get(Event.Proof(confirmation.proof))
    return label % {"who": confirmer} if label else confirmer


def _seat_or_referee(word: str) -> str:
    return pgettext("seat", "the referee") if word == REFEREE else wording.seat_name(word)


NOTERS: Final = (note_claims, note_irregularities, note_versions, note_fouled)
"""The notes on deals of the public pages, in this order."""


def stories_of_results(results: Iterable[Result]) -> dict[str, str]:
    """Return the stories of results in the current language, by the uid of the origin."""
    origins: Mapping[str, list[str]] = defaultdict(list)
    for result in results:
        origins[result.origin_label].append(result.origin_uid)
    sheets = [uid for label in TOLD for uid in origins[label]]
    return sheet_stories(sheets) | decision_stories(origins[BY_DECISION])


def notes_on_deals(deals: Sequence[str]) -> dict[str, list[str]]:
    """Return the notes on deals in the current language, by the uid of the deal.

    Deals without notes are left out.
    """
    notes: Mapping[str, list[str]] = defaultdict(list)
    for noter in NOTERS:
        for uid, sentences in noter(deals).items():
            notes[uid] += sentences
    return dict(notes)
