"""Forms that come after their session has ended: nothing is stored, and what was typed is shown."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from web.desk.frame import gone_rows


def answer(request: HttpRequest) -> HttpResponse:
    """Say that nothing was stored, show what was typed, and lead to the page of the form again."""
    context = {"typed": gone_rows.typed_in(request), "back": _page_of_form(request), "steps": True}
    status = HTTPStatus.FORBIDDEN
    return render(request, "desk/frame/signed_out.html", context, status=status)


def _page_of_form(request: HttpRequest) -> str:
    """Return the page that a form was sent from, else the first of the desk.

    The address of the form itself may take nothing but a form.
    """
    sent_from = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(
        sent_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    parts = urlsplit(sent_from if is_ours else "")
    return f"{parts.path}?{parts.query}".rstrip("?") if parts.path else resolve_url("desk")
