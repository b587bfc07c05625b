"""Views of the tablet's API: the table, its round, previews, sealed items, and calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import (
    api_view,
    authentication_classes,
    parser_classes,
    permission_classes,
    throttle_classes,
)
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle

from clubs.credentials import devices, official_pins
from clubs.credentials.refusals import AccountReason
from referee.base.handed_in import Sealed, Writer
from referee.base.refusals import Code, CodedRefusal
from referee.calls import calls
from referee.leases import leases, table_codes
from referee.models import CallReason
from referee.sheets import queries
from tournaments.base.refusals import refuse
from tournaments.models import Deal, Table, User
from tournaments.record.audit import Actor
from web.tablet.api import acknowledgement, answers, remembered
from web.tablet.api import request_forms as forms
from web.tablet.api.call_status import CallsAnswer, calls_at
from web.tablet.api.errors import Refusal
from web.tablet.api.request_forms import (
    HadTable,
    HoldsTable,
    LeaseAuthentication,
    StrictJSONParser,
    lease_of,
    token_of,
)
from web.tablet.api.round_pack import RoundPack
from web.tablet.api.round_pack import round_pack as pack_of
from web.tablet.api.schema import answer_form
from web.tablet.api.table_standing import StandingAnswer, standing_of
from web.tablet.api.throttles import (
    OpeningLimit,
    PreviewThrottle,
    WriteThrottle,
    WrongCodeThrottle,
    WrongPins,
)

View = Callable[..., Any]
WRITE_REFUSALS = (401, 404, 409, 422, 429)


def _endpoint(
    throttle: type[BaseThrottle],
    request: type[Serializer[Any]] | None,
    answers: dict[int, Any],
    refusals: tuple[int, ...],
    *,
    permission: type[BasePermission] = HoldsTable,
    method: str = "POST",
) -> Callable[[View], View]:
    """Return the decorator of a view; `answers` maps a status to its type, None for no content.

    A view open to anybody reads no lease either.
    """
    forms_of_answers = {
        status: answer and answer_form(answer) for status, answer in answers.items()
    }
    responses = forms_of_answers | dict.fromkeys(refusals, answer_form(Refusal))
    steps: tuple[Callable[[Any], Any], ...] = (
        parser_classes([StrictJSONParser]),
        throttle_classes([throttle]),
        permission_classes([permission]),
        authentication_classes([] if permission is AllowAny else [LeaseAuthentication]),
        api_view([method]),
        extend_schema(request=request, responses=responses),
    )

    def decorate(view: View) -> View:
        for step in steps:
            view = step(view)
        return view

    return decorate


@_endpoint(
    WrongCodeThrottle,
    forms.LeaseRequest,
    {201: answers.LeaseAnswer, 200: answers.LeaseAnswer},
    (404, 409, 422, 429),
    permission=AllowAny,
)
def open_table(request: Request, code: str) -> Response:
    """Lease a table to a device; a device that already holds it gets the same lease."""
    table = _table_of(request, code)
    data = _validated(forms.LeaseRequest(data=request.data))
    device, token = data["device"], token_of(request)
    if leases.held_by(table=table, token=token) is None:
        leases.check_free(table=table, device=device)
        OpeningLimit(table).count_opening(request)
    opened = leases.open_table(table=table, device=device, token=token)
    devices.know_by_table(cast("HttpRequest", request), table)
    return Response(answers.lease(opened), status=201 if opened.new else 200)


@_endpoint(
    WrongCodeThrottle,
    forms.TakeOverRequest,
    {201: answers.LeaseAnswer},
    (403, 404, 409, 422, 429),
    permission=AllowAny,
)
def take_over(request: Request, code: str) -> Response:
    """Lease a table to a device on an official's PIN, and end the lease of the device before."""
    table = _table_of(request, code)
    data = _validated(forms.TakeOverRequest(data=request.data))
    official = _official(request, table, data["device"], data["pin"])
    OpeningLimit(table).count_take_over()
    opened = leases.take_over(
        table=table, device=data["device"], official=official, seen=data["seen"]
    )
    devices.know_by_table(cast("HttpRequest", request), table)
    return Response(answers.lease(opened), status=201)


@_endpoint(WriteThrottle, None, {200: answers.ReleaseAnswer}, (401,), permission=HadTable)
def release_table(request: Request) -> Response:
    """Give the table back, so that another device may open it."""
    lease = lease_of(request)
    leases.release(lease=lease, actor=Actor("device", lease.device))
    released: answers.ReleaseAnswer = {"lease": lease.uid, "released": True}
    return Response(released)


@_endpoint(PreviewThrottle, None, {200: RoundPack, 304: None}, (401,), method="GET")
def round_pack(request: Request) -> HttpResponseBase:
    """Return the round pack of the table, or 304 if it still has the ETag that was sent."""
    table = lease_of(request).table
    # Read before the pack is made: what comes between belongs to a later one.
    before = remembered.seen(table)
    etag = remembered.known(table, before)
    response = _unchanged(request, etag) if etag else None
    if etag is None or response is None:
        pack = pack_of(table)
        etag = remembered.keep(table, before, pack)
        response = _unchanged(request, etag) or Response(pack)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


@_endpoint(PreviewThrottle, None, {200: StandingAnswer}, (401,), method="GET")
def standing(request: Request) -> Response:
    """Return the ranking at the table; empty until each of its deals has a result."""
    return Response(standing_of(lease_of(request).table))


@_endpoint(
    PreviewThrottle,
    forms.PreviewRequest,
    {200: answers.PreviewAnswer},
    (401, 404, 422, 429),
)
def preview(request: Request) -> Response:
    """Return the settlement of a report, line by line, and its problems; writes nothing."""
    data = _validated(forms.PreviewRequest(data=request.data))
    deal = queries.deal_in(lease_of(request).table.tournament, data["deal"])
    if deal is None or deal.sitting.table_id != lease_of(request).table_id:
        raise CodedRefusal(Code.DEAL_UNKNOWN, refuse(Code.DEAL_UNKNOWN, "deal"))
    return Response(answers.preview(deal, data["report"], foreseen=data["outlook"]))


@_endpoint(PreviewThrottle, forms.DealsRequest, {200: answers.UnknownDealsAnswer}, (401, 422, 429))
def unknown_deals(request: Request) -> Response:
    """Return which deals this database never had. A withdrawn draw keeps its deals."""
    uids = _validated(forms.DealsRequest(data=request.data))["deals"].split(",")
    stored = set(Deal.objects.filter(uid__in=uids).values_list("uid", flat=True))
    unknown: answers.UnknownDealsAnswer = {"unknown": [uid for uid in uids if uid not in stored]}
    return Response(unknown)


@_endpoint(PreviewThrottle, forms.CardsRequest, {200: answers.CardsAnswer}, (401, 422, 429))
def typed_cards(request: Request) -> Response:
    """Read the cards of a hand as people type them, `S AKQ4 H T9 D - C 3`; writes nothing."""
    data = _validated(forms.CardsRequest(data=request.data))
    return Response(answers.typed_cards(data["text"], data["copies"]))


@_endpoint(
    WriteThrottle,
    forms.SheetRequest,
    {200: acknowledgement.SheetAnswer},
    WRITE_REFUSALS,
    permission=HadTable,
)
def submit(request: Request) -> Response:
    """Store a sheet, whatever its problems. The same key and digest get the same answer."""
    writer = Writer.device(lease_of(request))
    data = _validated(forms.SheetRequest(data=request.data))
    is_again = data.pop("again")
    return Response(acknowledgement.sheet(writer, Sealed(**data), is_again=is_again))


@_endpoint(
    WriteThrottle,
    forms.ConfirmationRequest,
    {200: acknowledgement.ConfirmationAnswer},
    WRITE_REFUSALS,
    permission=HadTable,
)
def confirm(request: Request) -> Response:
    """Confirm a sheet from another seat. The same key and digest get the same answer."""
    writer = Writer.device(lease_of(request))
    data = _validated(forms.ConfirmationRequest(data=request.data))
    pin = data.pop("pin")
    return Response(acknowledgement.confirmation(writer, Sealed(**data), pin))


@_endpoint(WriteThrottle, forms.CallRequest, {200: CallsAnswer}, WRITE_REFUSALS)
def call_referee(request: Request) -> Response:
    """Call the referee. The same key again is answered with the present state of the call."""
    data, lease = _validated(forms.CallRequest(data=request.data)), lease_of(request)
    details = calls.CallDetails(CallReason(data["reason"]), data["words"], data["deal"])
    calls.call_referee(lease, data["key"], details)
    return Response({"calls": calls_at(lease.table)})


@_endpoint(WriteThrottle, forms.WithdrawRequest, {200: CallsAnswer}, WRITE_REFUSALS)
def withdraw_call(request: Request) -> Response:
    """Withdraw a call; repeating it changes nothing."""
    data, lease = _validated(forms.WithdrawRequest(data=request.data)), lease_of(request)
    calls.withdraw(lease, data["key"])
    return Response({"calls": calls_at(lease.table)})


def _validated(form: Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def _table_of(request: Request, code: str) -> Table:
    """Return the table of a code; a wrong code counts against its address."""
    table = table_codes.table_of_code(code)
    if table is None:
        WrongCodeThrottle().count(request)
        raise CodedRefusal(Code.TABLE_UNKNOWN, refuse(Code.TABLE_UNKNOWN, table=code[:8]))
    return table


def _official(request: Request, table: Table, device: str, pin: str) -> User:
    """Return whose PIN it is. The attempt is counted first, and uncounted if the PIN is right."""
    attempts = WrongPins(table, request)
    attempts.begin()
    official = official_pins.official_with(pin, table.tournament, table)
    if official is None:
        leases.note_refused_pin(table=table, device=device)
        left = attempts.left
        follows = refuse(AccountReason.PIN_TRIES, left=left) if left else refuse(Code.PINS_SHUT)
        raise CodedRefusal(Code.PIN_WRONG, refuse(Code.PIN_WRONG, "pin"), follows)
    attempts.take_back()
    return official


def _unchanged(request: Request, etag: str) -> HttpResponseBase | None:
    """Return a 304 for a device that has the pack of this stamp, None for another."""
    return get_conditional_response(cast(HttpRequest, request), etag=etag)
