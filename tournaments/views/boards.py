"""The boards of an event at the desk: which are sealed, and reading those that are open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access, organise
from tournaments.forms.boards import ReadBoardsForm
from tournaments.models import Board, Event
from tournaments.publish.pages import boards as pages
from tournaments.results import queries
from tournaments.structure.boards import Hands, kitty
from tournaments.views.answers import DeskRequest, actor


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
    sets = pages.sets_of(event, queries.rounds(event))
    sent = request.POST if request.method == "POST" else None
    form = ReadBoardsForm([set_view.board_set for set_view in sets], sent)
    read: Read | None = None
    if form.is_valid():
        board_set = access.board_set_as(request.user, form.cleaned_data["board_set"], access.DESK)
        with form.take_refusal():
            hands = organise.read_hands(board_set, actor(request))
            read = _with_hands(
                event, board_set.number, list(board_set.boards.order_by("board_no")), hands
            )
    context = {"event": event, "sets": sets, "form": form, "read": read}
    return render(request, "tournaments/boards.html", context)


def _with_hands(event: Event, number: int, rows: list[Board], hands: Mapping[int, Hands]) -> Read:
    with_hands = [(row, hands[row.board_no]) for row in rows if row.board_no in hands]
    return Read(number, tuple((board, dealt, kitty(event, dealt)) for board, dealt in with_hands))
