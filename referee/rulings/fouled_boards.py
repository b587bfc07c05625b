"""错牌: a board that some tables played with other cards; their results are compared apart.

The referee names the tables that did. Each group has its matchpoints by Neuberg's formula, as if it
were the whole field.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from referee.base.refusals import Code
from referee.base.verbs import BY_RULING, Verb
from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.models import BoardLayout, Deal, Round, User
from tournaments.models.base import new_uid
from tournaments.models.event_choices import OF_FIELD
from tournaments.record import ledger
from tournaments.record.audit import Actor, change
from tournaments.rights import ruling_offices

AS_DEALT = 1
OTHERWISE = 2


def is_offered(deal: Deal) -> bool:
    """Whether a deal is compared with those of other tables, so that its board can be fouled."""
    return deal.board_id is not None and deal.event.comparison in OF_FIELD


def tables_of(deal: Deal) -> Sequence[Deal]:
    """Return the deals of the same board at all tables, in the order of rounds and tables."""
    public = {"sitting__segment__match__round__state__in": Round.PUBLIC}
    rows = Deal.objects.filter(board=deal.board_id, event=deal.event_id, **public)
    related = ("event", "sitting__table", "sitting__segment__match__round__group")
    order = ("sitting__segment__match__round__number", "sitting__table__number", "pk")
    return list(rows.select_related(*related).defer(*Round.draws_by(*related)).order_by(*order))


def layouts_of(deals: Collection[Deal]) -> Mapping[int, int]:
    """Return the layout of each of these deals that has one, by its key."""
    rows = BoardLayout.objects.filter(deal__in=deals).order_by("pk")
    return dict(rows.values_list("deal_id", "layout"))


def changes(deal: Deal, otherwise: Collection[str]) -> Mapping[Deal, int]:
    """Return the deals whose layout changes where these, by uid, were played otherwise.

    Raises Refused where a board would have no group of its own, or nothing changes.
    """
    rows = tables_of(deal)
    known = layouts_of(rows)
    named = {row.uid for row in rows} & set(otherwise)
    if named != set(otherwise) or len(named) == len(rows):
        raise Refused(refuse(Code.NOT_FOULED))
    wanted = {row: OTHERWISE if row.uid in named else AS_DEALT for row in rows}
    changed = {row: of for row, of in wanted.items() if known.get(row.pk, AS_DEALT) != of}
    if not changed:
        raise Refused(refuse(Reason.RESULT_UNCHANGED))
    return changed


def separate(
    deal: Deal,
    official: User,
    otherwise: Collection[str],
    reason: str,
    *,
    seen: Mapping[Deal, int] | None = None,
) -> int:
    """State which tables, by their deals' uids, played a board with other cards.

    Naming none takes it back. Returns how many tables it changes. Raises Refused without a reason,
    and as `changes` does, and Stale where these are no longer the changes that were `seen`.
    """
    if not reason.strip():
        raise Refused(refuse(Reason.REASON_MISSING, field="reason"))
    with change(deal.event.tournament, Actor.from_user(official), Verb.STATE_LAYOUTS) as made:
        origin, changed = ledger.Origin(new_uid(), BY_RULING), changes(deal, otherwise)
        ruling_offices.check_change(official, deal, *changed)
        if seen not in (None, changed):
            raise Stale(refuse(Reason.CHANGED_SINCE_PREVIEW))
        for row, layout in changed.items():
            ledger.state_layout(made, row, layout, reason=reason, origin=origin)
    return len(changed)
