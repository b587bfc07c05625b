"""Authentication of a device by the token of its lease, in `Authorization: Lease <token>`."""

from __future__ import annotations

import re
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from referee.base.refusals import Code
from referee.leases import leases
from referee.models import DeviceLease

SCHEME = "Lease"
WAITING: Final = "Huapai-Waiting"
COUNT: Final = re.compile(r"[0-9]{1,4}")


def token_of(request: Request) -> str:
    """Return the token in the request's header, empty where there is none."""
    scheme, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == SCHEME.lower() else ""


def waiting_of(request: Request) -> int | None:
    """Return how much a device says it will still have to send; None where it does not say so.

    An item handed over with this request is not counted, whatever becomes of it.
    """
    count = request.headers.get(WAITING, "")
    if not COUNT.fullmatch(count):
        return None
    hands_over = request.path in {reverse("api-sheets"), reverse("api-confirmations")}
    return max(0, int(count) - hands_over)


class LeaseAuthentication(BaseAuthentication):
    """Names the lease of a token, open or lost, and notes that its device was heard of."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, DeviceLease] | None:
        """Return nobody's account and the lease; None where no token was sent."""
        token = token_of(request)
        if not token:
            return None
        lease = leases.verify(token)
        if lease is None:
            raise AuthenticationFailed(code=Code.LEASE_UNKNOWN)
        leases.note_contact(lease, waiting_of(request))
        return AnonymousUser(), lease

    def authenticate_header(self, _request: Request) -> str:
        """Say how to identify oneself, so that a refusal is a 401."""
        return SCHEME


class TableLost(AuthenticationFailed):
    """The device no longer has its table: since when, and why."""

    def __init__(self, lease: DeviceLease) -> None:
        super().__init__(code=_why_lost(lease))
        since = lease.released_at
        self.extras = {"released_at": since.isoformat()} if since else {}


def _plays_elsewhere(lease: DeviceLease) -> bool:
    """Whether another tournament plays at the place of a table: the device opens it again."""
    place = lease.table.place
    return place is not None and place.holder_id not in (None, lease.table.tournament_id)


def _why_lost(lease: DeviceLease) -> Code:
    if _plays_elsewhere(lease):
        return Code.LEASE_OVER
    if DeviceLease.objects.filter(took_over=lease).exists():
        return Code.LEASE_TAKEN_OVER
    return Code.LEASE_REVOKED if leases.has_lost_authority(lease) else Code.LEASE_LOST


class HadTable(BasePermission):
    """Admits a device that holds a table or held one: what it wrote meanwhile may come in."""

    def has_permission(self, request: Request, _view: APIView) -> bool:
        """Whether the request has a lease, open or lost."""
        return isinstance(request.auth, DeviceLease)


class HoldsTable(HadTable):
    """Admits the device that holds the table now."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the request has an open lease."""
        if not super().has_permission(request, view):
            return False
        lease = lease_of(request)
        if not lease.is_open or _plays_elsewhere(lease):
            raise TableLost(lease)
        return True


def lease_of(request: Request) -> DeviceLease:
    """Return the lease of an admitted request."""
    if not isinstance(request.auth, DeviceLease):
        raise TypeError("the view admits requests without a lease")
    return request.auth


class LeaseScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes the header in the schema of the API."""

    target_class = LeaseAuthentication
    name = "lease"

    def get_security_definition(self, _auto_schema: object) -> dict[str, str]:
        """Return the scheme as OpenAPI describes it."""
        described = "Lease and the token that opening the table gave."
        header = {"type": "apiKey", "in": "header", "name": "Authorization"}
        return {**header, "description": described}
