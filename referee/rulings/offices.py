"""Who may rule: the office of an account, the one that a level asks for, and who confirms it.

To change the result of a deal or to take it back, the correction window of its round counts, as it
does on the page of the deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.base.refusals import Code
from referee.base.verbs import BY_PENALTY
from referee.models import Needs, Remedy, RulingVersion
from referee.rulings import penalties, ruling_stack
from referee.rulings.decisions import WITHOUT_POINTS, RulingDecision, RulingSource
from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.models import Adjustment, Deal, Event, Role, Round, User
from tournaments.regulations import articles
from tournaments.regulations.articles import Article, Authority, Level
from tournaments.rights import access, ruling_offices
from tournaments.structure.regulations import regulations_of
from tournaments.wording.official.regulations import AUTHORITIES

_OFFICES: Final = (
    (access.CHIEFS, Authority.CHIEF),
    (frozenset({Role.DEPUTY}), Authority.DEPUTY),
    (frozenset({Role.REFEREE}), Authority.REFEREE),
)


def office_of(official: User, event: Event, table: int | None = None) -> Authority | None:
    """Return the highest office of an account in an event; None for an account that does not rule.

    With a `table`, by its number, a role that is limited to it counts. In an official competition
    an organiser has none but that of a referee.
    """
    every = access.roles_by_part(official, event.tournament).at(event.pk, table)
    held = ruling_offices.ruling_roles(every, event)
    return next((office for roles, office in _OFFICES if held & roles), None)


def office_wanted(article: Article | None, level: Level, earlier_: int) -> Authority:
    """Return the lowest office that may decide on a level: by the level, the article, the step.

    A level further from the catalogue's than a referee may go is for the chief.
    """
    wanted = [articles.office_of_level(level)]
    if article is not None:
        wanted.append(min(articles.proposed_authority(article, earlier_), Authority.CHIEF))
        is_free = articles.differs_freely(articles.proposed_level(article, earlier_), level)
        if level.height and not is_free:
            wanted.append(Authority.CHIEF)
    return max(wanted)


def beyond_office(wanted: Authority) -> Problem:
    """Return that only a higher office may do something, with its name."""
    lowest = min(wanted, Authority.CHIEF)
    return refuse(Code.RULING_BEYOND_OFFICE, "level", who=str(AUTHORITIES[lowest]))


def needed_for(event: Event, level: Level, office: Authority) -> Needs:
    """Return whose confirmation a level needs: a card for a deputy's, L9 for the organiser's."""
    if level is Level.L9:
        return Needs.ORGANISER
    is_card = level is Level.L2 and regulations_of(event).is_official
    return Needs.DEPUTY if is_card and office < Authority.DEPUTY else Needs.NOBODY


def may_confirm(
    confirming: User, deciding: User, event: Event, needs: Needs, table: int | None = None
) -> bool:
    """Whether an account may confirm a ruling that waits; never its own.

    Of the two who disqualify one is an organiser and the other one a chief. Where one account is
    both, the other one is either. An answer that was put off is given by who decided, or a chief.
    """
    office = office_of(confirming, event, table)
    if needs is Needs.ANSWER:
        # Whoever decided put the answer off; a chief may give it too.
        is_own = confirming.pk == deciding.pk
        return office is not None and (is_own or office >= Authority.CHIEF)
    if confirming.pk == deciding.pk:
        return False
    if needs is Needs.ORGANISER:
        organises, decided_by_organiser = (
            bool(access.roles_in(account, event.tournament, event.pk) & access.DIRECTORS)
            for account in (confirming, deciding)
        )
        is_chief = office is not None and office >= Authority.CHIEF
        return organises or (is_chief and decided_by_organiser)
    return office is not None and office >= Authority.DEPUTY


def remedy_problems(
    source: RulingSource, decision: RulingDecision, official: User
) -> Iterator[Problem]:
    """Yield what is against a remedy: no deal, no result that was corrected, or come too late."""
    if not decision.remedy:
        return
    if source.deal is None:
        yield refuse(Code.REMEDY_WITHOUT_DEAL, "remedy")
    elif decision.remedy == Remedy.CORRECTED and source.deal.version < 1:
        yield refuse(Code.RESULT_NOT_CHANGED, "remedy")
    elif decision.remedy in WITHOUT_POINTS and not may_change_result(source.deal, official):
        yield refuse(Code.RESULT_LATE, "remedy")


def require_result_seen(
    source: RulingSource, decision: RulingDecision, *, changes: bool = False
) -> None:
    """Raise Stale where the deal that a remedy is about has another result than was shown.

    So it is where the deal's result `changes` by the penalty.
    """
    if not (decision.remedy or changes) or source.deal is None:
        return
    if Deal.objects.values_list("version", flat=True).get(pk=source.deal.pk) != decision.seen:
        raise Stale(refuse(Reason.RESULT_CHANGED, seen=decision.seen))


def require_posting(deal: Deal, official: User) -> None:
    """Raise Refused where an official may no longer give the result that a version brings."""
    if not may_change_result(deal, official):
        raise Refused(refuse(Code.RESULT_LATE, "remedy"))


def require_undoing(version: RulingVersion, official: User) -> None:
    """Raise Refused where an official may no longer take back what a version posted."""
    deal = version.case.deal
    if deal is not None and ruling_stack.of_deal(deal).is_of(version):
        require_posting(deal, official)
    given = Adjustment.objects.filter(
        origin_uid=version.uid, origin_label=BY_PENALTY, reverses=None, reversed_by=None
    )
    for row in given.select_related("event", "side"):
        penalties.require_right(official, row.event, row.side)


def may_change_result(deal: Deal, official: User) -> bool:
    """Whether an official may change the result of a deal now, asked of the rows as they are."""
    rounds = Round.objects.select_related("event__tournament", "event__regulations")
    round_ = rounds.get(matches__segments__sittings__deals=deal)
    event: Event = round_.event
    held = access.roles_by_part(official, event.tournament).at(event.pk, deal.sitting.table.number)
    return bool(held & ruling_offices.correcting_roles(round_))
