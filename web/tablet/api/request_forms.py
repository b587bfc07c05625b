"""What a tablet sends: strict JSON, and the form of each request; not what it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, Final

from rest_framework import serializers
from rest_framework.parsers import BaseParser

from referee.base.handed_in import DEVICE, DIGEST, KEY, UID, read_json
from referee.base.refusals import Code, CodedRefusal
from referee.models import CallReason
from tournaments.base.refusals import refuse

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
        """Return the value of the body. Raises CodedRefusal where it is no such JSON."""
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
    """A device asks for a table, under the name that it made for itself."""

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
