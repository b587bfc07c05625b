"""The documents of an event at the desk: ordering, watching and reading them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain

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
    """A kind of document: whether it exists for the event, and for each round."""

    kind: DocumentKind
    of_event: bool
    of_rounds: tuple[tuple[Round, bool], ...]


def _matrix(event: Event, rounds: Sequence[Round], held: Collection[Role]) -> list[KindRow]:
    """Return the kinds of documents by rounds: papers before files, those of rounds first.

    Only kinds for officials with the roles `held`. Everything for a round comes first.
    """
    of_event = documents.kinds(event, None, roles=held)
    of_rounds = [(round_, documents.kinds(event, round_, roles=held)) for round_ in rounds]
    shown = [kind for _round, kinds in of_rounds for kind in kinds]
    listed = sorted(
        dict.fromkeys([*shown, *of_event]),
        key=lambda kind: (kind is not round_papers.everything, kind.suffix != "pdf"),
    )
    return [
        KindRow(
            kind,
            kind in of_event,
            tuple((round_, kind in kinds) for round_, kinds in of_rounds),
        )
        for kind in listed
    ]


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
