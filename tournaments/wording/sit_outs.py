"""Why an entry sits out, in words that stand behind its name and do not say it again."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import wording
from tournaments.pairing.reasons import Why
from tournaments.pairing.sit_outs import SitsOut
from tournaments.wording.pairing import reason_text, said_values
from tournaments.wording.structure import sit_out_text

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
"""The reasons of a draw for leaving somebody out; others name the entry."""


def why_out(one: SitsOut, names: Mapping[str, str]) -> str:
    """Return why an entry sits out, to stand behind its name.

    `names` are those of the entries by what the draw calls them.
    """
    said = []
    for reason in one.reasons:
        words = BEHIND_THE_NAME.get(reason.why)
        if words is None:
            said.append(reason_text(reason, names))
        else:
            said.append(str(words) % said_values(reason, names))
    return BETWEEN.join(said) if said else sit_out_text(one)
