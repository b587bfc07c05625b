"""Forms whose row is gone, or whose sender has lost the role, when they come or under the lock.

What is asked again, and when, is in `views`; the words and the page of the refusal are here.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, pgettext

from tournaments import wording
from tournaments.base.refusals import Reason, refuse
from tournaments.models import Club, Event, Role, Tournament
from tournaments.record.audit import Actor
from tournaments.rights import held_offices
from web.desk.frame.moved_entries import FRAME
from web.forms.requests import DeskRequest
from web.forms.stored_values import ALL

log = logging.getLogger(__name__)

PROSE: Final = re.compile(r"[^\x00-\x7f]|\s")
"""What only a person types: keys, uids and codes have no blank and no Chinese sign."""


OF_PAGE: Final = frozenset({"fee", "pay", ALL})
"""Fields that the page itself fills with several parts, with blanks between."""
PROSE_FIELDS: Final = frozenset({"reason", "reasons", "text", "house_player"})
"""Fields in which also a single word is typed."""


class RowGone(Http404):
    """The row that a form is about was deleted, or dealt with, between its fetch and its change."""


def denial(
    missing: Http404 | PermissionDenied,
    by: Actor,
    owner: Tournament | Club,
    roles: Collection[Role],
    thing: Any,
) -> Http404 | PermissionDenied:
    """Return why what was fetched before the lock is not fetched under it: its row, or the role.

    A row that is stored, and is not found by an account whose role reaches less than all, is out of
    that reach; all others are gone.
    """
    if isinstance(missing, Http404) and _is_gone(by, owner, roles, list(_rows_in(thing))):
        return RowGone()
    ended = wording.problem_text(refuse(Reason.ROLE_ENDED))
    why = str(missing) if isinstance(missing, PermissionDenied) else ""
    both = pgettext("two sentences", "%(first)s %(second)s")
    return PermissionDenied(both % {"first": ended, "second": why} if why else ended)


def _is_gone(
    by: Actor, owner: Tournament | Club, roles: Collection[Role], rows: Collection[Model]
) -> bool:
    places = [owner, *(row for row in rows if isinstance(row, Club | Tournament))]
    return not all(map(_is_stored, (owner, *rows))) or any(
        held_offices.holds(by.uid, place, roles) for place in places
    )


def _is_stored(row: Model) -> bool:
    """Whether a row is stored, and neither a tournament nor an event that was deleted."""
    stored = row._meta.base_manager.filter(pk=row.pk)
    if isinstance(row, Tournament | Event):
        stored = stored.exclude(state=row.State.CANCELLED)
    return stored.exists()


def _rows_in(thing: Any) -> Iterator[Model]:
    """Go through the rows that a fetch has returned, with their events.

    They are alone, in a tuple or in a value of its own.
    """
    if isinstance(thing, Model):
        yield thing
        yield from _rows_in(getattr(thing, "event", None))
    elif isinstance(thing, tuple | list):
        for part in thing:
            yield from _rows_in(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from _rows_in(getattr(thing, field.name))


def answer(request: DeskRequest, missing: Http404 | ObjectDoesNotExist) -> HttpResponse:
    """Say that nothing was changed, and show what was typed, which is in no page any more.

    A row that an operation did not find is gone like one of the address; the log has its traceback,
    as it might be a fault of the program.
    """
    if isinstance(missing, ObjectDoesNotExist):
        log.warning("%s: a row is gone", request.path, exc_info=missing)
    if isinstance(missing, RowGone | ObjectDoesNotExist):
        words = wording.problem_text(refuse(Reason.ROW_GONE))
    else:
        words = gettext(
            "What you wanted to change is no longer there, or no longer open to you. "
            "Nothing was changed."
        )
    context = {"words": words, "typed": typed_in(request), "steps": True}
    return render(request, "desk/frame/row_gone.html", context, status=HTTPStatus.NOT_FOUND)


def typed_in(request: HttpRequest) -> list[str]:
    """Return what a person has typed in a form, except passwords."""
    return [
        value
        for name in request.POST
        if name not in FRAME | OF_PAGE and "password" not in name
        for value in request.POST.getlist(name)
        if (words := value.strip()) and (name in PROSE_FIELDS or PROSE.search(words))
    ]
