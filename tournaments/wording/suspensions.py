"""Words of suspensions (停赛): who is not drawn for a round, and by which ruling."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments import wording
from tournaments.base.refusals import Reason
from tournaments.models import RulingsShown
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.suspensions import LeftOut

SUSPENSIONS: wording.Words = {
    Reason.NOT_SUSPENDED: gettext_lazy("Nobody is suspended so in round %(number)s."),
    Reason.SUSPENDED_IN_DRAFT: gettext_lazy(
        "The draft seats somebody who is suspended: %(names)s. Draw the round again."
    ),
    Reason.DRAFT_LEAVES_OUT: gettext_lazy(
        "The draft leaves out %(names)s, who is no longer suspended in this round. Draw the round "
        "again, or say why it is published as it is."
    ),
    Reason.DRAFT_BY_ANNULLED_CARD: gettext_lazy(
        "A card was annulled for which this round is drawn without %(names)s. The chief referee "
        "decides whether the suspension stays; to publish the draft before that, give a reason."
    ),
    Reason.SUSPENDED_MEMBER: gettext_lazy(
        "%(name)s is suspended in these rounds, and the regulations allow no stand-in for it."
    ),
    Reason.SUSPENSION_UNDECIDED: gettext_lazy(
        "Second yellow card of this stage: the chief referee first decides on the suspension of "
        "%(names)s."
    ),
    Reason.BAN_DAYS: gettext_lazy("The last day is before the first."),
    Reason.BAN_OVER: gettext_lazy("This ban is over already."),
    Reason.BANNED_PERSON: gettext_lazy(
        "Banned by the club: %(names)s. If they are to play all the same, say so and send it again."
    ),
}
"""Why somebody who is suspended, or banned by the club, is not entered or seated."""


def not_drawn_text(
    snapshot: EventSnapshot, rows: Iterable[LeftOut], *, is_public: bool = False
) -> str:
    """Return who is suspended and not drawn, with the rulings; empty where it is nobody.

    What the public is not told of rulings is left out there.
    """
    tells = not is_public or snapshot.regulations.rulings_shown != RulingsShown.NONE
    names = [_name(snapshot, row, tells_ruling=tells) for row in rows]
    if not names:
        return ""
    words = ngettext(
        "%(count)s suspended, not drawn: %(names)s",
        "%(count)s suspended, not drawn: %(names)s",
        len(names),
    )
    return words % {"count": len(names), "names": wording.listed(names)}


def barred_text(names: Iterable[str]) -> str:
    """Return that these persons are suspended and cannot take a seat; empty for nobody."""
    words = gettext("%(name)s is suspended in this round and cannot take a seat.")
    return wording.joined_sentences([words % {"name": name} for name in names])


def _name(snapshot: EventSnapshot, row: LeftOut, *, tells_ruling: bool) -> str:
    name = row.name or entry_name(row.entry, snapshot.members_of(row.entry))
    if not tells_ruling:
        return name
    year, number = row.row.ruling
    ruling = gettext("R-%(year)s-%(number)s") % {"year": year, "number": f"{number:04d}"}
    return gettext("%(name)s (%(ruling)s)") % {"name": name, "ruling": ruling}
