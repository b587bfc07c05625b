"""Publishes the results of an event: its rounds, its final result on notice, its official versions.

Every function that writes is a part of an open change. A correction of a finished event publishes
its result again in the same change. The last moment of a period belongs to it; a period of 0
minutes means none.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from tournaments import results
from tournaments.models import (
    Adjustment,
    Award,
    Event,
    EventState,
    ExtraDeal,
    Publication,
    PublicationKind,
    PublicationState,
    PublicationTerms,
    Result,
    Round,
    TermsKind,
)
from tournaments.official import ordering
from tournaments.official.final import FinalStage, final_of, open_matters
from tournaments.record import ledger
from tournaments.record.audit import Change, Repeated, Verb
from tournaments.results import event_record
from tournaments.structure.regulations import regulations_of


@dataclass(frozen=True, slots=True)
class Periods:
    """Until when a publication may be corrected and appealed against; None without a period."""

    corrections_until: datetime | None
    appeals_until: datetime | None

    @property
    def end(self) -> datetime | None:
        """When both periods are over."""
        ends = filter(None, (self.corrections_until, self.appeals_until))
        return max(ends, default=None)


def periods_after_round(event: Event, posted: datetime, *, is_last: bool) -> Periods:
    """Return the periods that run from the publication of a round."""
    regulations = regulations_of(event)
    appeals = regulations.last_appeal_minutes if is_last else regulations.appeal_minutes
    appeals = appeals if regulations.appealable else 0
    return Periods(_period_end(posted, event.correction_minutes), _period_end(posted, appeals))


def periods_on_notice(event: Event, posted: datetime) -> tuple[Periods, datetime]:
    """Return the periods of a final result on notice, and when it is official at the earliest.

    The periods of the last round continue. A notice restarts the period of appeals of the last
    round.
    """
    regulations, last = regulations_of(event), _last_round(event)
    corrections = last.corrections_until if last else None
    appeals = [last.appeals_until] if last else []
    if regulations.notice_minutes and regulations.appealable:
        appeals.append(_period_end(posted, regulations.last_appeal_minutes))
    periods = Periods(corrections, max(filter(None, appeals), default=None))
    end = posted + timedelta(minutes=regulations.notice_minutes)
    return periods, max(end, periods.end or end)


def _last_round(event: Event) -> PublicationTerms | None:
    terms = PublicationTerms.objects.filter(
        publication__event=event, kind=PublicationTerms.Kind.ROUND
    )
    return terms.order_by("-publication__round__number", "-pk").first()


def _period_end(posted: datetime, minutes: int) -> datetime | None:
    return posted + timedelta(minutes=minutes) if minutes else None


OWN: Final = frozenset(
    {Verb.FINISH_EVENT, Verb.REOPEN_EVENT, Verb.MAKE_OFFICIAL, Verb.DELETE_EVENT}
)
"""The changes that post a final result, or take one back, themselves."""
WITH_REASON: Final = (Result, Adjustment, Award, ExtraDeal)


def post_round(
    made: Change, round_: Round, publication: Publication, *, is_last: bool
) -> PublicationTerms | None:
    """Publish a closed round with its deadlines; a club event has none."""
    event = round_.event
    if not regulations_of(event).is_official:
        return None
    posted = round_.closed_at or publication.created_at
    after = periods_after_round(event, posted, is_last=is_last)
    return _store(
        made,
        publication,
        TermsKind.ROUND,
        corrections_until=after.corrections_until,
        appeals_until=after.appeals_until,
    )


def finish(made: Change, event: Event) -> Publication:
    """Publish the final result of an event that was just finished: on notice, or official at
    once.
    """
    _, official_from = periods_on_notice(event, timezone.now())
    is_official = regulations_of(event).is_official
    if is_official and (official_from > timezone.now() or open_matters(event)):
        return _post_notice(made, event, _standings(event))
    return _post_official(made, event, _standings(event), TermsKind.OFFICIAL)


def make_official(made: Change, event: Event) -> None:
    """Make a final result official after its notice.

    Raises Repeated if it is no longer on notice, if the notice is not over, or if a matter is open.
    """
    event = Event.objects.select_related("tournament", "ruleset", "regulations").get(pk=event.pk)
    if not is_due(event):
        raise Repeated
    made.concerns(event=event)
    _post_official(made, event, _standings(event), TermsKind.OFFICIAL)


def is_due(event: Event) -> bool:
    """Whether the notice of a final result is over and no matter is open."""
    final = final_of(event)
    if event.state != EventState.FINISHED or final.stage is not FinalStage.NOTICE:
        return False
    ends = final.terms.official_from if final.terms else None
    return ends is not None and ends <= timezone.now() and not open_matters(event)


def follow(made: Change) -> None:
    """Publish the final results that a change has corrected; order waiting jobs again."""
    if made.verb in OWN:
        return
    for key in sorted(made.finished):
        _follow_event(made, key)
    if "released" in made.details:
        waiting = Event.objects.filter(tournament=made.tournament, state=EventState.FINISHED)
        for event in waiting.order_by("pk"):
            _order_again(made, event)


def _follow_event(made: Change, key: int) -> None:
    related = ("tournament", "ruleset", "regulations")
    event = Event.objects.select_related(*related).get(pk=key)
    final = final_of(event)
    if event.state != EventState.FINISHED or final.stage is FinalStage.NONE:
        return
    shown = _standings(event)
    if list(final.shown) == shown:
        return
    why = {"verb": str(made.verb), "reason": _reason(made)}
    if final.stage is FinalStage.NOTICE:
        _post_notice(made, event, shown, **why)
    else:
        _post_official(made, event, shown, TermsKind.CORRECTED, **why)


def _order_again(made: Change, event: Event) -> None:
    final = final_of(event)
    if final.stage is FinalStage.NOTICE and final.terms and final.terms.official_from:
        ordering.order(event, max(final.terms.official_from, timezone.now()), str(made.seq))


def _post_notice(made: Change, event: Event, shown: Any, **why: str) -> Publication:
    publication = ledger.publish(made, event, PublicationKind.STANDINGS, shown)
    running, official_from = periods_on_notice(event, publication.created_at)
    _store(
        made,
        publication,
        TermsKind.NOTICE,
        corrections_until=running.corrections_until,
        appeals_until=running.appeals_until,
        official_from=official_from,
        **why,
    )
    ordering.order(event, official_from, str(made.seq))
    return publication


def _post_official(
    made: Change, event: Event, shown: Any, kind: TermsKind, **why: str
) -> Publication:
    number = final_of(event).number + 1
    official = PublicationState.OFFICIAL
    publication = ledger.publish(made, event, PublicationKind.STANDINGS, shown, state=official)
    _store(made, publication, kind, number=number, **why)
    return publication


def _store(
    made: Change, publication: Publication, kind: TermsKind, **values: Any
) -> PublicationTerms:
    terms = PublicationTerms.objects.create(publication=publication, kind=kind, **values)
    made.made(terms)
    return terms


def _standings(event: Event) -> list[dict[str, object]]:
    return event_record.published_standings(results.read(event))


def _reason(made: Change) -> str:
    """Return the reason stored in the rows of a change, if any."""
    uids = [row["uid"] for row in made.rows]
    for model in WITH_REASON:
        reasons = model._default_manager.filter(uid__in=uids).exclude(reason="")
        if reason := reasons.order_by("pk").values_list("reason", flat=True).first():
            return str(reason)
    return ""
