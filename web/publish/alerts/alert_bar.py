"""The bar of what is waiting in a tournament, on every page of the desk: counts, links, stamp.

All kinds of alert are counted by one query of short rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final

from django.db.models import Count, IntegerField, Max, Min, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce, Concat, LPad
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Event, Installation, Role, Tournament, User
from tournaments.rights import access
from tournaments.rights.roles import NOT_NARROWED, Narrowed
from tournaments.system import installation
from tournaments.system.compiled_queries import KeysQuery
from tournaments.wording import filled
from web.publish import etag
from web.publish.alerts.alert import Alert, WaitingRows
from web.publish.alerts.kinds import ALERTS, BY_KIND


@dataclass(frozen=True, slots=True)
class AlertCount:
    """The number of a kind waiting in a tournament, and the newest and oldest of them by key.

    `table` and `event` are those of the oldest, which waits longest; empty if it has none.
    `of_event` is the key of the event that all belong to; 0 for none, or for several events
    together.
    """

    kind: str
    tournament: int
    count: int
    newest: int = 0
    oldest: int = 0
    table: str = ""
    event: str = ""
    of_event: int = 0

    @property
    def is_quiet(self) -> bool:
        """Whether it makes no sound."""
        return BY_KIND[self.kind].quiet

    @property
    def words(self) -> str:
        """What is waiting and how many, in the language of the reader."""
        return filled(BY_KIND[self.kind].words, {"number": self.count})

    @property
    def roles(self) -> frozenset[Role]:
        """The roles of those who decide it."""
        return BY_KIND[self.kind].roles

    def url(self, tournament: Tournament) -> str:
        """Return the address of the page where it is decided, in a tournament that a row names."""
        return BY_KIND[self.kind].url(tournament)


DIGITS: Final = 12
"""Digits of a key before a place, so that the least text is that of the oldest row."""
RowsOf = Callable[[Sequence[int]], QuerySet[Any, Any]]
"""Returns other rows in the same columns, for these keys; nothing else may vary in the query."""
Beside = tuple[RowsOf, Sequence[int]]


def counted(alert: Alert, waiting: WaitingRows) -> QuerySet[Any, Any]:
    """Return rows as counts by event, so that one query reads all kinds together."""
    groups = (waiting.tournament, *([waiting.event] if waiting.event else []))
    places: QuerySet[Any, Any] = (
        waiting.rows.order_by().values(*groups).annotate(place=Min(_place(waiting)))
    )
    return places.values_list(
        Value(alert.kind, output_field=TextField()),
        Cast(waiting.tournament, IntegerField()),
        Count(waiting.each, distinct=True),
        Max("pk"),
        "place",
    )


def _place(waiting: WaitingRows) -> Combinable:
    """Return an expression of a row: its key, the number of its table, its event and its name."""
    nothing = Value("", output_field=TextField())
    key = LPad(Cast("pk", TextField()), DIGITS, Value("0"))
    at, of, name = (
        Coalesce(Cast(lookup, TextField()), nothing) if lookup else nothing
        for lookup in (waiting.table, waiting.event, waiting.name)
    )
    bar = Value("|")
    return Concat(key, bar, at, bar, of, bar, name, output_field=TextField())


def read(tournaments: Collection[int], narrowed: Narrowed = NOT_NARROWED) -> list[AlertCount]:
    """Return what is waiting in tournaments, by their keys; kinds without any are left out."""
    return together(read_with(tournaments, narrowed=narrowed)[0]) if tournaments else []


def together(alerts: Iterable[AlertCount]) -> list[AlertCount]:
    """Return the alerts of several events of a tournament as one count of each kind."""
    by_kind: dict[tuple[int, str], AlertCount] = {}
    for alert in alerts:
        known = by_kind.get((alert.tournament, alert.kind))
        both = (known, alert) if known else (alert,)
        by_kind[alert.tournament, alert.kind] = replace(
            min(both, key=attrgetter("oldest")),
            count=total(both),
            newest=max(each.newest for each in both),
            of_event=0,
        )
    return [*by_kind.values()]


def read_with(
    tournaments: Collection[int], *beside: Beside, narrowed: Narrowed = NOT_NARROWED
) -> tuple[list[AlertCount], list[tuple[Any, ...]]]:
    """Return what is waiting, event by event, and the rows of other queries in the same columns.

    All of it is read by one query.
    """
    makes = tuple(make for make, _keys in beside)
    keys = [list(tournaments), *(list(keys) for _make, keys in beside)]
    if narrowed.reaches:
        rows = list(_together(makes, narrowed, *keys))
    else:
        rows = _compiled(makes).all(*keys)
    alerts = [
        _alert_count(kind, tournament, count, newest, text or "")
        for kind, tournament, count, newest, text in rows
        if kind in BY_KIND and count
    ]
    order = list(BY_KIND)
    alerts.sort(key=lambda alert: (alert.tournament, order.index(alert.kind)))
    return alerts, [row for row in rows if row[0] not in BY_KIND]


def _alert_count(kind: str, tournament: int, count: int, newest: int, place: str) -> AlertCount:
    key, table, of_event, event = (place or "0|||").split("|", 3)
    return AlertCount(kind, tournament, count, newest, int(key), table, event, int(of_event or 0))


@lru_cache
def _compiled(makes: Sequence[RowsOf]) -> KeysQuery[tuple[Any, ...]]:
    """Return the query for readers who may see everything, as nearly all may."""
    return KeysQuery(partial(_together, makes, NOT_NARROWED))


def _together(
    makes: Sequence[RowsOf], narrowed: Narrowed, tournaments: Sequence[int], *keys: Sequence[int]
) -> QuerySet[Any, Any]:
    first, *others = (
        counted(alert, alert.rows(tournaments, narrowed)) for alert in ALERTS if alert.rows
    )
    beside = [make(given) for make, given in zip(makes, keys, strict=True)]
    return first.union(*others, *beside, all=True)


def total(alerts: Iterable[AlertCount]) -> int:
    """Return the number of things waiting."""
    return sum(map(attrgetter("count"), alerts))


_INSTALLATION: Final = "installation_row"


@dataclass(frozen=True, slots=True)
class AlertBar:
    """The alerts of a tournament; `may_decide` says whether the account may open the pages.

    On a page of an event `alerts` are those of the event and of no event, `elsewhere` all others.
    """

    tournament: Tournament
    alerts: tuple[AlertCount, ...]
    may_decide: bool
    event: Event | None = None
    elsewhere: tuple[AlertCount, ...] = ()

    @property
    def total(self) -> int:
        """The number of things waiting."""
        return total(self.alerts)

    @property
    def others(self) -> int:
        """The number waiting in other events of the tournament."""
        return total(self.elsewhere)

    @property
    def live_address(self) -> str:
        """The address of its live part."""
        return self._within(reverse("desk_alerts_live", args=[self.tournament.uid]))

    @property
    def links(self) -> list[tuple[AlertCount, str]]:
        """The alerts, each with the address where it is decided, empty if the account may not open
        it.
        """
        return [(each, self._url(each) if self.may_decide else "") for each in self.alerts]

    def _url(self, alert: AlertCount) -> str:
        url = alert.url(self.tournament)
        return self._within(url) if BY_KIND[alert.kind].rows else url

    def _within(self, url: str) -> str:
        """Return an address of the tournament, limited to the event of the bar."""
        if self.event is None:
            return url
        page, mark, fragment = url.partition("#")
        return f"{page}{'&' if '?' in page else '?'}event={self.event.uid}{mark}{fragment}"

    @property
    def loud(self) -> str:
        """The newest of each kind that makes a sound: `call-12 dispute-4`."""
        return " ".join(
            f"{alert.kind}-{alert.newest}"
            for alert in together((*self.alerts, *self.elsewhere))
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
    """Return the bar of a tournament for one of its officials; `alerts` if they were read already.

    On a page of an event it lists that event's alerts, and gives the number of others. What only
    directors or chief referees decide is shown to nobody else.
    """
    waiting = alerts
    if waiting is None:
        narrowed = access.narrowed(user, [tournament])
        waiting = read_with([tournament.pk], narrowed=narrowed)[0]
    if access.roles_in(user, tournament) & access.DIRECTORS:
        waiting = (*waiting, *copy_alerts(request, tournament))
    shown = [alert for alert in waiting if _is_shown(user, tournament, alert)]
    decides = access.acts_in(user, tournament, access.REFEREES)
    if event is None:
        return AlertBar(tournament, tuple(together(shown)), decides)
    # The name of the event stands on the page already.
    own = [replace(each, event="") for each in shown if each.of_event in (0, event.pk)]
    others = tuple(each for each in shown if each.of_event not in (0, event.pk))
    return AlertBar(tournament, tuple(together(own)), decides, event, others)


def _is_shown(user: User, tournament: Tournament, alert: AlertCount) -> bool:
    """Whether a user sees an alert; what any referee decides is shown to everybody at the desk."""
    if alert.roles == access.DIRECTORS:
        return bool(access.roles_in(user, tournament) & access.DIRECTORS)
    return alert.roles == access.REFEREES or access.acts_in(user, tournament, alert.roles)


def copy_alerts(request: HttpRequest, tournament: Tournament) -> Sequence[AlertCount]:
    """Return the alert of a failed backup, if there is one."""
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
    """Return the query to read with the alerts, so that `installation_of` needs no other.

    There is none for an account that is not told of backups, or if the row is known.
    """
    if _INSTALLATION in vars(request) or not access.roles_in(user, tournament) & access.DIRECTORS:
        return []
    return [(installation.rows, ())]


def keep_installation(request: HttpRequest, rows: Iterable[tuple[Any, ...]]) -> None:
    """Keep the row of the installation, from the rows of `installation_rows`, for a request."""
    vars(request)[_INSTALLATION] = installation.of_rows(rows)
