"""The forms of the round pack: all that the device of a table needs for its round."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from referee.tablet.api import serializers as forms
from referee.tablet.api.call_forms import CallAnswer


class EventAnswer(forms.NamedAnswer):
    """An event, its game, how its sheets are confirmed, and how much they record."""

    game = serializers.CharField()
    confirmation = serializers.CharField()
    proof = serializers.ChoiceField(
        choices=["tap", "pin", "phone"],
        help_text="What a player's confirmation has to bring along.",
    )
    depth = serializers.CharField(help_text="How much of a deal is recorded at the least.")
    records = serializers.ChoiceField(
        choices=["one", "two"], help_text="How often a deal is written down before it counts."
    )
    boards = serializers.BooleanField(
        help_text="Whether other tables play the same boards: a deal has the number of its board."
    )


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
    """A sheet that waits for confirmation, or with problems to be mended where the deal is open.

    Any device at the table may show it.
    """

    key = serializers.CharField()
    digest = serializers.CharField()
    recorder = serializers.CharField()
    report = serializers.JSONField()
    confirmers = serializers.ListField(child=serializers.CharField())
    awaited = serializers.ListField(child=serializers.CharField())
    objected = serializers.ListField(
        child=serializers.CharField(), help_text="The seats that do not agree; the referee decides."
    )
    problems = forms.ProblemAnswer(many=True, help_text="What is wrong with it; none where sound.")


class WindowAnswer(serializers.Serializer[Any]):
    """A time in which something may be done before play."""

    code = serializers.CharField()
    seconds = serializers.IntegerField()


class StepAnswer(serializers.Serializer[Any]):
    """One thing that is done before play, and who does it, in words and as a code."""

    code = serializers.CharField()
    seat = serializers.CharField(allow_null=True)
    cards = forms.cards()
    values = serializers.DictField()
    text = serializers.CharField()


class BeginsAnswer(serializers.Serializer[Any]):
    """How a deal begins after the deals before it; a seat that is null is not known."""

    first_deal = serializers.BooleanField()
    shuffles = serializers.CharField(allow_null=True)
    cuts = serializers.CharField(allow_null=True)
    dealt_first = serializers.CharField(allow_null=True)
    leads = serializers.CharField(allow_null=True)
    lead_cards = forms.cards()
    windows = WindowAnswer(many=True)
    steps = StepAnswer(many=True)
    facts = serializers.DictField(help_text="Parts of the report that are known before play.")


class DealAnswer(serializers.Serializer[Any]):
    """A deal: open, waiting with its sheet, or done with its scores."""

    uid = serializers.CharField()
    board_no = serializers.IntegerField()
    play_order = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["open", "waiting", "done"])
    sheet = WaitingSheetAnswer(allow_null=True)
    scores = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    facts = serializers.JSONField(
        allow_null=True,
        help_text="What happened, as the result that stands says it; null while others have the "
        "board before them.",
    )
    begins = BeginsAnswer(allow_null=True, help_text="Null once there is a result.")
    hands = serializers.DictField(
        child=forms.cards(), allow_null=True, help_text="As the board has them, once it is opened."
    )
    notes = serializers.ListField(
        child=serializers.CharField(),
        help_text="Claims and what was decided, and why a deal counts nothing, as sentences.",
    )


class AskedAnswer(serializers.Serializer[Any]):
    """A question of the sheet that has one answer, and where in the report it stands."""

    code = serializers.CharField()
    path = forms.cards()
    kind = serializers.ChoiceField(choices=["seat", "choice", "number", "cards"])
    options = serializers.ListField(child=serializers.CharField(allow_null=True))
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    step = serializers.IntegerField()
    optional = serializers.BooleanField()


class BlankAnswer(serializers.Serializer[Any]):
    """What the sheet of a deal asks for."""

    cards = serializers.ListField(child=serializers.CharField())
    exposable = serializers.ListField(child=serializers.CharField())
    kinds = serializers.ListField(child=serializers.CharField())
    owners = serializers.ListField(child=serializers.CharField())
    depths = forms.cards()
    deck = serializers.ListField(
        child=serializers.CharField(), help_text="What is dealt, in each suit from the lowest."
    )
    hand_size = serializers.IntegerField()
    suits = forms.cards()
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
    asks = AskedAnswer(many=True)
    together = serializers.IntegerField(
        help_text="How many cards a seat may play at once; 0 where these have to be equal."
    )


class NextAnswer(serializers.Serializer[Any]):
    """What the table waits for between two rounds."""

    code = serializers.CharField()
    text = serializers.CharField()


class ClockAnswer(serializers.Serializer[Any]):
    """The clock of the round at this table, as it stood when it was last set."""

    state = serializers.ChoiceField(choices=["waiting", "running", "held", "called"])
    seconds = serializers.IntegerField(help_text="What is left of a clock that does not run.")
    until = serializers.DateTimeField(
        allow_null=True, help_text="When the time of a running clock is over."
    )
    no_new_deal = serializers.DateTimeField(
        allow_null=True, help_text="From when no new deal is begun."
    )


class PlaceAnswer(serializers.Serializer[Any]):
    """Which part of a match of teams a table plays."""

    sitting = serializers.CharField(help_text="Another one as soon as the seats are others.")
    teams = serializers.ListField(child=serializers.CharField(), help_text="The home side first.")
    text = serializers.CharField(help_text="Room, segment and teams in words.")


class RoundPack(serializers.Serializer[Any]):
    """All that a device needs for its round; between rounds most of it is null or empty."""

    event = EventAnswer(allow_null=True)
    round = RoundAnswer(allow_null=True)
    next = NextAnswer(allow_null=True)
    clock = ClockAnswer(allow_null=True, help_text="Null where the round has no clock.")
    table = forms.TableAnswer()
    tournament = forms.NamedAnswer()
    room = serializers.CharField(allow_null=True)
    place = PlaceAnswer(allow_null=True, help_text="Null where no teams meet.")
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
    lookup = serializers.JSONField(
        allow_null=True,
        help_text="Small tables that tell the points of a deal without the rules, as the page of "
        "the game reads them; null where there are none.",
    )
    rules = serializers.ListField(child=serializers.CharField())
    calls = CallAnswer(many=True)
    language = serializers.CharField()
    time_zone = serializers.CharField()
    server_time = serializers.DateTimeField()
    build = serializers.CharField(help_text="Which program answers: an older page renews itself.")
