"""The documents of an event at the desk: ordering, watching and reading them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from csp.decorators import csp_exempt
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.problems import Refused as FontsRefused
from tournaments import results
from tournaments.jobs.models import Document
from tournaments.models import Entry, EntryMember, Event, Role, Round
from tournaments.results import queries
from tournaments.rights import access, public_access
from tournaments.rights.access import DESK
from tournaments.system import installation
from web.desk.frame import fetch
from web.desk.frame.views import Shown, act, page, permission_context
from web.forms.requests import DeskRequest
from web.publish import address, documents, etag, ordering, publications
from web.publish.chat.texts import chat_texts, is_ahead, read_how_to_enter
from web.publish.documents import DocumentKind, officials
from web.publish.etag import Live
from web.publish.ordering import NotNow
from web.publish.pages import document as pages
from web.publish.pages.document import Doors
from web.publish.pdf.fonts import missing_signs
from web.publish.pdf.typefaces import typefaces
from web.publish.printed import making, round_papers
from web.publish.served.documents import answer, refused

PAPER: Final = "pdf"
"""The suffix of documents that are printed; others are files for programs."""


@page(fetch.event, DESK, "desk/documents/documents.html")
def index(request: DeskRequest, event: Event) -> Shown:
    """Show what can be printed of an event and of each of its rounds."""
    rounds = list(queries.rounds(event))
    held = access.roles_in(request.user, event.tournament)
    return {
        **permission_context(request, event.tournament),
        "directs_club": access.directs_club(request.user, event.tournament.club),
        "event": event,
        "rounds": rounds,
        "latest": _latest(event, rounds, held),
        "matrix": _matrix(event, rounds, held),
        "unprintable": _unprintable(event),
    }


@page(fetch.event, DESK, "desk/documents/chat.html")
def chat(request: DeskRequest, event: Event) -> Shown:
    """Show the texts for the club's chat, to be copied."""
    snapshot = results.read(event)
    entering = read_how_to_enter(event) if is_ahead(snapshot) else None
    published = publications.read(event, publications.needs_with_highlights(snapshot))
    texts = chat_texts(snapshot, published, address.official_address(request), entering)
    return {"event": event, "texts": texts, "public": public_access.is_public(event)}


def _latest(event: Event, rounds: Sequence[Round], held: Collection[Role]) -> Round | None:
    """Return the last round whose documents can all be printed at once."""
    shown = (
        round_
        for round_ in reversed(rounds)
        if round_papers.everything in documents.kinds(event, round_, roles=held)
    )
    return next(shown, None)


def _unprintable(event: Event) -> list[tuple[str, str]]:
    """Return the names of an event with characters that no typeface has, and these characters."""
    entries = Entry.objects.filter(event=event).order_by("number").values_list("name", "club")
    persons = EntryMember.objects.filter(entry__event=event).order_by("entry__number", "pk")
    names = [*chain.from_iterable(entries), *persons.values_list("person__name", flat=True)]
    try:
        faces = typefaces(making.font())
    except FontsRefused:
        # There is no typeface at all, which the job that draws a document reports.
        return []
    signs = {name: missing_signs(name, faces) for name in (event.name, *names)}
    return [(name, _coded(missing)) for name, missing in signs.items() if missing]


def _coded(signs: str) -> str:
    """Return characters with their codes, since a screen may lack them too: `𪚥 U+2A6A5`."""
    return " ".join(f"{sign} U+{ord(sign):04X}" for sign in signs)


@dataclass(frozen=True, slots=True)
class KindRow:
    """A kind of document, and whether it exists for each column: a round, or the whole event."""

    kind: DocumentKind
    cells: tuple[tuple[Round | None, bool], ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Kinds of documents by rounds. The first column is what is printed now.

    That is the round in play, or the whole event where none is; earlier rounds come last.
    """

    columns: tuple[Round | None, ...]
    papers: tuple[KindRow, ...]
    files: tuple[KindRow, ...]


def _matrix(event: Event, rounds: Sequence[Round], held: Collection[Role]) -> Matrix:
    """Return the documents for officials with the roles `held`.

    Everything for a round comes first, then those of the first column.
    """
    columns = _columns(rounds)
    kinds = [documents.kinds(event, column, roles=held) for column in columns]
    of_rounds = [each for column, each in zip(columns, kinds, strict=True) if column]
    of_event = kinds[columns.index(None)]
    listed = dict.fromkeys(chain(*reversed(of_rounds), of_event))
    rows = [
        KindRow(kind, tuple((of, kind in each) for of, each in zip(columns, kinds, strict=True)))
        for kind in sorted(
            listed, key=lambda kind: (kind is not round_papers.everything, kind not in kinds[0])
        )
    ]
    return Matrix(
        columns,
        tuple(row for row in rows if row.kind.suffix == PAPER),
        tuple(row for row in rows if row.kind.suffix != PAPER),
    )


def _columns(rounds: Sequence[Round]) -> tuple[Round | None, ...]:
    """Return the rounds, the last one first, and None for the whole event."""
    latest = [round_ for round_ in rounds[-1:] if round_.state != Round.State.CLOSED]
    return *latest, None, *reversed(rounds[: len(rounds) - len(latest)])


def _event_and_kind(
    request: DeskRequest, roles: Collection[Role], uid: str, kind: str
) -> tuple[Event, DocumentKind]:
    event = access.event_as(request.user, uid, officials(kind, roles))
    return event, ordering.kind_of(kind, public=False)


@act(_event_and_kind, DESK)
def order(request: DeskRequest, wanted: tuple[Event, DocumentKind]) -> HttpResponse:
    """Order a document of the current state."""
    event, document_kind = wanted
    rounds = Round.objects.exclude(state=Round.State.CANCELLED)
    start = address.official_address(request)
    subject = ordering.read_subject(request, event, start, rounds)
    placed = ordering.order_document(request, document_kind, subject)
    if isinstance(placed, NotNow):
        return refused(request, event, placed)
    if document_kind.bears_address or subject.with_cards:
        installation.note_address(start)
    return redirect("desk_document", uid=event.uid, kind=document_kind.name, digest=placed.digest)


@cache_control(private=True)
@login_required
@require_safe
def document(
    request: DeskRequest, uid: str, kind: str, digest: str, *, alone: bool = False
) -> HttpResponse:
    """Show the progress of a document, and its link once it is made."""
    page = pages.read(access.event_as(request.user, uid, officials(kind, DESK)), kind, digest)
    live = Live(
        reverse("desk_document_live", args=[uid, kind, digest]),
        etag.stamp("desk-document", page.stamp),
    )
    context = {"live": live, "page": page, "event": page.event, "doors": _page_links(page)}
    if not alone:
        return render(request, "desk/documents/document.html", context)
    return etag.conditional(
        request, live.stamp, lambda: render(request, "publish/documents/_document.html", context)
    )


@csp_exempt()  # type: ignore[arg-type] # it knows of views without arguments only
@cache_control(private=True)
@login_required
@require_safe
def file(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with the file of a document of an event where the account has a role."""
    document = get_object_or_404(Document.objects.defer("content"), uid=uid)
    roles = officials(document.kind, DESK)
    access.event_as(request.user, documents.event_of(document.about), roles)
    return answer(request, document)


def _page_links(page: pages.DocumentProgress) -> Doors:
    uid, kind = page.event.uid, page.kind
    return Doors(
        order=reverse("desk_document_order", args=[uid, kind]),
        look=reverse("desk_document", args=[uid, kind, page.digest]),
        file=reverse("desk_document_file", args=[page.document.uid]) if page.document else "",
        is_desk=True,
    )
