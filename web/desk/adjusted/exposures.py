"""The officials' choice whether an exposure after its time is void or allowed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from referee.base.handed_in import LARGEST_VERSION
from referee.models import Irregularity
from referee.rulings import late_exposures
from referee.sheets import irregularities, queries
from referee.sheets.irregularities import Incident
from tournaments.models import Role
from tournaments.results.event_record import Effect
from tournaments.rights.access import REFEREES
from web.desk.decisions import page_values
from web.desk.decisions.consequences import consequences
from web.desk.decisions.ruling_forms import reason_field
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, act
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.publish.alerts.alert import OF_DEAL
from web.publish.rank_columns import Measures


class ExposureForm(DeskForm):
    """The reason why a late exposure is allowed, or void after all."""

    reason = reason_field()
    seen = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput)


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat, who sits there, and its points with the exposure void and allowed."""

    label: str
    name: str
    void: int
    allowed: int

    @property
    def differs(self) -> bool:
        """Whether the choice matters to the seat."""
        return self.void != self.allowed


@dataclass(frozen=True, slots=True)
class ExposureShown:
    """The choice on the page; the effect shown is that of the other answer."""

    is_allowed: bool
    allows_first: bool
    seats: tuple[SeatChoice, ...]
    effect: tuple[Effect, ...]
    measures: Measures
    form: ExposureForm


def exposure_shown(incident: Incident) -> ExposureShown | None:
    """Return the choice for a late exposure; None for any other irregularity."""
    found = late_exposures.exposure_choice(incident)
    if found is None:
        return None
    deal, people = incident.row.deal, page_values.people(incident.row.deal)
    other = consequences(deal, found.facts[not found.is_allowed], people)
    if other is None:
        return None
    void, allowed = found.settlements[False].scores, found.settlements[True].scores
    return ExposureShown(
        is_allowed=found.is_allowed,
        allows_first=found.allows_first,
        seats=tuple(
            SeatChoice(label, name, void[label], allowed[label]) for label, name in people.items()
        ),
        effect=other.effect,
        measures=other.measures,
        form=ExposureForm(
            initial={"seen": deal.version, "reason": _usual_reason(found)}, auto_id="exposure_%s"
        ),
    )


def _usual_reason(found: late_exposures.ExposureChoice) -> str:
    """Return the reason if the regulations give it, so that one button is enough."""
    if found.is_allowed or not found.allows_first:
        return ""
    return gettext("By the regulations the first one is allowed with a warning.")


def _irregularity(
    request: DeskRequest, roles: Collection[Role], uid: str, irregularity_uid: str
) -> Irregularity:
    """Return an irregularity in a deal whose result the user may change now."""
    tournament = fetch.tournament_within(request, roles, uid=uid)
    rows: Any = Irregularity.objects.filter(
        fetch.reach(request, tournament).condition(**OF_DEAL), deal__event__tournament=tournament
    )
    row: Irregularity = get_object_or_404(rows.select_related("deal"), uid=irregularity_uid)
    deal = queries.deal_in(tournament, row.deal.uid)
    if deal is None:
        raise Http404
    fetch.require_change(request, uid, deal)
    row.deal = deal
    return row


@act(_irregularity, REFEREES, back="referee_irregularity")
def decide(request: DeskRequest, row: Irregularity) -> str:
    """Allow a late exposure, or make it void."""
    form, incident = ExposureForm(request.POST), irregularities.incident_of(row)
    if not form.is_valid():
        form.tell(request)
        return UNSAID
    data = form.cleaned_data
    late_exposures.decide_exposure(
        incident,
        request.user,
        data["reason"],
        is_allowed=bool(request.POST.get("allowed")),
        seen=data["seen"],
    )
    return gettext("The deal is scored accordingly.")
