"""The forms of what comes in and goes out; the schema of the API is made of them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from referee.sealed import DEVICE, DIGEST, KEY, UID


def _text(pattern: str, **options: Any) -> serializers.RegexField:
    return serializers.RegexField(rf"^{pattern}\Z", trim_whitespace=False, **options)


def _cards() -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField())


def _plays(**options: Any) -> serializers.ListField:
    play = serializers.ListField(child=serializers.JSONField(), min_length=2, max_length=2)
    return serializers.ListField(child=play, **options)


PLAY = "A play is [seat, card], with two decks [seat, [card]] or [seat, [card, card]]."


class LeaseRequest(serializers.Serializer[Any]):
    """A device asks for a table, under the name that it made for itself."""

    device = _text(DEVICE)


class SealedRequest(serializers.Serializer[Any]):
    """One item of an outbox: the device's key, the sealed text, and the text's SHA-256."""

    key = _text(KEY)
    digest = _text(DIGEST)
    sealed = serializers.CharField(
        trim_whitespace=False,
        help_text='For a sheet the JSON text of {"deal", "seen", "recorder", "report"}, '
        'for a confirmation that of {"sheet", "sheet_digest", "seat"}.',
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
    cards = _cards()
    text = serializers.CharField()


class FollowingAnswer(serializers.Serializer[Any]):
    """How far a report has come: hands, tricks, who plays next and what may be played."""

    hands = serializers.DictField(child=_cards())
    left = serializers.DictField(child=_cards())
    trick = _plays(help_text=PLAY)
    next = serializers.CharField(allow_null=True)
    tricks = TrickAnswer(many=True)
    won = serializers.DictField(child=_cards())
    legal = serializers.ListField(
        child=serializers.JSONField(),
        help_text="The cards that may be played; with two decks the lists of one or two.",
    )
    flags = FlagAnswer(many=True)
    missing = _cards()
    done = serializers.BooleanField()
    warnings = ProblemAnswer(
        many=True, help_text="What is unlikely after the deals before, and holds all the same."
    )


class FollowedAnswer(SettledAnswer):
    """What a report would come to, and how far it has come."""

    problems = ProblemAnswer(many=True)
    following = FollowingAnswer()


class OutlookAnswer(serializers.Serializer[Any]):
    """What is still open: each range is the lowest and the highest that a seat can come to."""

    unplaced = _cards()
    may_take_all_hearts = _cards()
    may_slam = _cards()
    raw = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
    scores = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))


class PreviewAnswer(FollowedAnswer):
    """What a report would come to, and what is still open where that was asked."""

    outlook = OutlookAnswer(allow_null=True)


class CardsAnswer(serializers.Serializer[Any]):
    """The cards that were typed, and everything that was not understood."""

    cards = _cards()
    problems = ProblemAnswer(many=True)


class SheetAnswer(FollowedAnswer):
    """A sheet has arrived: its key and digest again, and who may confirm it."""

    key = serializers.CharField()
    digest = serializers.CharField()
    sheet = serializers.CharField()
    deal = serializers.CharField()
    confirmers = serializers.ListField(child=serializers.CharField())
    awaited = serializers.ListField(child=serializers.CharField())


class ConfirmationAnswer(SettledAnswer):
    """A confirmation has arrived; `version` is 0 while others still have to confirm."""

    key = serializers.CharField()
    digest = serializers.CharField()
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


class LeaseAnswer(serializers.Serializer[Any]):
    """A table on loan: the token proves it from now on."""

    token = serializers.CharField()
    lease = serializers.CharField()
    table = TableAnswer()
    tournament = NamedAnswer()


class ReleaseAnswer(serializers.Serializer[Any]):
    """A table given back."""

    lease = serializers.CharField()
    released = serializers.BooleanField()


class EventAnswer(NamedAnswer):
    """An event, its game, how its sheets are confirmed, and how much they record."""

    game = serializers.CharField()
    confirmation = serializers.CharField()
    depth = serializers.CharField(help_text="How much of a deal is recorded at the least.")


class RoundAnswer(serializers.Serializer[Any]):
    """A round."""

    uid = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.CharField()


class SeatAnswer(serializers.Serializer[Any]):
    """A seat, who sits there, and for which side and entry."""

    label = serializers.CharField()  # type: ignore[assignment]
    seat_name = serializers.CharField()
    name = serializers.CharField()
    side = serializers.IntegerField()
    entry = serializers.CharField()


class WaitingSheetAnswer(serializers.Serializer[Any]):
    """A sheet that waits for confirmation, as any device at the table may show it."""

    key = serializers.CharField()
    digest = serializers.CharField()
    recorder = serializers.CharField()
    report = serializers.JSONField()
    confirmers = serializers.ListField(child=serializers.CharField())
    awaited = serializers.ListField(child=serializers.CharField())


class WindowAnswer(serializers.Serializer[Any]):
    """A time in which something may be done before play."""

    code = serializers.CharField()
    seconds = serializers.IntegerField()


class StepAnswer(serializers.Serializer[Any]):
    """One thing that is done before play, and who does it, in words and as a code."""

    code = serializers.CharField()
    seat = serializers.CharField(allow_null=True)
    cards = _cards()
    values = serializers.DictField()
    text = serializers.CharField()


class BeginsAnswer(serializers.Serializer[Any]):
    """How a deal begins after the deals before it; a seat that is null is not known."""

    first_deal = serializers.BooleanField()
    shuffles = serializers.CharField(allow_null=True)
    cuts = serializers.CharField(allow_null=True)
    dealt_first = serializers.CharField(allow_null=True)
    leads = serializers.CharField(allow_null=True)
    lead_cards = _cards()
    windows = WindowAnswer(many=True)
    steps = StepAnswer(many=True)


class DealAnswer(serializers.Serializer[Any]):
    """A deal: open, waiting with its sheet, or done with its scores."""

    uid = serializers.CharField()
    board_no = serializers.IntegerField()
    play_order = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["open", "waiting", "done"])
    sheet = WaitingSheetAnswer(allow_null=True)
    scores = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    begins = BeginsAnswer(allow_null=True, help_text="Null once there is a result.")
    notes = serializers.ListField(
        child=serializers.CharField(),
        help_text="Claims and what was decided, and why a deal counts nothing, as sentences.",
    )


class BlankAnswer(serializers.Serializer[Any]):
    """What the sheet of a deal asks for."""

    cards = serializers.ListField(child=serializers.CharField())
    exposable = serializers.ListField(child=serializers.CharField())
    kinds = serializers.ListField(child=serializers.CharField())
    owners = serializers.ListField(child=serializers.CharField())
    depths = _cards()
    deck = serializers.ListField(
        child=serializers.CharField(), help_text="What is dealt, in each suit from the lowest."
    )
    hand_size = serializers.IntegerField()
    suits = _cards()
    ranks = serializers.ListField(
        child=serializers.CharField(), help_text="From the lowest to the highest."
    )
    claims = serializers.ListField(
        child=serializers.CharField(), help_text="The kinds of claim that may end a deal."
    )
    first_won = serializers.ListField(
        child=serializers.CharField(),
        help_text="Cards of two decks: where two seats won one, it is asked who was the first.",
    )
    first_asked = serializers.ListField(
        child=serializers.CharField(), help_text="The parts of a report that say who was first."
    )
    clockwise = serializers.BooleanField()


class NextAnswer(serializers.Serializer[Any]):
    """What the table waits for between two rounds."""

    code = serializers.CharField()
    text = serializers.CharField()


class RoundPack(serializers.Serializer[Any]):
    """All that a device needs for its round; between rounds most of it is null or empty."""

    event = EventAnswer(allow_null=True)
    round = RoundAnswer(allow_null=True)
    next = NextAnswer(allow_null=True)
    table = TableAnswer()
    tournament = NamedAnswer()
    room = serializers.CharField(allow_null=True)
    seats = SeatAnswer(many=True)
    confirmers = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Who may confirm what a seat recorded.",
    )
    deals = DealAnswer(many=True)
    penalties = serializers.ListField(
        child=serializers.CharField(), help_text="Penalty points at this table, as sentences."
    )
    blank = BlankAnswer(allow_null=True)
    rules = serializers.ListField(child=serializers.CharField())
    language = serializers.CharField()
    time_zone = serializers.CharField()
    server_time = serializers.DateTimeField()
