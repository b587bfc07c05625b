"""An appeal is lodged through a referee: with its number, signers, deposit and statement.

It is stored also where it is rejected at once, with the reason why. The hour of a deadline itself
is still in time. Minutes run from the posting of the round, of the last round also from the notice
of the final result; of a ruling that was made after that, from the ruling. Before a posting there
is no end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Max
from django.utils import timezone

from clubs.fees.currencies import USUAL
from referee.appeals import admissibility, grounds
from referee.appeals.grounds import Ground
from referee.appeals.states import ORIGIN
from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.models import (
    Appeal,
    AppealSigner,
    AppealState,
    AppealStep,
    DepositFate,
    Rejection,
)
from scoring.problems import Problem
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Entry, Event, EventFee, PublicationTerms, Round, TermsKind, User
from tournaments.official.final import APPEAL
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change
from tournaments.record.once import once
from tournaments.structure.regulations import Regulations, regulations_of

LONGEST: Final = 4000


@dataclass(frozen=True, slots=True)
class Lodging:
    """What is handed in: by whom, against what, signed by which persons (by their keys).

    `received_at` is the hour at which a referee took it, by default now.
    """

    entry: Entry
    against: str
    uid: str
    statement: str
    signed: Collection[int]
    absent: Collection[int] = field(default=())
    receipt: str = ""
    received_at: datetime | None = None


def lodge(event: Event, official: User, lodging: Lodging, key: str) -> Appeal:
    """Lodge an appeal, or reject it at once; the same one under the same key is lodged once.

    Raises Refused in a club event, for something that is not there, was decided on appeal or was
    not signed, without a statement, without the receipt of a deposit that the event asks for, and
    for an hour to come.
    """

    def stored() -> Appeal | None:
        appeal = Appeal.objects.filter(key=key).first()
        return _same(appeal, lodging) if appeal else None

    return once(
        stored,
        event.tournament,
        Actor.from_user(official),
        Verb.LODGE_APPEAL,
        lambda made: _store(made, event, official, lodging, key),
    )


def _same(stored: Appeal, lodging: Lodging) -> Appeal:
    """Return what came under the same key. Raises Refused for other content."""
    signers = {(row.person_id, row.absent) for row in stored.signers.all()}
    content = (stored.entry_id, stored.against, stored.appealed.uid)
    words = (stored.statement, stored.receipt)
    sent = (lodging.entry.pk, lodging.against, lodging.uid)
    sent_words = (lodging.statement.strip(), lodging.receipt.strip())
    sent_signers = {
        (person, person not in lodging.signed) for person in [*lodging.signed, *lodging.absent]
    }
    if (content, words, signers) != (sent, sent_words, sent_signers):
        raise Refused(refuse(Code.KEY_REUSED))
    return stored


def _store(made: Change, event: Event, official: User, lodging: Lodging, key: str) -> Appeal:
    event = Event.objects.select_related("tournament", "regulations").get(pk=event.pk)
    regulations, ground = regulations_of(event), grounds.find(event, lodging.against, lodging.uid)
    if ground is not None and admissibility.final_among(event, [ground]):
        raise Refused(refuse(Code.APPEAL_FINAL, "ground"))
    # Deadlines are told to the minute and kept to the second.
    received_at = (lodging.received_at or timezone.now()).astimezone(UTC)
    lodged_at = received_at.replace(microsecond=0)
    _check(regulations, ground, lodging, lodged_at)
    assert ground is not None  # noqa: S101  _check refuses it
    until = deadline(event, ground)
    appeal = _add(made, event, official, (lodging, ground, regulations), lodged_at, until, key)
    signers = [*lodging.signed, *lodging.absent]
    why = admissibility.rejection(
        lodging.entry,
        ground,
        signers,
        regulations=regulations,
        lodged_at=lodged_at,
        deadline=until,
    )
    _first_steps(made, appeal, official, why)
    made.concerns(appeal=appeal, entry=lodging.entry)
    made.shows(event)
    return appeal


def _check(
    regulations: Regulations, ground: Ground | None, lodging: Lodging, lodged_at: datetime
) -> None:
    problems = []
    if not regulations.is_official:
        raise Refused(refuse(Code.APPEALS_NOT_OFFERED))
    if ground is None:
        problems.append(refuse(Code.APPEAL_OF_NOTHING, "against"))
    if not lodging.statement.strip():
        problems.append(refuse(Code.APPEAL_WITHOUT_WORDS, "statement"))
    able = {row.person_id for row in admissibility.may_sign(lodging.entry)}
    if not lodging.signed or not able.issuperset([*lodging.signed, *lodging.absent]):
        problems.append(refuse(Code.APPEAL_UNSIGNED, "signed"))
    if regulations.deposit and not lodging.receipt.strip():
        problems.append(refuse(Code.APPEAL_DEPOSIT, "receipt"))
    if wrong := _hour_problem(ground, lodged_at):
        problems.append(wrong)
    if problems:
        raise Refused(*problems)


def _hour_problem(ground: Ground | None, lodged_at: datetime) -> Problem | None:
    """Return what is wrong with an hour: still to come, or before the decision."""
    if lodged_at > timezone.now():
        return refuse(Code.APPEAL_TO_COME, "received_at")
    # An hour is typed to the minute.
    if ground is not None and lodged_at < ground.at.replace(second=0, microsecond=0):
        return refuse(Code.APPEAL_BEFORE_DECISION, "received_at")
    return None


def _add(
    made: Change,
    event: Event,
    official: User,
    handed_in: tuple[Lodging, Ground, Regulations],
    lodged_at: datetime,
    until: datetime | None,
    key: str,
) -> Appeal:
    lodging, ground, regulations = handed_in
    year = timezone.localtime(lodged_at, ZoneInfo(event.tournament.time_zone)).year
    earlier = Appeal.objects.filter(tournament=event.tournament, year=year)
    fee = EventFee.objects.filter(event=event).first()
    appeal = Appeal.objects.create(
        tournament=event.tournament,
        event=event,
        key=key,
        year=year,
        number=(earlier.aggregate(last=Max("number"))["last"] or 0) + 1,
        entry=lodging.entry,
        round=ground.round,
        against=ground.against,
        adjustment=ground.adjustment,
        result=ground.result,
        ruling=ground.ruling,
        lodged_at=lodged_at,
        is_typed=lodging.received_at is not None,
        deadline=until,
        deposit=regulations.deposit,
        currency=(fee.currency if fee else USUAL) if regulations.deposit else "",
        receipt=lodging.receipt.strip(),
        statement=lodging.statement.strip(),
        official=official,
    )
    made.made(appeal)
    for person in dict.fromkeys([*lodging.signed, *lodging.absent]):
        is_absent = person not in lodging.signed
        made.made(AppealSigner.objects.create(appeal=appeal, person_id=person, absent=is_absent))
    return appeal


def _first_steps(made: Change, appeal: Appeal, official: User, rejection: Rejection | None) -> None:
    """Store that it was lodged, and that it was rejected, or that its event waits for it."""
    first = {"appeal": appeal, "official": official}
    made.made(AppealStep.objects.create(number=1, state=AppealState.LODGED, **first))
    if rejection is None:
        on, origin = ledger.held(appeal.event, appeal.round), ledger.Origin(appeal.uid, ORIGIN)
        ledger.hold(made, on, APPEAL, origin=origin, blocks=False)
        return
    made.note(rejection=rejection.value)
    fate = DepositFate.RETURNED if appeal.deposit else ""
    made.made(
        AppealStep.objects.create(
            number=2, state=AppealState.REJECTED, rejection=rejection, deposit=fate, **first
        )
    )


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
    public = event.rounds.filter(state__in=Round.PUBLIC)
    return public.order_by("-number").values_list("number", flat=True).first() or 0
