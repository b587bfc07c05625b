"""What a tablet asks: its table, its round, previews; and what it hands over."""

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
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from referee.base.refusals import Code, CodedRefusal, problem
from referee.base.sealed import Sealed, Writer
from referee.leases import leases
from referee.sheets import queries, tables
from referee.tablet.api import acknowledgement, answers, following, pack_forms, pack_stamps
from referee.tablet.api import serializers as forms
from referee.tablet.api.authentication import (
    HadTable,
    HoldsTable,
    LeaseAuthentication,
    lease_of,
    token_of,
)
from referee.tablet.api.parsers import StrictJSONParser
from referee.tablet.api.throttles import (
    OpeningLimit,
    PreviewThrottle,
    WriteThrottle,
    WrongCodeThrottle,
)
from tournaments.record.audit import Actor

View = Callable[..., Any]


@extend_schema(
    request=forms.LeaseRequest,
    responses={
        201: forms.LeaseAnswer,
        200: forms.LeaseAnswer,
        404: forms.Refusal,
        409: forms.Refusal,
        422: forms.Refusal,
        429: forms.Refusal,
    },
)
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
@throttle_classes([WrongCodeThrottle])
@parser_classes([StrictJSONParser])
def open_table(request: Request, code: str) -> Response:
    """Lend a table to a device; the device that holds it already is given the same lease."""
    table = tables.table_of_code(code)
    if table is None:
        WrongCodeThrottle().count(request)
        raise CodedRefusal(Code.TABLE_UNKNOWN, problem(Code.TABLE_UNKNOWN, table=code[:8]))
    data = _validated(forms.LeaseRequest(data=request.data))
    device, token = data["device"], token_of(request)
    if leases.held_by(table=table, token=token) is None:
        leases.check_free(table=table, device=device)
        OpeningLimit(table).count_opening(request)
    opened = leases.open_table(table=table, device=device, token=token)
    return Response(answers.lease(opened), status=201 if opened.new else 200)


@extend_schema(request=None, responses={200: forms.ReleaseAnswer, 401: forms.Refusal})
@api_view(["POST"])
@authentication_classes([LeaseAuthentication])
@permission_classes([HadTable])
@throttle_classes([WriteThrottle])
@parser_classes([StrictJSONParser])
def release_table(request: Request) -> Response:
    """Give the table back, so that another device may open it."""
    lease = lease_of(request)
    leases.release(lease=lease, actor=Actor("device", lease.device))
    return Response({"lease": lease.uid, "released": True})


@extend_schema(responses={200: pack_forms.RoundPack, 304: None, 401: forms.Refusal})
@api_view(["GET"])
@authentication_classes([LeaseAuthentication])
@permission_classes([HoldsTable])
@throttle_classes([PreviewThrottle])
def round_pack(request: Request) -> HttpResponseBase:
    """Return the whole round of the table, or 304 if nothing moved since the ETag that was sent."""
    table = lease_of(request).table
    # Read before the pack is made: what comes between belongs to a later one.
    before = pack_stamps.seen(table)
    etag = pack_stamps.known(table, before)
    response = _unchanged(request, etag) if etag else None
    if etag is None or response is None:
        pack = answers.round_pack(table)
        etag = pack_stamps.keep(table, before, pack)
        response = _unchanged(request, etag) or Response(pack)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


@extend_schema(
    request=forms.PreviewRequest,
    responses={
        200: forms.PreviewAnswer,
        401: forms.Refusal,
        404: forms.Refusal,
        422: forms.Refusal,
        429: forms.Refusal,
    },
)
@api_view(["POST"])
@authentication_classes([LeaseAuthentication])
@permission_classes([HoldsTable])
@throttle_classes([PreviewThrottle])
@parser_classes([StrictJSONParser])
def preview(request: Request) -> Response:
    """Say what a report would come to, line by line, and what is wrong with it; writes nothing."""
    data = _validated(forms.PreviewRequest(data=request.data))
    deal = queries.deal_in(lease_of(request).table.tournament, data["deal"])
    if deal is None or deal.sitting.table_id != lease_of(request).table_id:
        raise CodedRefusal(Code.DEAL_UNKNOWN, problem(Code.DEAL_UNKNOWN, "deal"))
    return Response(answers.preview(deal, data["report"], foreseen=data["outlook"]))


@extend_schema(
    request=forms.CardsRequest,
    responses={
        200: forms.CardsAnswer,
        401: forms.Refusal,
        422: forms.Refusal,
        429: forms.Refusal,
    },
)
@api_view(["POST"])
@authentication_classes([LeaseAuthentication])
@permission_classes([HoldsTable])
@throttle_classes([PreviewThrottle])
@parser_classes([StrictJSONParser])
def typed_cards(request: Request) -> Response:
    """Read the cards of a hand as people type them, `S AKQ4 H T9 D - C 3`; writes nothing."""
    data = _validated(forms.CardsRequest(data=request.data))
    return Response(following.typed_cards(data["text"], data["copies"]))


def _hand_over_endpoint(
    request_form: type[Serializer[Any]], answer_form: type[Serializer[Any]]
) -> Callable[[View], View]:
    """Return the decorator of an endpoint to which a present or former lease hands items."""
    refusals = dict.fromkeys((401, 404, 409, 422, 429), forms.Refusal)
    steps: tuple[Callable[[Any], Any], ...] = (
        parser_classes([StrictJSONParser]),
        throttle_classes([WriteThrottle]),
        permission_classes([HadTable]),
        authentication_classes([LeaseAuthentication]),
        api_view(["POST"]),
        extend_schema(request=request_form, responses={200: answer_form, **refusals}),
    )

    def decorate(view: View) -> View:
        for step in steps:
            view = step(view)
        return view

    return decorate


@_hand_over_endpoint(forms.SealedRequest, forms.SheetAnswer)
def submit(request: Request) -> Response:
    """Take in a sheet, whatever is wrong with it. The same key and digest, the same answer."""
    writer = Writer.device(lease_of(request))
    sealed = Sealed(**_validated(forms.SealedRequest(data=request.data)))
    return Response(acknowledgement.sheet(writer, sealed))


@_hand_over_endpoint(forms.ConfirmationRequest, forms.ConfirmationAnswer)
def confirm(request: Request) -> Response:
    """Confirm a sheet from another seat. The same key and digest, the same answer."""
    writer = Writer.device(lease_of(request))
    data = _validated(forms.ConfirmationRequest(data=request.data))
    pin = data.pop("pin")
    return Response(acknowledgement.confirmation(writer, Sealed(**data), pin))


def _validated(form: Serializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def _unchanged(request: Request, etag: str) -> HttpResponseBase | None:
    """Return a 304 for a device that has the pack of this stamp, None for another."""
    return get_conditional_response(cast(HttpRequest, request), etag=etag)
