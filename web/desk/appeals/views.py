"""The officials' pages of appeals: the list, lodging, one appeal with its steps, its paper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from referee.appeals import (
    built_on,
    decided_parts,
    hearing,
    part_texts,
    pending_entries,
    reading,
    states,
    texts,
    undoing,
)
from referee.appeals.built_on import BuiltOn
from referee.appeals.states import StepRequest
from referee.models import (
    Against,
    Appeal,
    AppealDecision,
    AppealState,
    AppealStep,
    Matter,
    Rejection,
    RulingPart,
)
from referee.rulings import ruling_parts
from tournaments.base.refusals import Refused
from tournaments.models import Deal, Role, Size, Tournament
from tournaments.regulations.articles import EventArticles
from tournaments.rights import access, ruling_offices
from tournaments.rights.access import REFEREES
from web.desk.appeals import deciding, paper
from web.desk.appeals.deciding import DecisionPreview
from web.desk.appeals.forms import (
    AnswerForm,
    DecideAppealForm,
    HearForm,
    RejectForm,
    StepForm,
    WithdrawForm,
    WordsForm,
)
from web.desk.frame import fetch
from web.desk.frame.made_at_once import made_at_once
from web.desk.frame.views import UNSAID, Shown, page, tell_problems
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish.rulings import changed_results

PAGE: Final = 100
"""Appeals on a page of the list."""
OF_CHIEFS: Final = frozenset({"reject", "hear", "decide", "settle", "answer"})


@dataclass(frozen=True, slots=True)
class AppealMark:
    """The decision on an appeal, or how far it is, with the class of its mark."""

    words: str
    mark: str


@dataclass(frozen=True, slots=True)
class ListedAppeal:
    """An appeal in the list: who appeals against what, and what came of it so far."""

    row: Appeal
    number: str
    appellant: str
    against: str
    outcome: AppealMark
    is_owed: bool


def _outcome(row: Appeal) -> AppealMark:
    decided, state = states.decided_step(row), states.state_of(row)
    if decided is not None:
        mark = "state-done" if decided.decision == AppealDecision.UPHELD else "state-waiting"
        return AppealMark(str(decided.get_decision_display()), mark)
    return AppealMark(str(state.label), "" if state in states.OVER else "state-waiting")


def _listed(rows: Iterable[Appeal], still_owed: Collection[str]) -> list[ListedAppeal]:
    """Return appeals in words; the articles of an event are read once for all of them."""
    articles: dict[int, EventArticles] = {}
    return [
        ListedAppeal(
            row,
            texts.number_text(row),
            texts.appellant_text(row.entry),
            texts.appealed_text(
                row.appealed, articles.setdefault(row.event_id, EventArticles(row.event))
            ),
            _outcome(row),
            row.uid in still_owed,
        )
        for row in rows
    ]


@page(fetch.tournament_within, REFEREES, "desk/appeals/appeals.html")
def appeals(request: DeskRequest, tournament: Tournament) -> Shown:
    """Show the appeals of a tournament, and the events in which one can be lodged."""
    reach = fetch.reach(request, tournament)
    official = tournament.events.select_related("regulations").filter(
        regulations__size=Size.OFFICIAL
    )
    events = [event for event in official.order_by("number") if reach.covers(event.pk)]
    if not events:
        raise Http404
    rows = Paginator(reading.appeals().filter(event__in=events), PAGE)
    page = rows.get_page(request.GET.get("page"))
    still_owed = pending_entries.awaited_among(list(page))
    return {
        "tournament": tournament,
        "events": events,
        "event": events[0] if len(events) == 1 else None,
        "page": page,
        "rows": _listed(page, still_owed),
    }


def _appeal(
    request: DeskRequest, roles: Collection[Role], uid: str, appeal_uid: str
) -> tuple[Tournament, Appeal]:
    tournament = fetch.tournament_within(request, roles, uid=uid)
    row = reading.one(tournament, appeal_uid)
    if row is None or not fetch.reach(request, tournament).covers(row.event_id):
        raise Http404
    return tournament, row


def _appeal_alone(
    request: DeskRequest, roles: Collection[Role], uid: str, appeal_uid: str
) -> Appeal:
    return _appeal(request, roles, uid, appeal_uid)[1]


@page(_appeal, REFEREES, change=REFEREES, back="referee_appeal")
def appeal(request: DeskRequest, found: tuple[Tournament, Appeal]) -> Shown:
    """Show an appeal with its steps, and take the next one."""
    tournament, row = found
    wanted = request.POST.get("step", "") if request.method == "POST" else ""
    is_chief = _is_chief(request, tournament, row)
    if wanted:
        ruling_offices.require_office(request.user, row.event)
    if wanted in OF_CHIEFS and not is_chief:
        raise PermissionDenied
    shown = _forms(row, is_chief=is_chief, sent=request.POST if wanted else None, wanted=wanted)
    form = shown.get(wanted)
    if wanted and form is None:
        return _again(request)
    if form is not None and form.is_valid():
        looked = (
            deciding.look_first(request, row, form) if isinstance(form, DecideAppealForm) else None
        )
        if looked is not None or form.errors:
            return _appeal_page(request, row, shown, form, looked)
        with form.take_refusal():
            turn = StepRequest(request.user, form.cleaned_data["seen"], sent.form(request))
            _STEPS[wanted](row, turn, form)
            messages.success(request, gettext("Noted."))
            return _go_on(tournament.uid, row, wanted)
    return _appeal_page(request, row, shown, form)


appeal_paper = made_at_once(paper.appeal_paper, _appeal_alone)


def _again(request: DeskRequest) -> Shown:
    """Answer a form whose step is no longer possible: by what it did, or that nothing was done."""
    try:
        if sent.form(request).find(AppealStep) is not None:
            return gettext("Noted.")
        messages.error(
            request, gettext("The appeal has changed in the meantime. Look at it again.")
        )
    except Refused as refused:
        tell_problems(request, refused)
    return UNSAID


def _go_on(uid: str, row: Appeal, step: str) -> HttpResponse:
    """Redirect after a step: to the deal whose result must be entered next, else to the appeal."""
    if step == "decide" and row.result is not None and pending_entries.awaits_result(row):
        return redirect("referee_deal", uid, row.result.deal.uid)
    return redirect("referee_appeal", uid, row.uid)


def _is_chief(request: DeskRequest, tournament: Tournament, row: Appeal) -> bool:
    """Whether the user is chief referee of the event, or of the whole tournament."""
    held = access.roles_in(request.user, tournament, row.event_id)
    return bool(ruling_offices.ruling_roles(held, row.event) & access.CHIEFS)


def _forms(
    row: Appeal, *, is_chief: bool, sent: Any = None, wanted: str = ""
) -> dict[str, StepForm]:
    """Return the forms of the steps that may follow now, the one that was sent bound."""
    seen: dict[str, Any] = {"seen": len(states.steps_of(row))}
    state = states.state_of(row)

    def of(step: str, form: Callable[..., StepForm], **also: Any) -> StepForm:
        data = sent if step == wanted else None
        return form(data, initial=seen, auto_id=f"id_{step}_%s", **also)

    if state == AppealState.LODGED:
        forms = {name: of(name, WordsForm) for name in ("reply", "comment")}
        forms["withdraw"] = of("withdraw", WithdrawForm)
        if is_chief:
            forms |= {"hear": of("hear", HearForm), "reject": of("reject", RejectForm)}
        return forms
    if is_chief and state in (AppealState.HEARD, AppealState.RECOMMENDED):
        has_penalty = _has_penalty(row)
        seen["parts"] = _beforehand(row)
        decide = of(
            "decide",
            DecideAppealForm,
            offered=_offered(row, state),
            has_deposit=bool(row.deposit),
            has_points=has_penalty,
            has_level=has_penalty and row.ruling is not None,
            parts=_parts(row),
            has_built=bool(_built(row)),
        )
        return {"decide": decide}
    if is_chief and state == AppealState.DECIDED and pending_entries.awaits_result(row):
        return {"settle": of("settle", WordsForm)}
    if is_chief and state == AppealState.DECIDED and (asked := decided_parts.questions(row)):
        return {"answer": of("answer", AnswerForm, questions=asked)}
    return {}


def _parts(row: Appeal) -> tuple[RulingPart, ...]:
    """Return the parts of a ruling that are decided one by one; empty if it has only one."""
    if row.ruling is None:
        return ()
    parts = ruling_parts.parts_of(undoing.current(row.ruling))
    return parts if parts[1:] or RulingPart.RECORD in parts else ()


def _beforehand(row: Appeal) -> list[str]:
    """Return the parts that are chosen initially."""
    if row.ruling is None:
        return []
    return [part.value for part in ruling_parts.chosen_beforehand(undoing.current(row.ruling))]


def _built(row: Appeal) -> tuple[BuiltOn, ...]:
    """Return what has been built on an appealed ruling since it was made."""
    if row.ruling is None:
        return ()
    version = undoing.current(row.ruling)
    return built_on.since(version, ruling_parts.parts_of(version))


def _has_penalty(row: Appeal) -> bool:
    """Whether a penalty is appealed against that another could replace."""
    if row.ruling is not None:
        return row.ruling.sanctions.exists()
    return row.against == Against.PENALTY


def _offered(row: Appeal, state: AppealState) -> tuple[AppealDecision, ...]:
    """Return the possible decisions; a committee can only recommend where it may not overrule."""
    heard = states.heard_step(row)
    has_committee = heard is not None and heard.members.exists() and state == AppealState.HEARD
    offered = [AppealDecision.UPHELD]
    if not hearing.may_overrule(row) and hearing.may_decide_parts(row):
        offered.append(AppealDecision.OVERTURNED)
    if hearing.may_overrule(row):
        can_vary = _has_penalty(row) or row.against == Against.RESULT
        offered += [AppealDecision.VARIED] if can_vary else []
        offered.append(AppealDecision.OVERTURNED)
    if has_committee:
        offered.append(AppealDecision.RECOMMEND)
    return tuple(offered)


def _appeal_page(
    request: DeskRequest,
    row: Appeal,
    shown: Mapping[str, StepForm],
    wrong: StepForm | None,
    looked: DecisionPreview | None = None,
) -> HttpResponse:
    has_parts = any(step.parts.all() for step in states.steps_of(row))
    context = {
        "tournament": row.tournament,
        "event": row.event,
        "appeal": row,
        "number": texts.number_text(row),
        "appellant": texts.appellant_text(row.entry),
        "against": texts.appealed_text(row.appealed, EventArticles(row.event)),
        "deposit": texts.deposit_text(row),
        "outcome": _outcome(row),
        "deal": _deal_of(row),
        "steps": [
            (texts.time_text(row, step), step.official.called, texts.step_text(step))
            for step in states.steps_of(row)
        ],
        "forms": shown,
        "wrong": wrong,
        "looked": looked,
        "owed": "settle" in shown or pending_entries.awaits_result(row),
        "built": list(map(part_texts.built_text, _built(row))) if "decide" in shown else [],
        "asked": decided_parts.waiting_in(row) if has_parts else [],
        "entered": [changed_results.change_text(result) for result in pending_entries.entered(row)],
    }
    return render(request, "desk/appeals/appeal.html", context)


def _deal_of(row: Appeal) -> Deal | None:
    """Return the deal that an appeal is about, if it is about one."""
    if row.ruling is not None:
        return row.ruling.case.deal
    return row.result.deal if row.result is not None else None


def _hear(row: Appeal, turn: StepRequest, form: Any) -> None:
    data, accounts = form.cleaned_data, list(ruling_offices.may_hear(row.event))
    hearing.hear(row, turn, Matter(data["matter"]), form.members(accounts), data["text"])


_STEPS: Final[Mapping[str, Callable[[Appeal, StepRequest, Any], object]]] = {
    "reply": lambda row, turn, form: hearing.write(
        row, turn, AppealState.REPLIED, form.cleaned_data["text"]
    ),
    "comment": lambda row, turn, form: hearing.write(
        row, turn, AppealState.COMMENTED, form.cleaned_data["text"]
    ),
    "withdraw": lambda row, turn, form: hearing.withdraw(row, turn, form.cleaned_data["text"]),
    "reject": lambda row, turn, form: hearing.reject(
        row, turn, Rejection(form.cleaned_data["why"]), form.cleaned_data["text"]
    ),
    "hear": _hear,
    "answer": lambda row, turn, form: hearing.answer(
        row, turn, form.answers, form.cleaned_data["text"]
    ),
    "settle": lambda row, turn, form: hearing.settle(row, turn, form.cleaned_data["text"]),
    "decide": lambda row, turn, form: hearing.decide(row, turn, form.decided),
}
