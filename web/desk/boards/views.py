"""The boards of an event at the desk: their movement, and reading the hands."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments import organise, results, wording
from tournaments.base.refusals import Refused
from tournaments.models import Board, Event, Round
from tournaments.organise import movements
from tournaments.pairing.movements.board_choice import MovementChoice
from tournaments.record.audit import Verb
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import access
from tournaments.rights.access import DESK, DIRECTORS
from tournaments.structure import stages
from tournaments.structure.boards import Hands, kitty
from tournaments.wording.boards import outlook_sentences
from web.desk.boards.forms import MovementForm, ReadBoardsForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page, permission_context
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged
from web.publish.pages import boards as pages


@dataclass(frozen=True, slots=True)
class ReadBoards:
    """A board set whose hands were just read, each board with its hands and its kitty."""

    number: int
    boards: tuple[tuple[Board, Hands, tuple[str, ...]], ...]


@page(fetch.event, DESK, "desk/boards/boards.html", change=DESK)
def boards(request: DeskRequest, event: Event) -> Shown:
    """Show the board sets; on POST show the hands of one, and record that in the log."""
    rounds = event.rounds.exclude(state=Round.State.CANCELLED).select_related("group")
    sets = pages.sets_of(event, rounds.order_by("number"))
    sent = request.POST if request.method == "POST" else None
    form = ReadBoardsForm([set_view.board_set for set_view in sets], sent)
    read: ReadBoards | None = None
    if form.is_valid():
        board_set = access.board_set_as(request.user, form.cleaned_data["board_set"], access.DESK)
        with form.take_refusal():
            hands = organise.read_hands(board_set, actor(request))
            rows = board_set.boards.order_by("board_no")
            dealt = [(row, hands[row.board_no]) for row in rows if row.board_no in hands]
            read = ReadBoards(
                board_set.number,
                tuple((board, cards, kitty(event, cards)) for board, cards in dealt),
            )
    return {"event": event, "sets": sets, "form": form, "read": read}


def _chosen(snapshot: EventSnapshot, choice: MovementChoice) -> str:
    """Say that the movement is stored, and which pairs the typed numbers are."""
    if not choice.stay:
        return gettext("The movement is chosen.")
    rows = event_record.competitors(snapshot).values()
    stay = [f"{row.number} {row.name}" for row in rows if str(row.number) in choice.stay]
    words = gettext("The movement is chosen. These keep their table: %(names)s.")
    return words % {"names": wording.listed(stay)}


@page(fetch.event, DESK, "desk/boards/movement.html", change=DIRECTORS, back="desk_movement")
def movement(request: DeskRequest, event: Event) -> Shown:
    """Show the movement of an event and its outlook; it can be changed until the event begins."""
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
            return UNSAID
        with form.take_refusal():
            organise.set_movement(event, actor(request), form.choice())
            return _chosen(snapshot, form.choice())
    choice = form.choice() if form.is_valid() else movements.choice_of(event)
    if looks and form.is_valid() and (unfit := list(movements.choice_problems(snapshot, choice))):
        form.take(Refused(*unfit))
        choice = movements.choice_of(event)
    outlook = movements.outlook(snapshot, choice)
    return {
        "event": event,
        "form": form,
        "comes_to": list(outlook_sentences(outlook)) if outlook else [],
        "has_begun": movements.has_begun(snapshot),
        **permission_context(request, event.tournament),
    }
