"""Ordering a document from a public page or from the desk, with the limits of `throttle`."""

from __future__ import annotations

from enum import StrEnum

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from tournaments.models import Event, Role, Round
from web.publish import documents, throttle
from web.publish.documents import DocumentKind, Prepared, Subject


class NotNow(StrEnum):
    """Why an order is refused for the moment."""

    TOO_MANY = "too_many"
    QUEUE_FULL = "queue_full"


class OrderForm(forms.Form):
    """The round that a document shows, none for the whole event, and whether cards go with it."""

    round = forms.IntegerField(required=False, min_value=1)
    cards = forms.BooleanField(required=False)


def kind_of(name: str, *, public: bool) -> DocumentKind:
    """Return a kind of document. Raises Http404 where it is unknown, or not public."""
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

    Raises Http404 where the event or the round offers none of this kind.
    """
    if kind not in documents.kinds(wanted.event, wanted.round, roles=Role):
        raise Http404
    prepared = kind.prepare(wanted)
    if not documents.is_ordered(prepared):
        official = throttle.is_of_official(request, wanted.event.tournament)
        if not throttle.may_order(request, official=official):
            return NotNow.TOO_MANY
        try:
            documents.order(prepared, longest_queue=throttle.longest_queue(official=official))
        except documents.QueueFull:
            return NotNow.QUEUE_FULL
    return prepared
