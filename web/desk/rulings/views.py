"""The pages of a ruling: create it after a preview, revise it, confirm or reject it, print it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.appeals import ruled_otherwise
from referee.appeals.built_on import BuiltOnAnswer
from referee.base.refusals import Code
from referee.models import Needs, RulingCase
from referee.rulings import (
    cases,
    irregularity_rulings,
    listed,
    posting,
    proposals,
    two_cards,
    what_if,
)
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.listed import Ruled
from referee.rulings.proposals import Proposal
from referee.rulings.ruling_stack import Removal
from referee.sheets import irregularities
from referee.sheets.irregularities import Incident
from tournaments import results
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Entry, Event, Role, Tournament
from tournaments.models.base import new_uid
from tournaments.regulations import amounts, articles
from tournaments.regulations.articles import Level
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import access, ruling_offices
from tournaments.rights.access import REFEREES
from tournaments.structure.regulations import regulations_of
from tournaments.wording.official.regulations import amount_text
from web.desk.decisions.forms import with_hidden_value
from web.desk.frame import fetch, previews
from web.desk.frame.made_at_once import made_at_once
from web.desk.frame.views import act, page
from web.desk.rulings import drafts, page_values, sources
from web.desk.rulings.forms import BY_ARTICLE, CaseForm, WordForm
from web.forms.requests import DeskRequest
from web.publish import rank_columns
from web.publish.printed import ruling_paper
from web.publish.rulings import ruling_words

SAME: Final = (
    *("article", "own_article", "facts", "agreed", "level_reason"),
    *("remedy", "remedy_words", "purpose", "reach", "reach_rounds"),
)
"""The fields of the previous version that fill the form of a revision."""


@dataclass(frozen=True)
class RulingFormPage:
    """The page of a form: the source of the ruling, and the ruling that is revised, if any.

    `incident` is the irregularity of a sheet that it decides.
    """

    request: DeskRequest
    event: Event
    source: RulingSource
    ruled: Ruled | None = None
    incident: Incident | None = None

    @cached_property
    def snapshot(self) -> EventSnapshot:
        """The event as it was read, once for the page.

        A form at a table wants it for its preview alone: neither the empty form nor storing reads
        the whole event.
        """
        return results.read(self.event)

    @property
    def case(self) -> RulingCase | None:
        """The case that is revised; None for a new ruling."""
        return self.ruled.case if self.ruled else None

    @property
    def seen(self) -> int:
        """The version that the page shows; 0 for a new ruling."""
        return self.ruled.newest.number if self.ruled else 0


@page(fetch.event_to_rule_in, REFEREES, change=REFEREES)
def create(request: DeskRequest, event: Event) -> HttpResponse:
    """Create a ruling: preview what it changes, then store it."""
    named = request.GET.dict()
    source = sources.source_of(event, named)
    fetch.require_table(request, event, source.sitting)
    fetch.require_call(request, event, source.call)
    incident = sources.incident_of(source, named)
    return _answer(RulingFormPage(request, event, source, incident=incident))


def _case(request: DeskRequest, roles: Collection[Role], uid: str, case_uid: str) -> Ruled:
    tournament = fetch.tournament_within(request, roles, uid=uid)
    ruled = listed.case_of(tournament, case_uid)
    if ruled is None:
        raise Http404
    ruled.case.event.tournament = tournament
    reach = fetch.require_table(request, ruled.case.event, ruled.case.sitting)
    if not fetch.covers_ruling(reach, ruled):
        raise Http404
    ruled.case.tournament.club = tournament.club
    return ruled


@page(_case, REFEREES, change=REFEREES)
def revise(request: DeskRequest, ruled: Ruled) -> HttpResponse:
    """Revise a ruling: the new version supersedes the previous one and undoes its effects."""
    before = ruled.case.event
    event = fetch.event_to_rule_in(request, REFEREES, before.tournament.uid, before.uid)
    return _answer(RulingFormPage(request, event, RulingSource.of_case(ruled.case), ruled))


@page(_case, REFEREES)
def ruling(request: DeskRequest, ruled: Ruled) -> HttpResponse:
    """Show a ruling with its versions."""
    return _ruling_page(request, ruled.case.event.tournament, ruled)


@act(_case, REFEREES, back="referee_ruling", done=_("Written down."))
def confirm_or_reject(request: DeskRequest, ruled: Ruled) -> HttpResponse | None:
    """Confirm or reject a version that awaits a second official."""
    form = WordForm(request.POST)
    if not form.is_valid():
        return _ruling_page(request, ruled.case.event.tournament, ruled, form)
    seen = [row for row in ruled.versions if row.number == form.cleaned_data["seen"]]
    if not seen:
        raise Http404
    version = cases.version_of(seen[0].uid)
    if "confirm" not in request.POST:
        cases.reject(version, request.user, form.cleaned_data["reason"])
    elif form.cleaned_data["left"] == page_values.departures_of(ruled):
        cases.confirm(version, request.user)
    else:
        previews.tell_of_change(request)
        return _ruling_page(request, ruled.case.event.tournament, ruled, form)
    return None


paper = made_at_once(ruling_paper.ruling_paper, _case)


def _answer(form_page: RulingFormPage) -> HttpResponse:
    """Answer a form: empty at first, then with a preview, then by storing it."""
    request = form_page.request
    if request.method != "POST":
        return _form_page(form_page, _form(form_page))
    form = _form(form_page, request.POST)
    if not form.is_valid():
        return _form_page(form_page, form)
    offenders = [sources.offender_of(form_page.event, whom) for whom in form.cleaned_data["whom"]]
    if None in offenders:
        raise Http404
    decision = form.decision([row for row in offenders if row is not None])
    source = _placed(form_page.source, decision.offenders)
    return _preview_or_store(form_page, form, source, decision)


def _preview_or_store(
    form_page: RulingFormPage, form: CaseForm, source: RulingSource, decision: RulingDecision
) -> HttpResponse:
    request, case = form_page.request, form_page.case
    proposal = proposals.propose(source, decision, request.user, case)
    # A stored ruling counts as an earlier offence, which would refuse the second click.
    if "store" in request.POST and listed.is_stored(form.cleaned_data["key"]):
        return _store_and_redirect(form_page, form, source, decision, proposal)
    wrong = list(proposals.problems(source, decision, proposal, request.user, case))
    if case is not None and not cases.may_revise(case, request.user):
        wrong.insert(0, refuse(Code.RULING_OF_ANOTHER))
    if any(row.level.is_heavy for row in proposal.sanctions):
        without = posting.rulings_out(Removal.of_case(case))
        wrong += posting.problems(form_page.snapshot, source, proposal.sanctions, without)
    if wrong:
        form.take(Refused(*wrong))
        return _form_page(form_page, form, source=source, decision=decision, proposal=proposal)
    shown = _sealed_content(form, proposal) | {
        "version": str(form_page.seen),
        "below": page_values.figures_below(source, decision, proposal),
        "left": previews.departures(row.entry for row in decision.offenders),
    }
    is_shown = previews.was_shown(
        form.cleaned_data["previewed"], request.user, form_page.event.uid, shown
    )
    if "store" in request.POST and is_shown:
        return _store_and_redirect(form_page, form, source, decision, proposal)
    sealed = previews.seal(request.user, form_page.event.uid, shown)
    form.data = with_hidden_value(request.POST, "previewed", sealed)
    if "store" in request.POST:
        previews.tell_of_change(request)
        # What is shown now is about the present result; its version is asked under the lock.
        form.data = with_hidden_value(form.data, "seen", str(_initial(form_page)["seen"]))
    return _form_page(
        form_page, form, source=source, decision=decision, proposal=proposal, looks=True
    )


def _store_and_redirect(
    form_page: RulingFormPage,
    form: CaseForm,
    source: RulingSource,
    decision: RulingDecision,
    proposal: Proposal,
) -> HttpResponse:
    """Store a ruling and redirect to it; the same ruling sent again gets the same answer."""
    with form.take_refusal():
        version = _store(form_page, source, decision, form.cleaned_data)
        messages.success(form_page.request, gettext("The ruling is recorded."))
        return redirect("referee_ruling", form_page.event.tournament.uid, version.case.uid)
    if set(form.errors) == {"answer"}:
        return _form_page(
            form_page, form, source=source, decision=decision, proposal=proposal, looks=True
        )
    return _refused_page(form_page, form)


def _refused_page(form_page: RulingFormPage, form: CaseForm) -> HttpResponse:
    """Return the form after a refusal, to be previewed again with the present result.

    It gets a new key, because something else may have been stored under the old one.
    """
    fresh = _initial(form_page)
    data = with_hidden_value(form_page.request.POST, "key", fresh["key"])
    form.data = with_hidden_value(data, "seen", str(fresh["seen"]))
    return _form_page(form_page, form)


def _store(
    form_page: RulingFormPage,
    source: RulingSource,
    decision: RulingDecision,
    data: Mapping[str, Any],
) -> Any:
    user, key = form_page.request.user, data["key"]
    if form_page.ruled is None:
        incident = form_page.incident
        also = irregularity_rulings.settled_by(incident, user) if incident else None
        return cases.decide(source, user, decision, key=key, also=also)
    answer = BuiltOnAnswer(data["answer"])
    return ruled_otherwise.revise(
        form_page.ruled.case, user, decision, seen=form_page.seen, key=key, answer=answer
    )


def _sealed_content(form: CaseForm, proposal: Proposal) -> dict[str, Any]:
    """Return what the preview showed: the fields, and their consequences."""
    hidden = ("previewed", "key", "answer", "seen")
    filled = {name: str(form.cleaned_data[name]) for name in form.fields if name not in hidden}
    return {**filled, "follows": previews.follows(proposal)}


def _placed(source: RulingSource, offenders: Sequence[NamedOffender]) -> RulingSource:
    """Return the source moved to the table of the first chosen seat, if any."""
    seat = next((row.seat for row in offenders if row.seat is not None), None)
    return source.at(seat) if seat is not None else source


def _form(form_page: RulingFormPage, data: Any = None) -> CaseForm:
    source, event = form_page.source, form_page.event
    seats = sources.seats_of(source)
    if source.sitting is None:
        reach = fetch.reach(form_page.request, event.tournament)
        whom = sources.choices(form_page.snapshot, source, reach)
    else:
        whom = sources.choices_at_table(seats)
    return CaseForm(
        data,
        initial=_initial(form_page),
        whom=whom,
        articles=articles.articles(event),
        taken={level: amount_text(event, level, at_table=True) for level in amounts.WITH_AMOUNT},
        seats={seat.label: seat.person.listed_name for seat in seats},
        is_official=regulations_of(event).is_official,
        has_deal=source.deal is not None,
        voids=page_values.replaying_articles(event),
    )


def _initial(form_page: RulingFormPage) -> dict[str, Any]:
    """Return the initial values: those of the previous version, or what the address names."""
    deal = form_page.source.deal
    initial: dict[str, Any] = {"key": new_uid(), "seen": deal.version if deal else 0}
    if form_page.ruled is None:
        return initial | {"remedy": BY_ARTICLE} | _named(form_page)
    row = form_page.ruled.newest
    initial |= {name: getattr(row, name) for name in SAME}
    initial["reach_rounds"] = row.reach_rounds or None
    initial["whom"] = list(sources.named_by(row, form_page.source))
    return initial | {f"said_{seat}": words for seat, words in row.statements.items()}


def _named(form_page: RulingFormPage) -> dict[str, Any]:
    """Return the initial values that the address names: irregularity, article, entry."""
    request, source, incident = form_page.request, form_page.source, form_page.incident
    entry = source.entry
    given = request.GET
    named: dict[str, Any] = {name: given[name] for name in ("article", "remedy") if name in given}
    if "cards" in given and (two := two_cards.waiting_pair(form_page.event, given["cards"])):
        return named | drafts.initial(two)
    # For a pair or a team the form asks which person it was.
    is_one = entry is not None and entry.members.count() == 1
    named |= {"whom": [f"entry:{entry.uid}"] if entry and is_one else []}
    if incident is None or source.sitting is None:
        return named
    seat = source.sitting.seats.filter(label=incident.row.seat).first()
    whom = [f"seat:{seat.uid}"] if seat else []
    facts = irregularities.text(incident.row)
    return named | {
        "whom": whom,
        "facts": facts,
        "article": irregularity_rulings.article_code(incident),
    }


def _form_page(
    form_page: RulingFormPage,
    form: CaseForm,
    *,
    source: RulingSource | None = None,
    decision: RulingDecision | None = None,
    proposal: Proposal | None = None,
    looks: bool = False,
) -> HttpResponse:
    event, case = form_page.event, form_page.case
    context: dict[str, Any] = {
        "tournament": event.tournament,
        "event": event,
        "form": form,
        "source": form_page.source,
        "whom_kind": "seat-choices" if form_page.source.sitting else "",
        "place": ruling_words.source_text(form_page.source),
        "ruled": ruling_words.told(form_page.ruled) if form_page.ruled else None,
        "is_official": regulations_of(event).is_official,
        "looks": looks,
        **page_values.decides_call(form_page.source if case is None else None),
    }
    if proposal is not None:
        context["proposal"] = ruling_words.proposal_told(
            form_page.snapshot, source or form_page.source, proposal, case
        )
        context["remedy"] = decision.remedy.label if decision and decision.remedy else ""
        context["adjusts"] = page_values.gives_adjusted_score(
            form_page.source, decision.article if decision else ""
        )
    if looks and source and decision and proposal:
        decided = proposals.proposed_measures(source, decision, proposal)
        without = posting.rulings_out(Removal.of_case(case))
        context["changes"] = what_if.what_if(form_page.snapshot, decided, without)
        context["measures"] = rank_columns.columns_of_event(event)
        context["built"] = page_values.built_texts(form_page.ruled) if form_page.ruled else []
        context["asks"] = bool(form_page.ruled and ruled_otherwise.built(form_page.ruled))
        context["departures"] = page_values.departures_named(form_page.snapshot, decision)
    return render(form_page.request, "desk/rulings/ruling_form.html", context)


def _ruling_page(
    request: DeskRequest, tournament: Tournament, ruled: Ruled, form: WordForm | None = None
) -> HttpResponse:
    told, newest = ruling_words.told_in_full(ruled), ruled.newest
    event = ruled.case.event
    event.tournament = tournament
    context = {
        "tournament": tournament,
        "event": event,
        "ruling": told,
        "is_official": regulations_of(event).is_official,
        "leaving": list(_may_leave(request, ruled)),
        "adjusts": page_values.awaits_adjusted_score(ruled),
        "may_rule_anew": cases.may_revise(ruled.case, request.user),
        "may_confirm": page_values.may_confirm(request, ruled),
        "is_put_off": newest.needs == Needs.ANSWER,
        "built": page_values.built_texts(ruled) if newest.needs and not newest.steps.all() else [],
        "departures": page_values.departures_in(ruled) if newest.needs else [],
        "form": page_values.word_form(ruled, form),
    }
    return render(request, "desk/rulings/ruling.html", context)


def _may_leave(request: DeskRequest, ruled: Ruled) -> Iterator[Entry]:
    """Yield the entries whose exclusion may follow: the ruled one, and those under L9."""
    event = ruled.case.event
    if not ruling_offices.has_office(request.user, event, access.CHIEFS):
        return
    rows = [row.entry for row in ruled.shown.sanctions.all() if row.level == Level.L9]
    named = [ruled.case.entry] if ruled.case.entry else []
    yield from {row.pk: row for row in [*named, *rows]}.values()
