"""Views by which a table calls the referee and withdraws its call.

The state of a call is in the round pack.
"""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import (
    api_view,
    authentication_classes,
    parser_classes,
    permission_classes,
    throttle_classes,
)
from rest_framework.request import Request
from rest_framework.response import Response

from referee.calls import calls
from referee.models import CallReason
from referee.tablet.api import call_forms as forms
from referee.tablet.api import serializers
from referee.tablet.api.authentication import HoldsTable, LeaseAuthentication, lease_of
from referee.tablet.api.call_status import calls_at
from referee.tablet.api.parsers import StrictJSONParser
from referee.tablet.api.throttles import WriteThrottle

REFUSALS = dict.fromkeys((401, 404, 409, 422, 429), serializers.Refusal)


@extend_schema(request=forms.CallRequest, responses={200: forms.CallsAnswer, **REFUSALS})
@api_view(["POST"])
@authentication_classes([LeaseAuthentication])
@permission_classes([HoldsTable])
@throttle_classes([WriteThrottle])
@parser_classes([StrictJSONParser])
def make(request: Request) -> Response:
    """Call for the referee. The same key once more is answered by the call as it stands."""
    form = forms.CallRequest(data=request.data)
    form.is_valid(raise_exception=True)
    data, lease = form.validated_data, lease_of(request)
    details = calls.CallDetails(CallReason(data["reason"]), data["words"], data["deal"])
    calls.call_referee(lease, data["key"], details)
    return Response({"calls": calls_at(lease.table)})


@extend_schema(request=forms.WithdrawRequest, responses={200: forms.CallsAnswer, **REFUSALS})
@api_view(["POST"])
@authentication_classes([LeaseAuthentication])
@permission_classes([HoldsTable])
@throttle_classes([WriteThrottle])
@parser_classes([StrictJSONParser])
def withdraw(request: Request) -> Response:
    """Take a call back; again changes nothing."""
    form = forms.WithdrawRequest(data=request.data)
    form.is_valid(raise_exception=True)
    lease = lease_of(request)
    calls.withdraw(lease, form.validated_data["key"])
    return Response({"calls": calls_at(lease.table)})
