"""Views of documents: ordering one, and its file."""

from __future__ import annotations

from csp.decorators import csp_exempt
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.jobs.models import Document
from tournaments.models import Event
from tournaments.rights import public_access
from web.publish import address, documents, etag, ordering, origin
from web.publish.files import file_response
from web.publish.ordering import NotNow
from web.publish.pages.progress import public_rounds

STATUS = {NotNow.TOO_MANY: 429, NotNow.QUEUE_FULL: 503}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, uid: str, kind: str) -> HttpResponse:
    """Order a document of the current public state.

    There is no CSRF token, which would put a cookie on every public page: a forged form could only
    order a public document, and `origin` refuses even that.
    """
    event = public_access.public_event(uid)
    document_kind = ordering.kind_of(kind, public=True)
    if request.method != "POST":
        return redirect("event", uid=uid)
    if not origin.is_ours(request):
        raise PermissionDenied
    subject = ordering.read_subject(request, event, address.hall_address(request), public_rounds())
    placed = ordering.order_document(request, document_kind, subject)
    if isinstance(placed, NotNow):
        return refused(request, event, placed)
    return redirect("document", uid=uid, kind=kind, digest=placed.digest)


@csp_exempt()  # type: ignore[arg-type] # it knows of views without arguments only
@require_safe
def pdf(request: HttpRequest, uid: str) -> HttpResponse:
    """Answer with the file of a document of a public event.

    It is exempt from the content security policy, which would block the browser's PDF viewer.
    """
    document = get_object_or_404(Document.objects.defer("content"), uid=uid)
    if document.kind not in documents.names() or not documents.find(document.kind).public:
        raise Http404
    public_access.public_event(documents.event_of(document.about))
    return answer(request, document)


def answer(request: HttpRequest, document: Document) -> HttpResponse:
    """Answer with the file of a document; access was checked by the caller."""
    return etag.conditional(
        request, etag.stamp("file", document.uid), lambda: _stored_file(document)
    )


def refused(request: HttpRequest, event: Event, why: NotNow) -> HttpResponse:
    """Answer that no further documents are made for the moment."""
    context = {"event": event, "why": why.value}
    status = STATUS[why]
    response = render(request, "publish/documents/document_refused.html", context, status=status)
    response.headers["Retry-After"] = "60"
    return response


def _stored_file(document: Document) -> HttpResponse:
    return file_response(bytes(document.content), document.file_name, document.media_type)
