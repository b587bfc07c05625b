"""The frame of the desk's views, as two decorators:

`page` shows, `act` takes an action. Each takes a fetch, which gets the arguments of the address and
the roles, and the roles themselves, which stand on the view as `declared`, where tests of refusals
read them. Views without sign-in, of one's own account, or cached by browsers do not use it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, Protocol, TypeVar, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.base.refusals import Refused
from tournaments.models import Role
from web.desk.frame.answers import tell_problems
from web.forms.requests import DeskRequest
from web.publish import own_pages

Thing = TypeVar("Thing")
Shown = HttpResponse | dict[str, Any] | str
"""What a page returns: a response, the context of its template, or a message for the page that it
leads back to.
"""
Back = str | Callable[[Thing], HttpResponse] | None
"""Where a view leads afterwards: the name of a page with the same arguments, or a function of the
fetched object; None if the view answers itself.
"""
NOBODY: Final = frozenset[Role]()
SAFE: Final = ("GET", "HEAD")
UNSAID: Final = ""
"""Returned by a view that leads back and has already added its message."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The roles that may read a view, and those that may send its form; empty if it has none."""

    read: frozenset[Role]
    change: frozenset[Role]


class DeclaredView(Protocol):
    """A view of the desk that declares its roles."""

    declared: Declared

    def __call__(self, request: HttpRequest, **address: Any) -> HttpResponse:
        """Answer a request."""


def page(
    fetch: Callable[..., Thing],
    roles: Collection[Role],
    template: str = "",
    *,
    change: Collection[Role] = NOBODY,
    back: Back[Thing] = None,
    shows_codes: bool = False,
) -> Callable[[Callable[[DeskRequest, Thing], Shown]], DeclaredView]:
    """Frame a page; with roles for a `change` it also takes its own form.

    The view returns the context of its template, a response, or, once the form was accepted, the
    message for the page that it leads back to. If the view does not show a refusal itself, that
    page shows it in full, or this page again if it leads nowhere. A page that `shows_codes`, which
    open something to anybody who has them, is never compressed.
    """

    def frame(view: Callable[[DeskRequest, Thing], Shown]) -> DeclaredView:
        @never_cache
        @login_required
        @require_http_methods([*SAFE, "POST"] if change else SAFE)
        @wraps(view)
        def framed(request: DeskRequest, **address: Any) -> HttpResponse:
            thing = fetch(request, roles if request.method in SAFE else change, **address)
            try:
                shown = view(request, thing)
            except Refused as refused:
                if request.method in SAFE:
                    raise
                tell_problems(request, refused)
                shown = UNSAID if back else redirect(request.path)
            if isinstance(shown, dict):
                shown = render(request, template, shown)
            answer = _answer(request, shown, back, thing, address)
            return answer if shows_codes else own_pages.packed(request, answer)

        return _declare(framed, Declared(frozenset(roles), frozenset(change)))

    return frame


def act(
    fetch: Callable[..., Thing],
    roles: Collection[Role],
    *,
    back: Back[Thing] = None,
    done: str | Promise = UNSAID,
) -> Callable[[Callable[[DeskRequest, Thing], HttpResponse | str | None]], DeclaredView]:
    """Frame the action of a button, which only takes POST.

    A refusal is shown in full on the page that it leads `back` to. If the view returns None, the
    message is `done`; it may also return another message, or a response, such as the page of an
    invalid form.
    """

    def frame(view: Callable[[DeskRequest, Thing], HttpResponse | str | None]) -> DeclaredView:
        @never_cache
        @login_required
        @require_POST
        @wraps(view)
        def framed(request: DeskRequest, **address: Any) -> HttpResponse:
            thing = fetch(request, roles, **address)
            try:
                outcome = view(request, thing)
            except Refused as refused:
                tell_problems(request, refused)
                outcome = UNSAID
            said = str(done) if outcome is None else outcome
            return _answer(request, said, back, thing, address)

        return _declare(framed, Declared(NOBODY, frozenset(roles)))

    return frame


def _answer(
    request: DeskRequest,
    outcome: HttpResponse | str,
    back: Back[Thing],
    thing: Thing,
    address: dict[str, Any],
) -> HttpResponse:
    if isinstance(outcome, HttpResponse):
        return outcome
    if back is None:
        raise ValueError("a view that returns words leads nowhere")
    if outcome:
        messages.success(request, outcome)
    return redirect(back, **address) if isinstance(back, str) else back(thing)


def _declare(framed: Callable[..., HttpResponse], declared: Declared) -> DeclaredView:
    view = cast(DeclaredView, framed)
    view.declared = declared
    return view
