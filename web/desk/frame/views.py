"""The frame of the desk's views, as two decorators, and what views say on the next page.

`page` shows, `act` takes an action. Each takes a fetch, which gets the arguments of the address and
the roles, and the roles themselves, which stand on the view as `declared`, where tests of refusals
read them. A form is answered here if what it is about is gone (`gone_rows`) or has another number
(`moved_entries`), and every change of its view fetches again under the lock, so that neither a role
that ended in between nor a row that was deleted changes anything. Views without sign-in, of one's
own account, or cached by browsers do not use it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.models import Club, Role, Tournament, User
from tournaments.record import audit
from tournaments.record.audit import Actor
from tournaments.rights import access
from web.desk.frame import gone_rows, moved_entries, signed_out
from web.desk.frame.moved_entries import EntryMoved
from web.forms.requests import DeskRequest
from web.forms.stored_values import StoredForm
from web.publish import own_pages

Thing = TypeVar("Thing")
Outcome = TypeVar("Outcome")
Shown = HttpResponse | dict[str, Any] | str
"""What a page returns: a response, the context of its template, or a message for the page that it
leads back to.
"""
Acted = HttpResponse | str | None
"""What an act returns: a response, or a message; None for the one that it declares."""
Back = str | Callable[[Thing], HttpResponse] | None
"""Where a view leads afterwards: the name of a page with the same arguments, or a function of the
fetched object; None if the view answers itself.
"""
NOBODY: Final = frozenset[Role]()
SAFE: Final = ("GET", "HEAD")
LONGEST_WORDS: Final = 1000
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


def _signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Frame a view of whoever is signed in; all others sign in first, and lose no form by it."""
    asked = login_required(view)

    @wraps(view)
    def framed(request: HttpRequest, **address: Any) -> HttpResponse:
        if request.method in SAFE or request.user.is_authenticated:
            return asked(request, **address)
        return signed_out.answer(request)

    return framed


def _kept_for_back(
    view: Callable[..., HttpResponse], *, is_kept: bool = True
) -> Callable[..., HttpResponse]:
    """Let browsers keep no page, except what answers a form until somebody goes back to it.

    A browser cannot ask for such a page again: without a copy it shows an error in its place, and
    what was typed is lost. It never shows the copy otherwise; with `is_kept` false it keeps none.
    """

    @wraps(view)
    def framed(request: HttpRequest, **address: Any) -> HttpResponse:
        answer = view(request, **address)
        is_page = answer.headers.get("Content-Type", "").startswith(own_pages.HTML)
        if request.method in SAFE or not (is_kept and is_page) or answer.has_header("Location"):
            add_never_cache_headers(answer)
        else:
            patch_cache_control(answer, private=True, no_cache=True)
        return answer

    return framed


def page(
    fetch: Callable[..., Thing],
    roles: Collection[Role],
    template: str = "",
    *,
    change: Collection[Role] = NOBODY,
    back: Back[Thing] = None,
    shows_codes: bool = False,
    shows_contacts: bool = False,
) -> Callable[[Callable[[DeskRequest, Thing], Shown]], DeclaredView]:
    """Frame a page; with roles for a `change` it also takes its own form.

    The view returns the context of its template, a response, or, once the form was accepted, the
    message for the page that it leads back to. If the view does not show a refusal itself, that
    page shows it in full, or this page again if it leads nowhere. A page that `shows_codes`, which
    open something to anybody who has them, is never compressed; neither it nor one that
    `shows_contacts` of persons is kept by a browser, where the next account could go back to it.
    """

    def frame(view: Callable[[DeskRequest, Thing], Shown]) -> DeclaredView:
        @partial(_kept_for_back, is_kept=not (shows_codes or shows_contacts))
        @_signed_in
        @require_http_methods([*SAFE, "POST"] if change else SAFE)
        @wraps(view)
        def framed(request: DeskRequest, **address: Any) -> HttpResponse:
            def answer(shown: Shown, thing: Thing) -> HttpResponse:
                if isinstance(shown, dict):
                    shown = render(request, template, shown)
                answered = _answer(request, shown, back, thing, address)
                return answered if shows_codes else own_pages.packed(request, answered)

            if request.method in SAFE:
                thing = fetch(request, roles, **address)
                return answer(view(request, thing), thing)
            refused: Shown = UNSAID if back else redirect(request.path)
            return _send(request, _Fetch(fetch, change, address), view, answer, refused)

        return _declare(framed, Declared(frozenset(roles), frozenset(change)))

    return frame


def act(
    fetch: Callable[..., Thing],
    roles: Collection[Role],
    *,
    back: Back[Thing] = None,
    done: str | Promise = UNSAID,
) -> Callable[[Callable[[DeskRequest, Thing], Acted]], DeclaredView]:
    """Frame the action of a button, which only takes POST.

    A refusal is shown in full on the page that it leads `back` to. If the view returns None, the
    message is `done`; it may also return another message, or a response, such as the page of an
    invalid form.
    """

    def frame(view: Callable[[DeskRequest, Thing], Acted]) -> DeclaredView:
        @_kept_for_back
        @_signed_in
        @require_POST
        @wraps(view)
        def framed(request: DeskRequest, **address: Any) -> HttpResponse:
            def answer(outcome: Acted, thing: Thing) -> HttpResponse:
                said = str(done) if outcome is None else outcome
                return _answer(request, said, back, thing, address)

            refused: Acted = UNSAID
            return _send(request, _Fetch(fetch, roles, address), view, answer, refused)

        return _declare(framed, Declared(NOBODY, frozenset(roles)))

    return frame


@dataclass(frozen=True, slots=True)
class _Fetch(Generic[Thing]):
    """What a form is about: how it is fetched, by which roles, with which arguments."""

    fetch: Callable[..., Thing]
    roles: Collection[Role]
    address: dict[str, Any]

    def of(self, request: DeskRequest) -> Thing:
        """Fetch it for the account of a request."""
        return self.fetch(request, self.roles, **self.address)

    def again(self, request: DeskRequest, thing: Thing) -> AbstractContextManager[None]:
        """Let each change of the account in this block fetch it again, under the lock.

        Changes that the program makes itself are not asked.
        """

        def ask(owner: Tournament | Club, by: Actor) -> None:
            if by != actor(request):
                return
            try:
                if not User.objects.filter(pk=request.user.pk, is_active=True).exists():
                    raise PermissionDenied
                self.of(request)
            except (Http404, PermissionDenied) as missing:
                raise gone_rows.denial(missing, by, owner, self.roles, thing) from missing

        return audit.asking_again(ask)


def _send(
    request: DeskRequest,
    fetched: _Fetch[Thing],
    view: Callable[[DeskRequest, Thing], Outcome],
    answer: Callable[[Outcome, Thing], HttpResponse],
    refused: Outcome,
) -> HttpResponse:
    """Answer a form; what was typed in one that is refused and not shown again is told as well."""
    told = len(messages.get_messages(request))
    answered = _send_form(request, fetched, view, answer, refused)
    if answered.has_header("Location") and _has_errors(request, told):
        for words in gone_rows.typed_in(request):
            text = gettext("You wrote: %(words)s")
            messages.info(request, text % {"words": words[:LONGEST_WORDS]})
    return answered


def _has_errors(request: DeskRequest, told: int) -> bool:
    """Whether the next page tells an error beside the messages that were told before."""
    told_now: Any = messages.get_messages(request)
    was_used = told_now.used
    is_wrong = any(message.level >= messages.ERROR for message in list(told_now)[told:])
    # They were not shown yet.
    told_now.used = was_used
    return is_wrong


def _send_form(
    request: DeskRequest,
    fetched: _Fetch[Thing],
    view: Callable[[DeskRequest, Thing], Outcome],
    answer: Callable[[Outcome, Thing], HttpResponse],
    refused: Outcome,
) -> HttpResponse:
    """Answer a form: by its view, or by what stands for its outcome once problems are told."""
    try:
        thing = fetched.of(request)
        try:
            with fetched.again(request, thing):
                outcome = view(request, thing)
        except Refused as problems:
            tell_problems(request, problems)
            outcome = refused
    except EntryMoved as moved:
        return moved_entries.answer(request, moved)
    except (Http404, ObjectDoesNotExist) as missing:
        return gone_rows.answer(request, missing)
    return answer(outcome, thing)


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
        raise ValueError("a view that returns a message has no page to return to")
    if outcome:
        messages.success(request, outcome)
    return redirect(back, **address) if isinstance(back, str) else back(thing)


def _declare(framed: Callable[..., HttpResponse], declared: Declared) -> DeclaredView:
    view = cast(DeclaredView, framed)
    view.declared = declared
    return view


def actor(request: DeskRequest) -> Actor:
    """Return the signed-in account as the actor of a log entry."""
    return Actor.from_user(request.user)


def permission_context(request: DeskRequest, tournament: Tournament) -> dict[str, bool]:
    """Return the template context of which buttons the account may use."""
    roles = access.roles_in(request.user, tournament)
    return {
        "directs": bool(roles & access.DIRECTORS),
        "chiefs": bool(roles & access.CHIEFS),
        "referees": bool(roles & access.REFEREES),
    }


def ask_which(request: DeskRequest, form: StoredForm, back: str, **also: str) -> HttpResponse:
    """Ask which value to keep, for a form on a page with several; `also` is sent with it."""
    context = {"form": form, "back": back, "also": also}
    return render(request, "desk/frame/which_is_kept.html", context)


def is_unchanged(request: HttpRequest, *forms: StoredForm) -> bool:
    """Whether the forms sent change nothing; then say so on the next page.

    Nothing is stored then, and the log has no entry of it.
    """
    unchanged = all(form.changes_nothing for form in forms)
    if unchanged:
        messages.info(request, gettext("Nothing was changed."))
    return unchanged


@contextmanager
def report_outcome(request: HttpRequest, done: str) -> Iterator[None]:
    """Add the message `done`, or every problem of a refusal, to the next page."""
    try:
        yield
    except Refused as refused:
        tell_problems(request, refused)
    else:
        messages.success(request, done)


def tell_problems(request: HttpRequest, refused: Refused) -> None:
    """Add every problem of a refusal to the next page."""
    for problem in refused.problems:
        messages.error(request, wording.problem_text(problem))
