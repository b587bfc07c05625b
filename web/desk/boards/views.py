"""The boards of an event at the desk: the movement over them, and reading those that are open."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.models import Board, Round
from tournaments.organise import movements
from tournaments.record.audit import Verb
from tournaments.rights import access
from tournaments.structure import stages
from tournaments.structure.boards import Hands, kitty
from tournaments.wording.boards import outlook_sentences
from web.desk.boards.forms import MovementForm, ReadBoardsForm
from web.desk.frame.answers import actor, is_unchanged, permission_context, required_roles
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged
from web.publish.pages import boards as pages


@dataclass(frozen=True, slots=True)
class Read:
    """A board set that was just read, each board with its hands and its kitty."""

    number: int
    boards: tuple[tuple[Board, Hands, tuple[str, ...]], ...]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def boards(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the board sets; on POST show the hands of one and record that in the log."""
    event = access.event_as(request.user, uid, access.DESK)
    rounds = event.rounds.exclude(state=Round.State.CANCELLED).select_related("group")
    sets = pages.sets_of(event, rounds.order_by("number"))
    sent = request.POST if request.method == "POST" else None
    form = ReadBoardsForm([set_view.board_set for set_view in sets], sent)
    read: Read | None = None
    if form.is_valid():
        board_set = access.board_set_as(request.user, form.cleaned_data["board_set"], access.DESK)
        with form.take_refusal():
            hands = organise.read_hands(board_set, actor(request))
            rows = board_set.boards.order_by("board_no")
            dealt = [(row, hands[row.board_no]) for row in rows if row.board_no in hands]
            read = Read(
                board_set.number,
                tuple((board, cards, kitty(event, cards)) for board, cards in dealt),
            )
    context = {"event": event, "sets": sets, "form": form, "read": read}
    return render(request, "desk/boards/boards.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def movement(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the movement of an event and its outlook; before it begins it can be changed."""
    event = access.event_as(request.user, uid, required_roles(request, access.DESK))
    sent = request.POST if request.method == "POST" else None
    snapshot = results.read(event)
    form = MovementForm(
        stages.method_of(snapshot.current_stage),
        movements.choice_of(event),
        movements.forms_for(snapshot),
        sent,
    )
    form.logged = Logged(event.tournament, (Verb.SET_MOVEMENT,), about=event.uid)
    looks = sent is not None and "look" in sent
    if form.is_valid() and not looks:
        if is_unchanged(request, form):
            return redirect("desk_movement", uid)
        with form.take_refusal():
            organise.set_movement(event, actor(request), form.choice())
            messages.success(request, gettext("The movement is chosen."))
            return redirect("desk_movement", uid)
    choice = form.choice() if form.is_valid() else movements.choice_of(event)
    if looks and form.is_valid() and (unfit := list(movements.choice_problems(snapshot, choice))):
        form.take(Refused(*unfit))
        choice = movements.choice_of(event)
    outlook = movements.outlook(snapshot, choice)
    context = {
        "event": event,
        "form": form,
        "comes_to": list(outlook_sentences(outlook)) if outlook else [],
        "has_begun": movements.has_begun(snapshot),
        **permission_context(request, event.tournament),
    }
    return render(request, "desk/boards/movement.html", context)
