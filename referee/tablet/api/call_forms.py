"""The forms of calls for the referee: what a table sends, and what it reads."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from referee.base.sealed import KEY, UID
from referee.models import CallReason, CallState


class WithdrawRequest(serializers.Serializer[Any]):
    """A table needs the referee no longer."""

    key = serializers.RegexField(rf"^{KEY}\Z", trim_whitespace=False)


class CallRequest(WithdrawRequest):
    """A table calls for the referee, under a key that its device made."""

    reason = serializers.ChoiceField(choices=CallReason.choices)
    words = serializers.CharField(max_length=200, allow_blank=True, default="")
    deal = serializers.RegexField(
        rf"^({UID})?\Z", allow_blank=True, default="", help_text="The deal that is being played."
    )


class CallAnswer(serializers.Serializer[Any]):
    """A call for the referee that is not over, with how far it has come, in words and as a code."""

    key = serializers.CharField()
    reason = serializers.ChoiceField(choices=CallReason.choices)
    reason_text = serializers.CharField()
    words = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=CallState.choices)
    text = serializers.CharField()
    note = serializers.CharField(allow_blank=True, help_text="What the referee adds.")
    by_phone = serializers.BooleanField(
        help_text="A player called on a phone of his own; the table cannot take that back."
    )
    called_at = serializers.DateTimeField()
    since = serializers.DateTimeField(help_text="Since when it has been in this state.")


class CallsAnswer(serializers.Serializer[Any]):
    """The calls of a table that are not over."""

    calls = CallAnswer(many=True)
