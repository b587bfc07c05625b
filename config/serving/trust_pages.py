"""The page with the certificate of `serve --https`, by which a device learns to trust it."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.serving.tls import certificate_files

# The media type with which a phone offers to install the file.
CERTIFICATE = "application/x-x509-ca-cert"


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Explain how a device learns to trust this installation."""
    certificate = _certificate()
    host, _port = split_domain_port(request.get_host())
    context = {
        "fingerprint": certificate_files.fingerprint(certificate),
        "secure": f"https://{host}:{settings.SECURE_PORT}/",
    }
    return render(request, "trust.html", context)


@require_safe
def certificate(_request: HttpRequest) -> HttpResponse:
    """Return the authority's certificate in the form for phones, Windows and macOS."""
    return _file(certificate_files.as_bytes(_certificate()), CERTIFICATE, "huapai.crt")


@require_safe
def certificate_text(_request: HttpRequest) -> HttpResponse:
    """Return the same as text, for Linux and Firefox."""
    return _file(_certificate().encode(), "application/x-pem-file", "huapai.pem")


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=disposition)


def _certificate() -> str:
    certificate = certificate_files.shown(settings.DATA) if settings.SECURE_PORT else ""
    if not certificate:
        raise Http404
    return certificate
