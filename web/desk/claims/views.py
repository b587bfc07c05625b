"""The officials' pages of claims: the pending claim of a deal, and how an event decides claims."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import pairwise
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.base.verbs import Verb
from referee.claims import claims, evidence, hands, policies, states, texts
from referee.claims.evidence import ClaimEvidence, Lack
from referee.claims.hands import Faced
from referee.models import Claim, ClaimMode, ClaimState
from referee.sheets import queries
from scoring.problems import Unsettled
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.models import Deal, Event, Role
from tournaments.rights import access
from tournaments.rights.access import CHIEFS, REFEREES
from tournaments.structure.games import blank_of, game_of, ruleset_of
from web.desk.claims import known_hands
from web.desk.claims.forms import DecideClaimForm, FacedForm, PlayOnForm, PolicyForm, ReopenForm
from web.desk.decisions import deal_messages, originals, page_values
from web.desk.decisions.consequences import Consequences, consequences
from web.desk.decisions.forms import with_hidden_value
from web.desk.frame import fetch, previews
from web.desk.frame.views import UNSAID, Shown, act, is_unchanged, page
from web.forms import sent
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged

Answered = HttpResponse | str


LACKS: Final[Mapping[Lack, str | Promise]] = {
    Lack.NOT_FACED: _("First record the cards left in every hand."),
    Lack.TOO_MANY_CARDS: _("With more than seven cards in a hand no search is made."),
    Lack.BUSY: _("Another search is running. Try again in a few seconds."),
}
NOTHING_WAITS: Final = _("No claim on this deal awaits a decision.")
ANOTHER_WAITS: Final = _("Another claim of this deal awaits a decision; this page shows it.")
CHANGED_HERE: Final = _(
    "To change the result, correct the deal, give an adjusted score or rule on it."
)


@dataclass(frozen=True, slots=True)
class StakeShown:
    """The points a seat can still get: by any allocation, and by legal play where it is known."""

    label: str
    name: str
    low: int
    high: int
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class EvidenceShown:
    """What the search found, with a line of play that breaks the claim, trick by trick."""

    found: ClaimEvidence
    tricks: Sequence[Sequence[tuple[str, str]]]


def _state_label(claim: Claim) -> str:
    """Return the name of the state of a claim."""
    return str(ClaimState(states.state_of(claim)).label)


def _stakes_shown(
    claim: Claim, people: Mapping[str, str], found: ClaimEvidence | None
) -> list[StakeShown]:
    """Return the range of raw points of every seat over all ways to share the outstanding cards."""
    game = game_of(claim.deal.event)
    rules = game.rules(ruleset_of(claim.deal).rules)
    ends = game.outlook(hands.facts_before(claim), rules).raw
    least = (found.least if found else None) or {}
    most = (found.most if found else None) or {}
    return [
        StakeShown(label, name, *ends[label], least.get(label), most.get(label))
        for label, name in people.items()
        if label in ends
    ]


def _evidence_shown(claim: Claim, faced: Faced) -> EvidenceShown | None:
    """Return the evidence on the current state of a claim; None before any search."""
    found = evidence.known_evidence(claim, faced)
    if found is None:
        return None
    seats, on_table = len(faced.hands), len(faced.trick)
    line = list(found.line or ())
    first = min(len(line), (seats - on_table) % seats or seats)
    cuts = [0, *range(first, len(line), seats), len(line)] if line else []
    tricks = [line[start:end] for start, end in pairwise(cuts)]
    return EvidenceShown(found, [trick for trick in tricks if trick])


def _of_waiting_claim(
    view: Callable[[DeskRequest, Claim], Answered],
) -> Callable[[DeskRequest, Deal], Answered]:
    """Pass the pending claim of a deal to a view; if it is over, say how and lead on."""

    @wraps(view)
    def wrapped(request: DeskRequest, deal: Deal) -> Answered:
        waiting = _waiting_claim(request, deal)
        if waiting is None:
            return _over(request, deal)
        answer = view(request, waiting)
        # A form shown again may be so because somebody else was faster.
        is_shown = request.method == "POST" and not isinstance(answer, str)
        if is_shown and waiting.uid not in claims.waiting_in(deal):
            return _over(request, deal)
        return answer

    return wrapped


def _over(request: DeskRequest, deal: Deal) -> HttpResponse:
    """Say who ended the claim of a page that was left open, and lead to what comes next."""
    rows = claims.claims_of_deal(deal)
    if request.method == "POST":
        rows = rows.filter(uid=sent.uid(request.POST, "claim"))
    ended = rows.first()
    if ended is not None:
        ended.deal = deal
    others = claims.waiting_in(deal)
    said = (texts.ending_text(ended) if ended else "") or NOTHING_WAITS
    follows = ANOTHER_WAITS if others else CHANGED_HERE if deal.done else ""
    # Who only opens an old address is told; who sent something is refused.
    add = messages.error if request.method == "POST" else messages.info
    add(request, wording.joined_sentences([str(said), str(follows)]))
    back = "referee_claim" if others else "referee_deal"
    return redirect(back, deal.event.tournament.uid, deal.uid)


def _waiting_claim(request: DeskRequest, deal: Deal) -> Claim | None:
    """Return the pending claim; for a sent form only if it is the claim that was shown, since a
    newer sheet may have brought another one.
    """
    waiting = claims.waiting_in(deal)
    rows = claims.claims_of_deal(deal).filter(uid__in=waiting)
    if request.method == "POST":
        rows = rows.filter(uid=sent.uid(request.POST, "claim"))
    row = rows.first()
    if row is not None:
        row.deal = deal
        if row.sheet is not None:
            row.sheet.deal = deal
    return row


@page(fetch.deal_of, REFEREES, change=REFEREES, back="referee_deal")
@_of_waiting_claim
def claim(request: DeskRequest, waiting: Claim) -> Answered:
    """Show the pending claim of a deal, and take the referee's decision."""
    if request.method != "POST":
        return _claim_page(request, waiting)
    deal = waiting.deal
    people, still_out = page_values.people(deal), hands.still_out(waiting)
    form = _decide_form(deal, people, still_out, request.POST)
    if form.is_valid():
        data = form.cleaned_data
        decision = form.allocation, data["reason"], data["article"]
        # The reason may still be reworded: it changes no points.
        sealed = (request.user, waiting.uid, form.allocation)
        with form.take_refusal():
            if "apply" in request.POST and previews.was_shown(data["previewed"], *sealed):
                claims.decide(waiting, request.user, *decision)
                deal_messages.add_success(request, deal, gettext("The claim is decided."))
                return UNSAID
            if "apply" in request.POST:
                previews.tell_of_change(request)
            facts = claims.facts_with_decision(waiting, *decision)
            form.preview = _preview(deal, facts, people)
            form.data = with_hidden_value(request.POST, "previewed", previews.seal(*sealed))
    return _claim_page(request, waiting, deciding=form)


@act(fetch.deal_of, REFEREES, back="referee_claim")
@_of_waiting_claim
def face_hands(request: DeskRequest, waiting: Claim) -> Answered:
    """Record what every hand still holds, the line stated, and who objects."""
    form = _faced_form(waiting, page_values.people(waiting.deal), request.POST)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            try:
                hands.write_down(waiting, request.user, form.faced)
            except Unsettled as unsettled:
                raise Refused(*unsettled.problems) from unsettled
            return gettext("The hands are recorded.")
    return _claim_page(request, waiting, facing=form)


@act(fetch.deal_of, REFEREES, back="referee_claim")
@_of_waiting_claim
def search(request: DeskRequest, waiting: Claim) -> Answered:
    """Search the ending of a claim for a few seconds, as evidence."""
    found = evidence.search(waiting, hands.faced_hands(waiting))
    if isinstance(found, Lack):
        messages.warning(request, str(LACKS[found]))
    return UNSAID


@act(fetch.deal_of, REFEREES, back="referee_deal")
@_of_waiting_claim
def play_on(request: DeskRequest, waiting: Claim) -> Answered:
    """Have the table play the rest with the claimant's hand faced."""
    form = PlayOnForm(request.POST, auto_id="play_on_%s")
    if form.is_valid():
        with form.take_refusal():
            claims.let_play_on(waiting, request.user, form.cleaned_data["reason"])
            deal_messages.add_success(request, waiting.deal, gettext("The table plays on."))
            return UNSAID
    return _claim_page(request, waiting, playing_on=form)


def _event(request: DeskRequest, roles: Collection[Role], uid: str, event_uid: str) -> Event:
    """Return an event of a tournament; of a form for a chief of all its tables."""
    if request.method == "POST":
        access.event_as(request.user, event_uid, roles)
    return fetch.event_of(request, roles, uid, event_uid)


@page(
    _event,
    REFEREES,
    "desk/claims/claim_policy.html",
    change=CHIEFS,
    back="referee_claim_policy",
)
def policy(request: DeskRequest, event: Event) -> Shown:
    """Show how an event decides claims; the chief referee can change it."""
    now = policies.policy_of(event)
    form = PolicyForm(event)
    may_change = bool(access.roles_in(request.user, event.tournament) & access.CHIEFS)
    if request.method == "POST":
        form = PolicyForm(event, request.POST)
        if form.is_valid():
            if is_unchanged(request, form):
                return UNSAID
            with form.take_refusal():
                policies.set_policy(event, request.user, form.policy)
                return gettext("This is how the event decides claims now.")
    context = {"tournament": event.tournament, "event": event, "form": form, "policy": now}
    return {**context, "may_change": may_change}


def _preview(
    deal: Deal, facts: Mapping[str, Any], people: Mapping[str, str]
) -> Consequences | None:
    """Return what a decision would change. Raises Refused with its problems."""
    if problems := queries.problems_in(deal, facts):
        raise Refused(*problems)
    return consequences(deal, facts, people)


def _decide_form(
    deal: Deal,
    people: Mapping[str, str],
    still_out: Sequence[str],
    data: QueryDict | None = None,
    initial: Mapping[str, Any] | None = None,
) -> DecideClaimForm:
    cards, game = blank_of(deal.event, ruleset_of(deal)).cards, deal.event.game
    return DecideClaimForm(
        data,
        game=game,
        cards=cards,
        seats=people,
        still_out=still_out,
        auto_id="claim_%s",
        initial=initial,
    )


def _faced_form(
    waiting: Claim,
    people: Mapping[str, str],
    data: QueryDict | None = None,
) -> FacedForm:
    event = waiting.deal.event
    deck = blank_of(event, ruleset_of(waiting.deal)).deck
    form = FacedForm(
        data,
        game=event.game,
        deck=deck,
        seats=people,
        claimant=waiting.seat,
        auto_id="faced_%s",
        initial=FacedForm.values_of(hands.faced_hands(waiting)),
    )
    form.logged = Logged(event.tournament, (Verb.FACE_HANDS,), about=waiting.uid)
    return form


def _claim_page(
    request: DeskRequest,
    waiting: Claim,
    *,
    deciding: DecideClaimForm | None = None,
    facing: FacedForm | None = None,
    playing_on: PlayOnForm | None = None,
) -> HttpResponse:
    deal = waiting.deal
    people, faced = page_values.people(deal), hands.faced_hands(waiting)
    now, out = policies.policy_of(deal.event), hands.still_out(waiting)
    known = _evidence_shown(waiting, faced)
    found: ClaimEvidence | None = known.found if known else None
    first = _first_values(waiting, now.mode, tuple(people))
    context = {
        **page_values.deal_context(request.user, deal),
        "claim": page_values.claim(waiting, waits=True),
        "state": _state_label(waiting),
        "mode": now.mode,
        "plays_on": now.plays_on,
        "still_out": out,
        "stakes": _stakes_shown(waiting, people, found),
        "faced": faced,
        "at_claim": _at_claim(waiting, people, faced),
        "hands": known_hands.seats_shown(waiting, people, faced),
        "objecting": wording.seat_list(faced.objecting) if faced.objecting else "",
        "evidence": known,
        "is_searched": evidence.is_offered(waiting),
        "facing": facing or _faced_form(waiting, people),
        "deciding": deciding or _decide_form(deal, people, out, initial=first),
        "playing_on": playing_on or PlayOnForm(auto_id="play_on_%s"),
        "reopening": ReopenForm(auto_id="keep_%s") if states.is_reopened(waiting) else None,
        "form": deciding or facing or playing_on,
    }
    return render(request, "desk/claims/claim.html", context)


def _at_claim(
    waiting: Claim, people: dict[str, str], faced: Faced
) -> known_hands.HandsAtClaim | None:
    if (sheet := waiting.sheet) is None:
        return None
    original = originals.original(sheet, waiting.deal, people)
    return known_hands.at_claim(waiting, people, original, faced)


def _first_values(waiting: Claim, mode: ClaimMode, seats: tuple[str, ...]) -> dict[str, str]:
    """Return the initial values of the decision; a claim to all or nothing has one answer."""
    if mode is not ClaimMode.SKAT_ALL_OR_NOTHING:
        return {}
    worst = hands.worst_allocation(waiting, seats)
    return {f"gets_{seat}": " ".join(cards) for seat, cards in worst.items()}
