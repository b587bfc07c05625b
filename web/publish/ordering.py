"""Orders of documents from public pages and from the desk, and their limits.

The public is counted by IP address, officials of the tournament by account: printing the documents
of a round means dozens of orders, and a hall shares one address with all spectators.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.models import Event, Role, Round, Tournament
from tournaments.rights import access
from web.publish import documents
from web.publish.client_address import client_address
from web.publish.documents import DocumentKind, Prepared, Subject

LONGEST_QUEUE = 100
LONGEST_QUEUE_OF_OFFICIALS = 400
"""More than strangers can fill, so that they cannot keep officials from printing."""


class Orders(SimpleRateThrottle):
    """Counts all orders by IP address, those of a document that exists too.

    An order reads its whole event, beside the tablets, to know whether there is one.
    """

    rate = "120/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return the key of the IP address."""
        return f"orders:{client_address(request)}"


class OrdersOfOfficials(SimpleRateThrottle):
    """Counts all orders by account."""

    rate = "600/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return the key of the account."""
        return f"orders:of:{request.user.pk}"


class NewDocuments(SimpleRateThrottle):
    """Counts new documents by IP address."""

    rate = "30/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return the key of the IP address."""
        return f"documents:{client_address(request)}"


class NewDocumentsOfOfficials(SimpleRateThrottle):
    """Counts new documents by account.

    Enough for all documents of several rounds, and what workers can render in some minutes.
    """

    rate = "300/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return the key of the account."""
        return f"documents:of:{request.user.pk}"


def is_of_official(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether the account has a role in the tournament."""
    return access.acts_in(request.user, tournament, access.DESK)


def is_within(throttle: SimpleRateThrottle, request: HttpRequest) -> bool:
    """Count a request; return False if the limit is exceeded."""
    # The throttles only use what both kinds of request have in common.
    return throttle.allow_request(cast("Request", request), cast("APIView", None))


def longest_queue(*, official: bool) -> int:
    """Return the number of waiting documents from which on another is refused."""
    return LONGEST_QUEUE_OF_OFFICIALS if official else LONGEST_QUEUE


class NotNow(StrEnum):
    """Why an order is refused for the moment."""

    TOO_MANY = "too_many"
    QUEUE_FULL = "queue_full"


class OrderForm(forms.Form):
    """The round that a document shows, none for the whole event, and whether it includes cards."""

    round = forms.IntegerField(required=False, min_value=1)
    cards = forms.BooleanField(required=False)


def kind_of(name: str, *, public: bool) -> DocumentKind:
    """Return a kind of document. Raises Http404 if it is unknown or not public."""
    if name not in documents.names():
        raise Http404
    kind = documents.find(name)
    if public and not kind.public:
        raise Http404
    return kind


def read_subject(
    request: HttpRequest, event: Event, start: str, rounds: QuerySet[Round]
) -> Subject:
    """Return the subject of an order: the event, or one of these rounds. Raises Http404."""
    form = OrderForm(request.POST)
    if not form.is_valid():
        raise Http404
    number = form.cleaned_data["round"]
    if number is None:
        return Subject(event, start)
    matching = rounds.filter(event=event, number=number).select_related("group__stage__ruleset")
    round_ = matching.first()
    if round_ is None:
        raise Http404
    return Subject(event, start, round_, with_cards=form.cleaned_data["cards"])


def order_document(request: HttpRequest, kind: DocumentKind, wanted: Subject) -> Prepared | NotNow:
    """Order a document of the current state unless it is there or ordered already.

    Raises Http404 if the event or the round has no document of this kind.
    """
    if kind not in documents.kinds(wanted.event, wanted.round, roles=Role):
        raise Http404
    official = is_of_official(request, wanted.event.tournament)
    if not is_within(OrdersOfOfficials() if official else Orders(), request):
        return NotNow.TOO_MANY
    prepared = kind.prepare(wanted)
    if not documents.is_ordered(prepared):
        if not is_within(NewDocumentsOfOfficials() if official else NewDocuments(), request):
            return NotNow.TOO_MANY
        try:
            documents.order(prepared, longest_queue=longest_queue(official=official))
        except documents.QueueFull:
            return NotNow.QUEUE_FULL
    return prepared
