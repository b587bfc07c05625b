"""How a document is ordered, from a public page or the desk: the same queue, the same limits."""

from __future__ import annotations

from enum import StrEnum

from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from tournaments.models import Event, Round
from tournaments.publish import documents, throttle
from tournaments.publish.documents import Kind, Prepared, Subject


class NotNow(StrEnum):
    """Why nothing more is drawn for a while."""

    TOO_MANY = "too_many"
    QUEUE_FULL = "queue_full"


class OrderForm(forms.Form):
    """Which round a document is to show; none for the whole event."""

    round = forms.IntegerField(required=False, min_value=1)


def kind_of(name: str, *, public: bool) -> Kind:
    """Return a kind of document. Raises Http404 where there is none, or none for strangers."""
    if name not in documents.names():
        raise Http404
    kind = documents.find(name)
    if public and not kind.public:
        raise Http404
    return kind


def subject(request: HttpRequest, event: Event, start: str, rounds: QuerySet[Round]) -> Subject:
    """Return what is asked for: the event, or one of these rounds. Raises Http404 for another."""
    form = OrderForm(request.POST)
    if not form.is_valid():
        raise Http404
    number = form.cleaned_data["round"]
    if number is None:
        return Subject(event, start)
    found = rounds.filter(event=event, number=number).select_related("group__stage__ruleset")
    round_ = found.first()
    if round_ is None:
        raise Http404
    return Subject(event, start, round_)


def place(request: HttpRequest, kind: Kind, wanted: Subject) -> Prepared | NotNow:
    """See to it that a document is made of what there is now; again is harmless."""
    if not kind.shows(wanted.round):
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
