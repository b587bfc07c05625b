"""Until when an appeal can be lodged. The hour of a deadline itself is still in time.

Minutes run from the posting of the round, of the last round also from the notice of the final
result; of a ruling that was made after that, from the ruling. Before a posting there is no end.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from referee.appeals.grounds import Ground
from tournaments.models import Event, PublicationTerms, Round, TermsKind

NUMBER: Final = "publication__round__number"


class _Posting(NamedTuple):
    """When something was posted, and until when it can be appealed against."""

    at: datetime
    until: datetime


def deadline(event: Event, ground: Ground) -> datetime | None:
    """Return until when an appeal against something can be lodged; None while there is no end."""
    # Made after the posting, it has as long as what was posted.
    ends = [until + max(ground.at - at, timedelta(0)) for at, until in _postings(event, ground)]
    return max(ends, default=None)


def _postings(event: Event, ground: Ground) -> Iterator[_Posting]:
    """Yield the postings that showed first what it is about; without a round the last ones."""
    terms = PublicationTerms.objects.filter(publication__event=event, appeals_until__isnull=False)
    terms = terms.select_related("publication__round").defer("publication__round__reasons")
    of_rounds = terms.filter(kind=TermsKind.ROUND)
    if ground.round is None:
        shown = of_rounds.order_by(f"-{NUMBER}", "-pk").first()
    else:
        later = of_rounds.filter(**{f"{NUMBER}__gte": ground.round.number})
        shown = later.order_by(NUMBER, "pk").first()
    notice = terms.filter(kind=TermsKind.NOTICE).order_by("-pk").first()
    is_of_last = ground.round is None or ground.round.number == _last_number(event)
    for row in (shown, notice if is_of_last else None):
        if row is not None and row.appeals_until is not None:
            round_ = row.publication.round
            posted = (round_.closed_at if round_ else None) or row.publication.created_at
            yield _Posting(posted, row.appeals_until)


def _last_number(event: Event) -> int:
    standing = event.rounds.exclude(state=Round.State.CANCELLED)
    return standing.order_by("-number").values_list("number", flat=True).first() or 0
