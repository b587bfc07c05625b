"""Words of suspensions (停赛): who is not drawn for a round, and by which ruling."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext, ngettext

from tournaments import wording
from tournaments.models import RulingsShown
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.suspensions import LeftOut


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
