"""The forms of what comes in and goes out; the schema of the API is made of them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from referee.base.sealed import DEVICE, DIGEST, KEY, UID


def _text(pattern: str, **options: Any) -> serializers.RegexField:
    return serializers.RegexField(rf"^{pattern}\Z", trim_whitespace=False, **options)


def cards() -> serializers.ListField:
    """Return the form of a list of cards."""
    return serializers.ListField(child=serializers.CharField())


def _plays(**options: Any) -> serializers.ListField:
    play = serializers.ListField(child=serializers.JSONField(), min_length=2, max_length=2)
    return serializers.ListField(child=play, **options)


PLAY = "A play is [seat, card], with two decks [seat, [card]] or [seat, [card, card]]."


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


class CardsRequest(serializers.Serializer[Any]):
    """The hand of a seat as somebody typed it."""

    text = serializers.CharField(max_length=2000, allow_blank=True, trim_whitespace=False)
    copies = serializers.IntegerField(
        default=1, min_value=1, max_value=2, help_text="How often each card is dealt."
    )


class ProblemAnswer(serializers.Serializer[Any]):
    """One thing that is wrong, in words and as a code, with its field, cards and seats."""

    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    cards = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.CharField())
    values = serializers.DictField()
    text = serializers.CharField()


class Refusal(serializers.Serializer[Any]):
    """Every refusal has this form; a write that was kept repeats its key and digest."""

    code = serializers.CharField()
    text = serializers.CharField()
    problems = ProblemAnswer(many=True)
    heard_at = serializers.DateTimeField(required=False)
    lease = serializers.CharField(required=False)
    released_at = serializers.DateTimeField(required=False)
    key = serializers.CharField(required=False)
    digest = serializers.CharField(required=False)
    kept = serializers.BooleanField(required=False)


class LineAnswer(serializers.Serializer[Any]):
    """One step of a seat's sum, in words."""

    code = serializers.CharField()
    text = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField()


class SettledAnswer(serializers.Serializer[Any]):
    """What a report comes to; every part is empty while something is wrong with the report."""

    raw = serializers.DictField(child=serializers.IntegerField())
    scores = serializers.DictField(child=serializers.IntegerField())
    lines = serializers.DictField(child=LineAnswer(many=True))
    conversions = serializers.DictField(child=LineAnswer(many=True))


class TrickAnswer(serializers.Serializer[Any]):
    """A complete trick: who led, each seat with its card, and who won."""

    leader = serializers.CharField()
    plays = _plays(help_text=PLAY)
    winner = serializers.CharField()


class FlagAnswer(serializers.Serializer[Any]):
    """A play that is against the rules, counted from 0, and why, in words and as a code."""

    play = serializers.IntegerField()
    code = serializers.CharField()
    seat = serializers.CharField()
    card = serializers.CharField()
    cards = cards()
    text = serializers.CharField()


class FollowingAnswer(serializers.Serializer[Any]):
    """How far a report has come: hands, tricks, who plays next and what may be played."""

    hands = serializers.DictField(child=cards())
    left = serializers.DictField(child=cards())
    trick = _plays(help_text=PLAY)
    next = serializers.CharField(allow_null=True)
    tricks = TrickAnswer(many=True)
    won = serializers.DictField(child=cards())
    legal = serializers.ListField(
        child=serializers.JSONField(),
        help_text="The cards that may be played; with two decks the lists of one or two.",
    )
    flags = FlagAnswer(many=True)
    missing = cards()
    done = serializers.BooleanField()
    warnings = ProblemAnswer(
        many=True, help_text="What is unlikely after the deals before, and holds all the same."
    )
    unanswered = serializers.ListField(
        child=serializers.CharField(),
        help_text="The codes of the questions of the blank sheet that are to be answered yet.",
    )


class FollowedAnswer(SettledAnswer):
    """What a report would come to, and how far it has come."""

    problems = ProblemAnswer(many=True)
    following = FollowingAnswer()


class OutlookAnswer(serializers.Serializer[Any]):
    """What is still open: each range is the lowest and the highest that a seat can come to."""

    unplaced = cards()
    within_reach = serializers.DictField(child=cards())
    raw = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
    scores = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))


class PreviewAnswer(FollowedAnswer):
    """What a report would come to, and what is still open where that was asked."""

    outlook = OutlookAnswer(allow_null=True)


class CardsAnswer(serializers.Serializer[Any]):
    """The cards that were typed, and everything that was not understood."""

    cards = cards()
    problems = ProblemAnswer(many=True)


class Acknowledgement(serializers.Serializer[Any]):
    """What every sealed item that could be read is answered, with 200, whatever became of it."""

    key = serializers.CharField()
    digest = serializers.CharField()
    kept = serializers.BooleanField(
        help_text="Whether it does not count, and is kept for the referee to see."
    )
    standing = serializers.ChoiceField(
        choices=["posted", "waiting", "mend", "referee", "superseded", "kept"]
    )
    code = serializers.CharField(
        allow_blank=True, help_text="Why it does not count, empty unless it is kept."
    )
    text = serializers.CharField(allow_blank=True)
    problems = ProblemAnswer(many=True)


class SheetAnswer(Acknowledgement, SettledAnswer):
    """A sheet has arrived: what became of it, and who may confirm it."""

    sheet = serializers.CharField(allow_blank=True)
    deal = serializers.CharField(allow_blank=True)
    confirmers = serializers.ListField(child=serializers.CharField())
    awaited = serializers.ListField(child=serializers.CharField())
    following = FollowingAnswer(allow_null=True)


class ConfirmationAnswer(Acknowledgement, SettledAnswer):
    """A confirmation has arrived; `version` is 0 while others still have to confirm."""

    version = serializers.IntegerField()
    awaited = serializers.ListField(child=serializers.CharField())


class TableAnswer(serializers.Serializer[Any]):
    """A table as its device shows it."""

    number = serializers.IntegerField()
    code = serializers.CharField()


class NamedAnswer(serializers.Serializer[Any]):
    """Something with a public name and a name for people."""

    uid = serializers.CharField()
    name = serializers.CharField()


class LeftBehindAnswer(serializers.Serializer[Any]):
    """What the device before left undone whose table this one took over."""

    heard_at = serializers.DateTimeField(allow_null=True)
    waiting = serializers.IntegerField(
        allow_null=True, help_text="How much it then said it had to send; null: it never said."
    )
    missing = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the deals without a sheet."
    )
    not_counted = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The numbers of the deals whose sheet has problems and counts for nothing yet.",
    )


class LeaseAnswer(serializers.Serializer[Any]):
    """A table on loan: the token proves it from now on."""

    token = serializers.CharField()
    lease = serializers.CharField()
    table = TableAnswer()
    tournament = NamedAnswer()
    took_over = LeftBehindAnswer(allow_null=True)


class ReleaseAnswer(serializers.Serializer[Any]):
    """A table given back."""

    lease = serializers.CharField()
    released = serializers.BooleanField()
