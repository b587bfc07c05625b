"""The pages of rulings: made after a look at what follows, listed, confirmed and made anew."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from referee.appeals import ruled_otherwise
from referee.appeals.built_on import BuiltOnAnswer
from referee.base.case_numbers import number_text
from referee.base.refusals import Code, problem
from referee.models import Decision as Noted
from referee.models import Needs, RulingCase, RulingVersion
from referee.rulings import (
    cases,
    earlier_offences,
    irregularity_rulings,
    listed,
    posting,
    proposals,
    what_if,
)
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.irregularity_rulings import Ruling
from referee.rulings.listed import Ruled
from referee.rulings.proposals import Proposal
from referee.rulings.ruling_stack import Removal
from referee.sheets import irregularities
from referee.sheets.irregularities import Incident
from tournaments import results
from tournaments.base.refusals import Refused
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
from web.desk.frame.views import act, page
from web.desk.rulings import drafts, filled, otherwise, sources, waiting_rulings
from web.desk.rulings.forms import BY_ARTICLE, CaseForm, WordForm
from web.desk.seasons.views import PDF, file_answer
from web.forms.requests import DeskRequest
from web.publish import measures
from web.publish.rulings import ruling_paper, ruling_words

SAME: Final = (
    *("article", "own_article", "facts", "agreed", "level_reason"),
    *("remedy", "remedy_words", "purpose", "reach", "reach_rounds"),
)
"""What a ruling that is decided otherwise begins with."""


@dataclass(frozen=True, slots=True)
class RulingFormPage:
    """A form's page: where the ruling comes from, and the case where it is made anew.

    `incident` is the irregularity of a sheet on which it rules.
    """

    request: DeskRequest
    snapshot: EventSnapshot
    source: RulingSource
    ruled: Ruled | None = None
    incident: Incident | None = None

    @property
    def event(self) -> Event:
        """The event of the ruling."""
        return self.snapshot.event

    @property
    def case(self) -> RulingCase | None:
        """The case that is decided otherwise."""
        return self.ruled.case if self.ruled else None

    @property
    def seen(self) -> int:
        """The version that the page shows; 0 for a new ruling."""
        return self.ruled.newest.number if self.ruled else 0


@page(fetch.event_to_rule_in, REFEREES, change=REFEREES)
def new(request: DeskRequest, event: Event) -> HttpResponse:
    """Make a ruling: show what it would change, and store it."""
    named = request.GET.dict()
    source, incident = sources.source_of(event, named), sources.incident_of(event, named)
    fetch.require_table(request, event, source.sitting)
    return _answer(RulingFormPage(request, results.read(event), source, incident=incident))


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
def anew(request: DeskRequest, ruled: Ruled) -> HttpResponse:
    """Rule otherwise: the version before is superseded and what it did is taken back."""
    before = ruled.case.event
    event = fetch.event_to_rule_in(request, REFEREES, before.tournament.uid, before.uid)
    return _answer(
        RulingFormPage(request, results.read(event), RulingSource.of_case(ruled.case), ruled)
    )


@page(_case, REFEREES)
def ruling(request: DeskRequest, ruled: Ruled) -> HttpResponse:
    """Show a ruling with its versions."""
    return _ruling_page(request, ruled.case.event.tournament, ruled)


@act(_case, REFEREES, back="referee_ruling", done=_("Written down."))
def word(request: DeskRequest, ruled: Ruled) -> HttpResponse | None:
    """Give or refuse the word that a version waits for."""
    form = WordForm(request.POST)
    if not form.is_valid():
        return _ruling_page(request, ruled.case.event.tournament, ruled, form)
    seen = [row for row in ruled.versions if row.number == form.cleaned_data["seen"]]
    if not seen:
        raise Http404
    version = cases.version_of(seen[0].uid)
    if "confirm" in request.POST:
        cases.confirm(version, request.user)
    else:
        cases.reject(version, request.user, form.cleaned_data["reason"])
    return None


@page(_case, REFEREES)
def paper(_request: DeskRequest, ruled: Ruled) -> HttpResponse:
    """Answer with the 裁决单 as a PDF."""
    name = f"{pgettext('on paper', 'Ruling')} {number_text(ruled.case)}.pdf"
    return file_answer(ruling_paper.draw(ruled), name, PDF[1])


def _answer(asked: RulingFormPage) -> HttpResponse:
    """Answer a form: empty at first, then with what would follow, then stored."""
    request = asked.request
    if request.method != "POST":
        return _form_page(asked, _form(asked))
    form = _form(asked, request.POST)
    if not form.is_valid():
        return _form_page(asked, form)
    offenders = [sources.offender_of(asked.event, whom) for whom in form.cleaned_data["whom"]]
    if None in offenders:
        raise Http404
    decision = form.decision([row for row in offenders if row is not None])
    source = _placed(asked.source, decision.offenders)
    return _look_or_store(asked, form, source, decision)


def _look_or_store(
    asked: RulingFormPage, form: CaseForm, source: RulingSource, decision: RulingDecision
) -> HttpResponse:
    request, case = asked.request, asked.case
    proposal = proposals.propose(source, decision, request.user, case)
    # Once it is stored it counts as an earlier offence, and two clicks would be answered apart.
    if "store" in request.POST and cases.is_stored(form.cleaned_data["key"]):
        return _store_and_lead(asked, form, source, decision, proposal)
    wrong = list(proposals.problems(source, decision, proposal, request.user, case))
    if case is not None and not cases.may_revise(case, request.user):
        wrong.insert(0, problem(Code.RULING_OF_ANOTHER))
    without = posting.rulings_out(Removal.of_case(case))
    wrong += what_if.problems(asked.snapshot, source, proposal, without)
    if wrong:
        form.take(Refused(*wrong))
        return _form_page(asked, form, source=source, decision=decision, proposal=proposal)
    shown = _sealed_content(form, proposal) | {"version": str(asked.seen)}
    is_shown = previews.was_shown(
        form.cleaned_data["previewed"], request.user, asked.event.uid, shown
    )
    if "store" in request.POST and is_shown:
        return _store_and_lead(asked, form, source, decision, proposal)
    if "store" in request.POST:
        messages.warning(request, gettext("It is not what was shown before. Look at it again."))
    sealed = previews.seal(request.user, asked.event.uid, shown)
    form.data = with_hidden_value(request.POST, "previewed", sealed)
    return _form_page(asked, form, source=source, decision=decision, proposal=proposal, looks=True)


def _store_and_lead(
    asked: RulingFormPage,
    form: CaseForm,
    source: RulingSource,
    decision: RulingDecision,
    proposal: Proposal,
) -> HttpResponse:
    """Store a ruling and lead to it; one that came before is answered alike."""
    with form.take_refusal():
        version = _store(asked, source, decision, form.cleaned_data)
        messages.success(asked.request, gettext("The ruling is written down."))
        return redirect("referee_ruling", asked.event.tournament.uid, version.case.uid)
    if set(form.errors) == {"answer"}:
        return _form_page(
            asked, form, source=source, decision=decision, proposal=proposal, looks=True
        )
    return _refused_page(asked, form)


def _refused_page(asked: RulingFormPage, form: CaseForm) -> HttpResponse:
    """Return the form after a refusal, for another look at the result as it is now.

    Something else may have been stored under its key, so that it gets a new one.
    """
    fresh = _initial(asked)
    data = with_hidden_value(asked.request.POST, "key", fresh["key"])
    form.data = with_hidden_value(data, "seen", str(fresh["seen"]))
    return _form_page(asked, form)


def _store(
    asked: RulingFormPage, source: RulingSource, decision: RulingDecision, data: Mapping[str, Any]
) -> Any:
    user, key = asked.request.user, data["key"]
    if asked.ruled is None:
        version = cases.decide(source, user, decision, key=key)
        _settle(asked, version)
        return version
    answer = BuiltOnAnswer(data["answer"])
    return ruled_otherwise.revise(
        asked.ruled.case, user, decision, seen=asked.seen, key=key, answer=answer
    )


def _settle(asked: RulingFormPage, version: RulingVersion) -> None:
    """Note on the irregularity by which ruling it was decided; nothing where that was done."""
    incident = asked.incident
    if incident is None or incident.rulings:
        return
    noted = Ruling(Noted.NOTED, number_text(version.case), version.article)
    irregularity_rulings.rule(incident, asked.request.user, noted, seen=0)


def _sealed_content(form: CaseForm, proposal: Proposal) -> dict[str, str]:
    """Return what was looked at: all that was filled in, and what follows from it."""
    hidden = ("previewed", "key", "answer")
    filled = {name: str(form.cleaned_data[name]) for name in form.fields if name not in hidden}
    return {**filled, "follows": previews.follows(proposal)}


def _placed(source: RulingSource, offenders: Sequence[NamedOffender]) -> RulingSource:
    """Return the source at the table of the first seat that was chosen."""
    seat = next((row.seat for row in offenders if row.seat is not None), None)
    return source.at(seat) if seat is not None else source


def _form(asked: RulingFormPage, data: Any = None) -> CaseForm:
    source, snapshot = asked.source, asked.snapshot
    seats = source.sitting.seats.select_related("person") if source.sitting else ()
    deal = source.deal
    return CaseForm(
        data,
        initial=_initial(asked),
        whom=sources.choices(snapshot, source, fetch.reach(asked.request, asked.event.tournament)),
        articles=articles.articles(asked.event),
        taken={
            level: amount_text(asked.event, level, at_table=True) for level in amounts.WITH_AMOUNT
        },
        seats={seat.label: seat.person.name for seat in seats},
        is_official=regulations_of(asked.event).is_official,
        has_deal=deal is not None,
        voids=filled.voids(asked.event),
    )


def _initial(asked: RulingFormPage) -> dict[str, Any]:
    """Return what the form begins with: what was decided before, or who is named."""
    deal = asked.source.deal
    initial: dict[str, Any] = {"key": new_uid(), "seen": deal.version if deal else 0}
    if asked.ruled is None:
        return initial | {"remedy": BY_ARTICLE} | _named(asked)
    row = asked.ruled.newest
    initial |= {name: getattr(row, name) for name in SAME}
    initial["reach_rounds"] = row.reach_rounds or None
    initial["whom"] = list(sources.named_by(row, asked.source))
    return initial | {f"said_{seat}": words for seat, words in row.statements.items()}


def _named(asked: RulingFormPage) -> dict[str, Any]:
    """Return what the address says of a new ruling: the irregularity, the article, the entry."""
    request, source, incident = asked.request, asked.source, asked.incident
    entry = source.entry
    given = request.GET
    named: dict[str, Any] = {name: given[name] for name in ("article", "remedy") if name in given}
    if "cards" in given and (two := earlier_offences.waiting_pair(asked.event, given["cards"])):
        return named | drafts.initial(two)
    # Of a pair or a team it is asked who it was.
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
    asked: RulingFormPage,
    form: CaseForm,
    *,
    source: RulingSource | None = None,
    decision: RulingDecision | None = None,
    proposal: Proposal | None = None,
    looks: bool = False,
) -> HttpResponse:
    event, case = asked.event, asked.case
    context: dict[str, Any] = {
        "tournament": event.tournament,
        "event": event,
        "rounds": list(asked.snapshot.rounds),
        "form": form,
        "source": asked.source,
        "place": ruling_words.source_text(asked.source),
        "ruled": ruling_words.told(asked.ruled) if asked.ruled else None,
        "is_official": regulations_of(event).is_official,
        "measures": measures.columns_of_event(event),
        "looks": looks,
    }
    if proposal is not None:
        context["proposal"] = ruling_words.proposal_told(
            asked.snapshot, source or asked.source, proposal, case
        )
        context["remedy"] = decision.remedy.label if decision and decision.remedy else ""
        context["adjusts"] = filled.adjusts(asked.source, decision.article if decision else "")
    if looks and source and decision and proposal:
        decided = proposals.proposed_measures(source, decision, proposal)
        without = posting.rulings_out(Removal.of_case(case))
        context["changes"] = what_if.what_if(asked.snapshot, decided, without)
        context["built"] = otherwise.built_texts(asked.ruled) if asked.ruled else []
        context["asks"] = bool(asked.ruled and ruled_otherwise.built(asked.ruled))
    return render(asked.request, "desk/rulings/ruling_form.html", context)


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
        "adjusts": filled.is_to_adjust(ruled),
        "may_rule_anew": cases.may_revise(ruled.case, request.user),
        "may_confirm": waiting_rulings.may_confirm(request, ruled),
        "is_put_off": newest.needs == Needs.ANSWER,
        "built": otherwise.built_texts(ruled) if newest.needs and not newest.steps.all() else [],
        "form": form or WordForm(initial={"seen": newest.number}),
    }
    return render(request, "desk/rulings/ruling.html", context)


def _may_leave(request: DeskRequest, ruled: Ruled) -> Iterator[Entry]:
    """Yield the entries whose leaving is decided beside the ruling: of an entry, and by L9."""
    event = ruled.case.event
    if not ruling_offices.has_office(request.user, event, access.CHIEFS):
        return
    rows = [row.entry for row in ruled.shown.sanctions.all() if row.level == Level.L9]
    named = [ruled.case.entry] if ruled.case.entry else []
    yield from {row.pk: row for row in [*named, *rows]}.values()
