"""What a tablet sends: the token of its lease, strict JSON, and the form of each request.

The token is in `Authorization: Lease <token>`. Answers are in `answers`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import IO, Any, Final

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from referee.base.handed_in import DEVICE, DIGEST, KEY, UID, read_json
from referee.base.refusals import Code, CodedRefusal
from referee.leases import leases
from referee.models import CallReason, DeviceLease
from tournaments.base.refusals import refuse

SCHEME = "Lease"
WAITING: Final = "Huapai-Waiting"
COUNT: Final = re.compile(r"[0-9]{1,4}")
HANDING_OVER: Final = frozenset({"sheets", "confirmations"})
"""How the addresses end to which a device sends an item of its outbox."""


def token_of(request: Request) -> str:
    """Return the token in the request's header, empty if there is none."""
    scheme, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == SCHEME.lower() else ""


def waiting_of(request: Request) -> int | None:
    """Return how many items a device says it still has to send; None if it does not say.

    An item handed over with this request is not counted, whatever becomes of it.
    """
    count = request.headers.get(WAITING, "")
    if not COUNT.fullmatch(count):
        return None
    # A page of 0.2 asks for the same at addresses of its own, see `earlier_api_urls`.
    hands_over = request.path.rpartition("/")[2] in HANDING_OVER
    return max(0, int(count) - hands_over)


class LeaseAuthentication(BaseAuthentication):
    """Finds the lease of a token, open or lost, and records that its device was heard from."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, DeviceLease] | None:
        """Return no account and the lease; None if no token was sent."""
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
    """Admits a device that holds or held a table: its late items may still come in."""

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


BODY_LIMIT: Final = 256 * 1024


class StrictJSONParser(BaseParser):
    """JSON without duplicate names, every text of which a database can store."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        _media_type: str | None = None,
        _parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value of the body. Raises CodedRefusal if it is not such JSON."""
        body = stream.read(BODY_LIMIT + 1)
        if len(body) > BODY_LIMIT:
            raise CodedRefusal(Code.UNREADABLE, refuse(Code.TOO_LARGE, limit=BODY_LIMIT))
        try:
            text = body.decode()
        except UnicodeDecodeError as error:
            raise CodedRefusal(Code.UNREADABLE, refuse(Code.JSON_NOT_TEXT)) from error
        return read_json(text)


def _text(pattern: str, **options: Any) -> serializers.RegexField:
    return serializers.RegexField(rf"^{pattern}\Z", trim_whitespace=False, **options)


class LeaseRequest(serializers.Serializer[Any]):
    """A device asks for a table, under an identifier of its own making."""

    device = _text(DEVICE)


class TakeOverRequest(LeaseRequest):
    """A device asks for a table that another one has, by the PIN of an official."""

    pin = _text(r"[0-9]{1,12}")
    seen = _text(UID, help_text="The lease that was named when the table was refused.")


class SealedRequest(serializers.Serializer[Any]):
    """One item of an outbox: the device's key, the sealed text, and the text's SHA-256."""

    key = _text(KEY)
    digest = _text(DIGEST)
    sealed = serializers.CharField(
        trim_whitespace=False,
        help_text='For a sheet the JSON text of {"deal", "seen", "recorder", "report"}, '
        'for a confirmation that of {"sheet", "sheet_digest", "seat"}.',
    )


class SheetRequest(SealedRequest):
    """A sheet; `again` where the server had it before an older copy of its data was restored."""

    again = serializers.BooleanField(
        default=False,
        help_text="Whether the server acknowledged it once and does not have it any more.",
    )


class ConfirmationRequest(SealedRequest):
    """A confirmation; the PIN comes beside what is sealed, so that it is kept nowhere."""

    pin = _text(
        r"[0-9]{0,12}",
        required=False,
        default="",
        allow_blank=True,
        help_text="The player's own PIN, where the event asks for one.",
    )


class PreviewRequest(serializers.Serializer[Any]):
    """A report that is being written: what would it come to?"""

    deal = _text(UID)
    report = serializers.JSONField(allow_null=True)
    outlook = serializers.BooleanField(
        default=False, help_text="Whether what is still open is wanted, which takes a while."
    )


class DealsRequest(serializers.Serializer[Any]):
    """Deals of which a device keeps sheets, and that its round does not name."""

    deals = _text(
        rf"{UID}(,{UID})*", max_length=4000, help_text="Their uids, with commas between them."
    )


class CardsRequest(serializers.Serializer[Any]):
    """The hand of a seat as somebody typed it."""

    text = serializers.CharField(max_length=2000, allow_blank=True, trim_whitespace=False)
    copies = serializers.IntegerField(
        default=1, min_value=1, max_value=2, help_text="How often each card is dealt."
    )


class WithdrawRequest(serializers.Serializer[Any]):
    """A table needs the referee no longer."""

    key = _text(KEY)


class CallRequest(WithdrawRequest):
    """A table calls for the referee, under a key that its device made."""

    reason = serializers.ChoiceField(choices=CallReason.choices)
    words = serializers.CharField(max_length=200, allow_blank=True, default="")
    deal = serializers.RegexField(
        rf"^({UID})?\Z", allow_blank=True, default="", help_text="The deal that is being played."
    )
