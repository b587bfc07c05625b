"""The words of the questions of a sheet, and of two differing records of a deal."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.shengji.codes import FactCode, Saying
from tournaments import wording

FACTS: wording.Words = {
    FactCode.DEALER: pgettext_lazy("field", "Dealer"),
    FactCode.LEVEL: pgettext_lazy("field", "Level"),
    FactCode.TRUMP: pgettext_lazy("field", "Trump"),
    FactCode.ATTACKERS_POINTS: pgettext_lazy("field", "Attackers' points in tricks"),
    FactCode.KITTY_POINTS: pgettext_lazy("field", "Points in the kitty"),
    FactCode.LAST_WINNER: _("Last trick won by"),
    FactCode.LAST_COMBINATION: _("Last trick won with"),
    FactCode.LAST_CARDS: _("Cards that won the last trick"),
    FactCode.HAND: pgettext_lazy("field", "Hand"),
    FactCode.KITTY: pgettext_lazy("field", "Kitty"),
    FactCode.PLAY: _("Play %(place)s"),
    FactCode.FAILED_THROW: pgettext_lazy("field", "Failed throws"),
    FactCode.THROW_POINTS_DEALERS: _("Cost of the dealer's side's failed throws"),
    FactCode.THROW_POINTS_ATTACKERS: _("Cost of the attackers' failed throws"),
    FactCode.BID: _("Cards shown as a bid"),
}

SAYINGS: wording.Words = {Saying.NO_TRUMP: pgettext_lazy("trump", "No trump")}
