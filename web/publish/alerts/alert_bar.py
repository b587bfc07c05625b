"""The bar of what waits in a tournament, on every page of the desk: counts, links and its stamp."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.utils import timezone

from tournaments.models import Installation, Tournament, User
from tournaments.rights import access
from tournaments.system import installation
from web.publish import etag
from web.publish.alerts import alert_counts
from web.publish.alerts.alert_counts import AlertCount, Beside

_INSTALLATION: Final = "installation_row"


@dataclass(frozen=True, slots=True)
class AlertBar:
    """What waits in a tournament; `may_decide` says whether the account may open the pages."""

    tournament: Tournament
    alerts: tuple[AlertCount, ...]
    may_decide: bool

    @property
    def total(self) -> int:
        """How many things wait."""
        return alert_counts.total(self.alerts)

    @property
    def links(self) -> list[tuple[AlertCount, str]]:
        """What waits, each with the address where it is decided, empty for who may not open it."""
        return [
            (each, each.url(self.tournament) if self.may_decide else "") for each in self.alerts
        ]

    @property
    def loud(self) -> str:
        """The newest of each kind that makes a sound: `call-12 dispute-4`."""
        return " ".join(
            f"{alert.kind}-{alert.newest}" for alert in self.alerts if not alert.is_quiet
        )

    @property
    def stamp(self) -> str:
        """The stamp of the bar."""
        return etag.stamp("alerts", self.tournament.uid, self.alerts, self.may_decide)


def alert_bar(
    request: HttpRequest,
    tournament: Tournament,
    user: User,
    alerts: Sequence[AlertCount] | None = None,
) -> AlertBar:
    """Return the bar of a tournament for one of its officials; `alerts` where they were read.

    What directors or chiefs alone decide is shown to nobody else.
    """
    waiting = alerts
    if waiting is None:
        waiting = alert_counts.read([tournament.pk], access.narrowed(user, [tournament]))
    if access.roles_in(user, tournament) & access.DIRECTORS:
        waiting = (*waiting, *copy_alerts(request, tournament))
    shown = tuple(alert for alert in waiting if _is_shown(user, tournament, alert))
    decides = access.acts_in(user, tournament, access.REFEREES)
    return AlertBar(tournament, shown, decides)


def _is_shown(user: User, tournament: Tournament, alert: AlertCount) -> bool:
    """Whether somebody is told: what any referee decides is shown to whoever has the desk open."""
    if alert.roles == access.DIRECTORS:
        return bool(access.roles_in(user, tournament) & access.DIRECTORS)
    return alert.roles == access.REFEREES or access.acts_in(user, tournament, alert.roles)


def copy_alerts(request: HttpRequest, tournament: Tournament) -> Sequence[AlertCount]:
    """Return that a copy of the data failed, where it did."""
    failed = installation.fault(installation_of(request), timezone.now())
    return [AlertCount("copy", tournament.pk, 1)] if failed else []


def installation_of(request: HttpRequest) -> Installation:
    """Return the row of the installation, read once for a request."""
    known = vars(request)
    if _INSTALLATION not in known:
        known[_INSTALLATION] = installation.current()
    row: Installation = known[_INSTALLATION]
    return row


def installation_rows(request: HttpRequest, tournament: Tournament, user: User) -> list[Beside]:
    """Return what to read with the alerts, so that `installation_of` asks no more for a page.

    That is nothing for an account that is not told of the copies, or where the row is known.
    """
    if _INSTALLATION in vars(request) or not access.roles_in(user, tournament) & access.DIRECTORS:
        return []
    return [(installation.rows, ())]


def keep_installation(request: HttpRequest, rows: Iterable[tuple[Any, ...]]) -> None:
    """Keep the row of the installation, from the rows of `installation_rows`, for a request."""
    vars(request)[_INSTALLATION] = installation.of_rows(rows)
