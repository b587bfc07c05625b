"""The reasons of byes, worded to follow the name of the entry without repeating it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import wording
from tournaments.pairing.reasons import Why
from tournaments.pairing.sit_outs import SitsOut
from tournaments.wording.pairing import reason_text, reason_values

BETWEEN = "; "
BEHIND_THE_NAME: wording.Words = {
    Why.BYE_LOWEST: _("of the lowest score group, with %(score)s"),
    Why.BYE_LAST: _("the last of all, on place %(place)s"),
    Why.BYE_HIGHER: _("whoever stands lower has had a bye, or would bring a rematch"),
    Why.BYE_AGAIN: ngettext_lazy(
        "has had %(times)s bye; nobody has had fewer",
        "has had %(times)s byes; nobody has had fewer",
        "times",
    ),
    Why.BERGER_BYE: _("a bye in this round of the Berger table"),
    Why.OPPONENT_GONE: _("would meet %(opponent)s, who is not there"),
    Why.NUMBER_DRAWN: _("number %(number)s, drawn"),
    Why.NUMBER_SEEDED: _("number %(number)s by the seeding"),
    Why.SEEDED: _("line %(line)s by the seeding"),
    Why.LINE_DRAWN: _("line %(line)s, drawn among those of a like seeding"),
    Why.LINE_FOR_CLUB: _("line %(line)s, exchanged so that those of one club meet later"),
    Why.FREE_LINE: _("nobody to meet in the first round"),
    Why.BOARDS_FREE: _("the number that would be met is free"),
    Why.FOURS_OUT_MOVEMENT: _("out in round %(round)s of the fixed movement"),
}
"""The reasons of byes that have such words; others name the entry."""


def bye_reason_text(sit_out: SitsOut, names: Mapping[str, str]) -> str:
    """Return why an entry has a bye, worded to follow its name.

    `names` maps the identifiers that the draw uses to the names of the entries.
    """
    texts = []
    for reason in sit_out.reasons:
        words = BEHIND_THE_NAME.get(reason.why)
        if words is None:
            texts.append(reason_text(reason, names))
        else:
            texts.append(str(words) % reason_values(reason, names))
    return BETWEEN.join(texts) or wording.sentence(sit_out.why, {"times": sit_out.times})
