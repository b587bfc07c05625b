"""The bar of what waits in a tournament, on every page of the desk: counts, links and its stamp."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Event, Installation, Tournament, User
from tournaments.rights import access
from tournaments.system import installation
from web.publish import etag
from web.publish.alerts import alert_counts
from web.publish.alerts.alert_counts import AlertCount, Beside
from web.publish.alerts.kinds import BY_KIND

_INSTALLATION: Final = "installation_row"


@dataclass(frozen=True, slots=True)
class AlertBar:
    """What waits in a tournament; `may_decide` says whether the account may open the pages.

    On a page of an event `alerts` are those of the event and of no event, `elsewhere` all others.
    """

    tournament: Tournament
    alerts: tuple[AlertCount, ...]
    may_decide: bool
    event: Event | None = None
    elsewhere: tuple[AlertCount, ...] = ()

    @property
    def total(self) -> int:
        """How many things wait."""
        return alert_counts.total(self.alerts)

    @property
    def others(self) -> int:
        """How many wait in other events of the tournament."""
        return alert_counts.total(self.elsewhere)

    @property
    def live_address(self) -> str:
        """The address of its live part."""
        return self._within(reverse("desk_alerts_live", args=[self.tournament.uid]))

    @property
    def links(self) -> list[tuple[AlertCount, str]]:
        """What waits, each with the address where it is decided, empty for who may not open it."""
        return [(each, self._url(each) if self.may_decide else "") for each in self.alerts]

    def _url(self, alert: AlertCount) -> str:
        url = alert.url(self.tournament)
        return self._within(url) if BY_KIND[alert.kind].rows else url

    def _within(self, url: str) -> str:
        """Return an address of the tournament, read within the event of the bar."""
        if self.event is None:
            return url
        page, mark, fragment = url.partition("#")
        return f"{page}{'&' if '?' in page else '?'}event={self.event.uid}{mark}{fragment}"

    @property
    def loud(self) -> str:
        """The newest of each kind that makes a sound: `call-12 dispute-4`."""
        return " ".join(
            f"{alert.kind}-{alert.newest}"
            for alert in alert_counts.together((*self.alerts, *self.elsewhere))
            if not alert.is_quiet
        )

    @property
    def stamp(self) -> str:
        """The stamp of the bar."""
        event = self.event.uid if self.event else ""
        shown = (self.alerts, self.others, self.loud)
        return etag.stamp("alerts", self.tournament.uid, event, shown, self.may_decide)


def alert_bar(
    request: HttpRequest,
    tournament: Tournament,
    user: User,
    alerts: Sequence[AlertCount] | None = None,
    event: Event | None = None,
) -> AlertBar:
    """Return the bar of a tournament for one of its officials; `alerts` where they were read.

    On a page of an event it names and counts that event's, and says how many others there are.

    What directors or chiefs alone decide is shown to nobody else.
    """
    waiting = alerts
    if waiting is None:
        narrowed = access.narrowed(user, [tournament])
        waiting = alert_counts.read_with([tournament.pk], narrowed=narrowed)[0]
    if access.roles_in(user, tournament) & access.DIRECTORS:
        waiting = (*waiting, *copy_alerts(request, tournament))
    shown = [alert for alert in waiting if _is_shown(user, tournament, alert)]
    decides = access.acts_in(user, tournament, access.REFEREES)
    if event is None:
        return AlertBar(tournament, tuple(alert_counts.together(shown)), decides)
    # The name of the event stands on the page already.
    own = [replace(each, event="") for each in shown if each.of_event in (0, event.pk)]
    others = tuple(each for each in shown if each.of_event not in (0, event.pk))
    return AlertBar(tournament, tuple(alert_counts.together(own)), decides, event, others)


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
