"""Views of boards: their commitments, and the results of all tables on a board."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.publish import etag
from tournaments.publish.pages import board as board_pages
from tournaments.publish.pages import boards as pages


@require_safe
def boards(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the board sets of an event with their commitments, and whether they are open."""
    event = access.public_event(uid)
    return etag.conditional(
        request,
        etag.stamp("boards", uid, event.public_revision),
        lambda: render(request, "publish/boards.html", {"page": pages.read(event)}),
    )


@require_safe
def board(request: HttpRequest, uid: str, of: int, number: int) -> HttpResponse:
    """Show a board; once it is open with its hands and the results of all tables."""
    event = access.public_event(uid)
    board = board_pages.public_board(event, of, number)
    return etag.conditional(
        request,
        etag.stamp("board", uid, of, number, event.public_revision),
        lambda: render(request, "publish/board.html", {"page": board_pages.read(event, board)}),
    )
