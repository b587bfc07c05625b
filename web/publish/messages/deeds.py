"""Announce changes of a tournament to the channels of its club, as part of these changes.

Only public facts are announced: rulings and appeals by number, if their event shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.db.models import Q

from clubs.messages import outbox
from clubs.messages.outbox import Deed
from referee.appeals.states import state_of
from referee.base.verbs import Verb as RefereeVerb
from referee.models import Appeal, AppealState, RulingCase, RulingStep, RulingVersion
from referee.rulings import listed
from tournaments.models import (
    Event,
    MessageChannel,
    MessageKind,
    PublicationTerms,
    Round,
    RulingsShown,
)
from tournaments.models.official import FINAL_VERSIONS
from tournaments.record.audit import Change, Follower, Verb
from tournaments.structure.regulations import regulations_of

_EVENT: Final = ("event__tournament__club", "event__regulations")
APPEAL_STEPS: Final = (AppealState.LODGED, AppealState.REJECTED, AppealState.DECIDED)
"""The steps of an appeal that are announced; a withdrawn appeal is no longer in force."""


def tell(made: Change) -> None:
    """Announce a change to the channels that want it, once its body is done."""
    if not MessageChannel.objects.filter(club=made.tournament.club_id, is_on=True).exists():
        return
    find = _BY_VERB.get(made.verb)
    for deed in [*(find(made) if find else ()), *_official(made)]:
        outbox.announce(deed)


def _draw(made: Change) -> Iterator[Deed]:
    round_ = _round(made)
    version = round_.uid if round_.state == Round.State.PUBLISHED else ""
    yield Deed(MessageKind.DRAW, round_.event, str(round_.number), version, round_)


def _closed(made: Change) -> Iterator[Deed]:
    round_ = _round(made)
    yield Deed(MessageKind.CLOSED, round_.event, str(round_.number), round_.uid, round_)


def _reopened(made: Change) -> Iterator[Deed]:
    event = Event.objects.select_related("tournament__club").get(uid=made.about["event"])
    yield Deed(MessageKind.OFFICIAL, event, "final", "")


def _official(made: Change) -> Iterator[Deed]:
    """Yield the final results that a change has made official, or corrected."""
    uids = _uids_made(made, PublicationTerms)
    rows = PublicationTerms.objects.filter(uid__in=uids, kind__in=FINAL_VERSIONS) if uids else ()
    for terms in rows:
        event = Event.objects.select_related("tournament__club").get(pk=terms.publication.event_id)
        yield Deed(MessageKind.OFFICIAL, event, "final", str(terms.number))


def _rulings(made: Change) -> Iterator[Deed]:
    """Yield the rulings that came into force, were revised or were taken back."""
    versions = RulingVersion.objects.filter(uid__in=_uids_made(made, RulingVersion)).values("case")
    steps = RulingStep.objects.filter(uid__in=_uids_made(made, RulingStep)).values("version__case")
    cases = RulingCase.objects.filter(Q(pk__in=versions) | Q(pk__in=steps))
    for ruled in listed.read(cases):
        case, standing = ruled.case, ruled.standing
        if regulations_of(case.event).rulings_shown != RulingsShown.NONE:
            version = str(standing.number) if standing else ""
            yield Deed(MessageKind.RULING, case.event, case.uid, version, _round_of(case))


def _round_of(case: RulingCase) -> Round | None:
    return case.deal.sitting.segment.match.round if case.deal else case.round


def _appeals(made: Change) -> Iterator[Deed]:
    rows = Appeal.objects.filter(uid=made.about.get("appeal", ""))
    for appeal in rows.select_related("round", *_EVENT):
        state = state_of(appeal)
        is_shown = regulations_of(appeal.event).rulings_shown != RulingsShown.NONE
        if is_shown and state in (*APPEAL_STEPS, AppealState.WITHDRAWN):
            version = str(state.value) if state in APPEAL_STEPS else ""
            yield Deed(
                MessageKind.APPEAL, appeal.event, appeal.uid, version, appeal.round, is_news=True
            )


def _rulings_and_appeals(made: Change) -> Iterator[Deed]:
    yield from _rulings(made)
    yield from _appeals(made)


def _round(made: Change) -> Round:
    return Round.objects.select_related("event__tournament__club").get(uid=made.about["round"])


def _uids_made(
    made: Change, model: type[PublicationTerms | RulingVersion | RulingStep]
) -> list[str]:
    return [row["uid"] for row in made.rows if row["table"] == model._meta.db_table]


_BY_VERB: Final[Mapping[str, Callable[[Change], Iterator[Deed]]]] = {
    Verb.PUBLISH_ROUND: _draw,
    Verb.WITHDRAW_DRAW: _draw,
    Verb.CLOSE_ROUND: _closed,
    Verb.REOPEN_EVENT: _reopened,
    RefereeVerb.RULE_CASE: _rulings,
    RefereeVerb.CONFIRM_RULING: _rulings,
    RefereeVerb.LODGE_APPEAL: _appeals,
    RefereeVerb.REJECT_APPEAL: _appeals,
    RefereeVerb.WITHDRAW_APPEAL: _appeals,
    RefereeVerb.DECIDE_APPEAL: _rulings_and_appeals,
}
FOLLOWER: Final = Follower(
    tell, verbs=(*_BY_VERB, Verb.FINISH_EVENT, Verb.MAKE_OFFICIAL), finals=True
)
"""It runs after the follower that posts official results, whose rows it reads."""
