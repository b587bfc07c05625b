"""A second device takes a table over, by the PIN of an official typed on the table's page."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import (
    api_view,
    authentication_classes,
    parser_classes,
    permission_classes,
    throttle_classes,
)
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from referee.base.refusals import Code, CodedRefusal, problem
from referee.leases import leases
from referee.sheets import tables
from referee.tablet.api import answers
from referee.tablet.api import serializers as forms
from referee.tablet.api.parsers import StrictJSONParser
from referee.tablet.api.throttles import OpeningLimit, WrongCodeThrottle, WrongPins
from tournaments.credentials import official_pins
from tournaments.models import Table, User

REFUSALS = dict.fromkeys((403, 404, 409, 422, 429), forms.Refusal)


@extend_schema(request=forms.TakeOverRequest, responses={201: forms.LeaseAnswer, **REFUSALS})
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
@throttle_classes([WrongCodeThrottle])
@parser_classes([StrictJSONParser])
def take_over(request: Request, code: str) -> Response:
    """Lend a table to a device that shows an official's PIN, and take it from the one before."""
    table = tables.table_of_code(code)
    if table is None:
        WrongCodeThrottle().count(request)
        raise CodedRefusal(Code.TABLE_UNKNOWN, problem(Code.TABLE_UNKNOWN, table=code[:8]))
    form = forms.TakeOverRequest(data=request.data)
    form.is_valid(raise_exception=True)
    data = form.validated_data
    official = _official(request, table, data["device"], data["pin"])
    OpeningLimit(table).count_take_over()
    opened = leases.take_over(
        table=table, device=data["device"], official=official, seen=data["seen"]
    )
    return Response(answers.lease(opened), status=201)


def _official(request: Request, table: Table, device: str, pin: str) -> User:
    """Return whose PIN it is. An attempt is counted before it is compared, taken back if right."""
    attempts = WrongPins(table, request)
    attempts.begin()
    official = official_pins.official_with(pin, table.tournament)
    if official is None:
        leases.note_refused_pin(table=table, device=device)
        raise CodedRefusal(Code.PIN_WRONG, problem(Code.PIN_WRONG, "pin"))
    attempts.take_back()
    return official
