"""Ordering a document, watching it being made, and reading it."""

from __future__ import annotations

from csp.decorators import csp_exempt
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import access
from tournaments.jobs.models import Document
from tournaments.models import Event
from tournaments.publish import address, documents, etag, origin, throttle
from tournaments.publish.pages import document as pages
from tournaments.publish.views import Live


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, uid: str, kind: str) -> HttpResponse:
    """See to it that a document is made of what the event shows now; again is harmless.

    It needs no CSRF token, which would put a cookie on every public page: all that a forged form
    could do is to have public numbers printed, and `origin` refuses even that.
    """
    event = access.public_event(uid)
    if kind not in documents.names():
        raise Http404
    if request.method != "POST":
        return redirect("event", uid=uid)
    if not origin.is_ours(request):
        raise PermissionDenied
    wanted = documents.find(kind).prepare(event, address.start(request))
    if not documents.is_ordered(wanted):
        if not throttle.may_order(request):
            return _refused(request, event, "too_many", 429)
        try:
            documents.order(wanted, longest_queue=throttle.LONGEST_QUEUE)
        except documents.QueueFull:
            return _refused(request, event, "queue_full", 503)
    return redirect("document", uid=uid, kind=kind, digest=wanted.digest)


@require_safe
def document(
    request: HttpRequest, uid: str, kind: str, digest: str, *, alone: bool = False
) -> HttpResponse:
    """Show how far a document is, and the way to it when it is there."""
    page = pages.read(access.public_event(uid), kind, digest)
    address_ = reverse("document_live", args=[uid, kind, digest])
    live = Live(address_, etag.stamp("document", page.stamp))
    template = "publish/_document.html" if alone else "publish/document.html"
    return etag.conditional(
        request,
        live.stamp if alone else etag.stamp("page", live.stamp),
        lambda: render(request, template, {"live": live, "page": page}),
    )


@csp_exempt()  # type: ignore[arg-type] # it knows of views without arguments only
@require_safe
def pdf(request: HttpRequest, uid: str) -> HttpResponse:
    """Answer with a document of an event that may still be seen.

    Browsers show a PDF by a part of their own, which the policy of our pages would keep out.
    """
    found = get_object_or_404(Document.objects.defer("content"), uid=uid)
    access.public_event(found.about)
    return etag.conditional(request, etag.stamp("file", found.uid), lambda: _file(found))


def _file(found: Document) -> HttpResponse:
    response = HttpResponse(bytes(found.content), content_type=found.media_type)
    named = content_disposition_header(as_attachment=False, filename=found.file_name)
    response.headers["Content-Disposition"] = named or "inline"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _refused(request: HttpRequest, event: Event, why: str, status: int) -> HttpResponse:
    context = {"event": event, "why": why}
    response = render(request, "publish/document_refused.html", context, status=status)
    response.headers["Retry-After"] = "60"
    return response
