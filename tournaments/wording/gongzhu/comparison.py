"""The words of two differing records of a deal: the questions and their answers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.gongzhu.codes import Question, Saying
from tournaments import wording

QUESTIONS: wording.Words = {
    Question.WON_BY: _("%(cards)s won by"),
    Question.EXPOSED_BY: _("%(cards)s exposed by"),
    Question.DEALT_TO: _("%(cards)s dealt to"),
    Question.LEADER: _("Led first"),
    Question.FIRST_DEAL: _("First deal of the game"),
    Question.FIRST_PIG: _("Won the first pig"),
    Question.FIRST_C2: _("Received the first ♣2"),
    Question.CLAIM: _("Claim"),
    Question.CLAIM_AFTER_TRICK: _("Tricks played before the claim"),
    Question.CLAIM_CONTESTED: _("The claim is contested"),
    Question.PLAY: _("Play %(place)s"),
}

SAYINGS: wording.Words = {
    Saying.EXPOSED: pgettext_lazy("exposure", "exposed"),
    Saying.FIRST_EXPOSED: pgettext_lazy("exposure", "first exposure"),
    Saying.YES: pgettext_lazy("record", "yes"),
    Saying.NO: pgettext_lazy("record", "no"),
    Saying.CLAIMS_ALL: pgettext_lazy("claim", "all the rest"),
    Saying.CLAIMS_NONE: pgettext_lazy("claim", "nothing of the rest"),
    Saying.CLAIMS_ALLOCATION: pgettext_lazy("claim", "gives each card to a seat"),
    Saying.CLAIMS_NOTHING_LEFT: pgettext_lazy("claim", "no scoring card is left"),
}
