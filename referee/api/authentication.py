"""Knows a device by the token of its lease, in `Authorization: Lease <token>`."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from referee import leases
from referee.models import DeviceLease
from referee.refusals import Code

SCHEME = "Lease"


def token_of(request: Request) -> str:
    """Return the token in the request's header, empty where there is none."""
    scheme, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == SCHEME.lower() else ""


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
        leases.hear(lease)
        return AnonymousUser(), lease

    def authenticate_header(self, _request: Request) -> str:
        """Say how to identify oneself, so that a refusal is a 401."""
        return SCHEME


class HadTable(BasePermission):
    """Admits a device that holds a table or held one: what it wrote meanwhile may come in."""

    def has_permission(self, request: Request, _view: APIView) -> bool:
        """Whether the request came under a lease, open or lost."""
        return isinstance(request.auth, DeviceLease)


class HoldsTable(HadTable):
    """Admits the device that holds the table now."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether the request came under an open lease."""
        if not super().has_permission(request, view):
            return False
        if not lease_of(request).is_open:
            raise AuthenticationFailed(code=Code.LEASE_LOST)
        return True


def lease_of(request: Request) -> DeviceLease:
    """Return the lease under which an admitted request came."""
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
