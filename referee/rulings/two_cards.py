"""Two yellow cards of one person in a stage: the draft of a suspension, and what is decided on it.

It waits for the chief referee. The draft is no row: it is there while both cards are in force and
nobody has decided on them, so that a card that is annulled takes it along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.models import CardDecision, RulingCase, RulingSanction, RulingVersion, SuspensionKept
from referee.rulings import offices
from referee.rulings.earlier_offences import cards_in_force, in_force
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Event, Size, Suspension, User
from tournaments.record.audit import Actor, Change
from tournaments.record.once import once
from tournaments.regulations.articles import Authority, Level
from tournaments.structure import stages
from tournaments.structure.regulations import regulations_of

PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class TwoCards:
    """Two yellow cards of one person, the older one first, that wait for a decision."""

    first: RulingSanction
    second: RulingSanction

    @property
    def name(self) -> str:
        """Who has them: the person, else the number of the entry."""
        return card_holder(self.second)

    @property
    def cases(self) -> tuple[RulingCase, RulingCase]:
        """Both rulings."""
        return self.first.version.case, self.second.version.case


def waiting_pairs(event: Event) -> list[TwoCards]:
    """Return the pairs of cards on which nobody has decided, the oldest first."""
    if not regulations_of(event).is_official:
        return []
    rows = cards_in_force(event)
    decided = CardDecision.objects.filter(first__version__case__event=event)
    decisions = list(decided.select_related("first__version", "second__version"))
    found = []
    for cards in _cards_by_person(event, rows).values():
        used = set(_decided_cases(cards, decisions))
        left = [row for row in cards if row.version.case_id not in used]
        if len(left) >= PAIR:
            found.append(TwoCards(left[0], left[1]))
    return sorted(found, key=lambda each: each.second.pk)


def waiting_pair(event: Event, uid: str) -> TwoCards | None:
    """Return the pair that waits by the uid of its second card; None for no such pair."""
    return next((each for each in waiting_pairs(event) if each.second.uid == uid), None)


def second_cards() -> QuerySet[Any]:
    """Return, for a count, the cards after another one of the same person, both undecided.

    A card without a round is counted with those of any stage; `waiting` says in which it is.
    """
    decided = _standing_decisions().filter(_of_case("first") | _of_case("second"))
    undecided = _cards().filter(~Exists(decided))
    earlier_ones = undecided.filter(
        Q(stage=Coalesce(OuterRef("stage"), F("stage"))) | Q(stage=None),
        whose=OuterRef("whose"),
        event=OuterRef("event"),
        pk__lt=OuterRef("pk"),
    ).exclude(version__case=OuterRef("version__case"))
    return undecided.filter(Exists(earlier_ones))


def doubtful_suspensions(number: int | None = None) -> QuerySet[CardDecision]:
    """Return the suspensions for two cards of which one was annulled since and nobody has answered.

    A suspension that was taken back itself is none. With the `number` of a round only those that
    hold in it.
    """
    made_by = RulingVersion.objects.filter(case=OuterRef(OuterRef("ruling"))).values("uid")
    rows = Suspension.objects.filter(origin_uid__in=made_by, reverses=None, reversed_by=None)
    if number is not None:
        rows = rows.filter(first_round__lte=number, last_round__gte=number)
        rows = rows.exclude(waivers__round_number=number)
    signed = CardDecision.objects.filter(ruling__isnull=False, kept=None)
    return signed.filter(~(_gives_card("first") & _gives_card("second")), Exists(rows))


def doubtful_in_event(event: Event, number: int | None = None) -> list[CardDecision]:
    """Return those of an event, or of one of its rounds, with the person and the rulings."""
    related = ("ruling__tournament", "second__person", "second__entry")
    cases = ("first__version__case__tournament", "second__version__case__tournament")
    rows = doubtful_suspensions(number).filter(ruling__event=event).select_related(*related, *cases)
    return list(rows.order_by("pk"))


def keep_suspension(event: Event, uid: str, official: User, reason: str) -> SuspensionKept:
    """Decide that a suspension stays though a card of it was annulled.

    The same again changes nothing. Raises Refused without a reason, for anybody but a chief, and
    where nothing is to be decided any more.
    """

    def keep(made: Change) -> SuspensionKept:
        _check_office(event, official)
        if not reason.strip():
            raise Refused(refuse(Reason.REASON_MISSING, field="reason"))
        decision = doubtful_suspensions().filter(ruling__event=event, uid=uid).first()
        if decision is None:
            raise Refused(refuse(Code.CARDS_KEPT))
        row = SuspensionKept.objects.create(
            decision=decision, reason=reason.strip(), official=official
        )
        made.made(row)
        made.concerns(event=event, entry=decision.second.entry)
        return row

    before = SuspensionKept.objects.filter(decision__uid=uid, decision__ruling__event=event)
    same = before.filter(official=official, reason=reason.strip())
    return once(same.first, event.tournament, Actor.from_user(official), Verb.DECIDE_CARDS, keep)


def dismiss_pair(event: Event, uid: str, official: User, reason: str) -> CardDecision:
    """Decide that nobody is suspended for two cards.

    The same again changes nothing. Raises Refused without a reason, for anybody but a chief, and
    if the cards no longer await a decision.
    """

    def dismiss(made: Change) -> CardDecision:
        _check_office(event, official)
        if not reason.strip():
            raise Refused(refuse(Reason.REASON_MISSING, field="reason"))
        return _store_decision(made, event, uid, official, reason=reason.strip())

    of_pair = CardDecision.objects.filter(second__version__case__event=event, second__uid=uid)
    same = of_pair.filter(ruling=None, official=official, reason=reason.strip())
    return once(same.first, event.tournament, Actor.from_user(official), Verb.DECIDE_CARDS, dismiss)


def sign_pair(made: Change, case: RulingCase, uid: str, official: User) -> CardDecision:
    """Note, within the change of a ruling, that it decides on two cards. Raises Refused."""
    _check_office(case.event, official)
    return _store_decision(made, case.event, uid, official, ruling=case)


def card_holder(row: RulingSanction) -> str:
    """Return who has a card: the person, else the number of the entry."""
    return row.person.listed_name if row.person else row.entry.name or str(row.entry.number)


def _cards() -> QuerySet[Any]:
    """Return the yellow cards in force of official competitions, each with whose it is."""
    of_event = {"version__case__event__regulations__size": Size.OFFICIAL}
    rows = RulingSanction.objects.filter(in_force(), level=Level.L2, **of_event)
    # An entry, where nobody is named, never has the number of a person.
    whose = Coalesce(F("person__same_as"), F("person"), Value(0) - F("entry"))
    stage = F("version__case__round__group__stage")
    return rows.annotate(whose=whose, stage=stage, event=F("version__case__event"))


def _standing_decisions() -> QuerySet[CardDecision]:
    """Return the decisions on two cards of which both are in force."""
    return CardDecision.objects.filter(_gives_card("first") & _gives_card("second"))


def _gives_card(card: str) -> Q:
    """Return the condition of a decision that the case of this card still gives a yellow card."""
    rows = RulingSanction.objects.filter(in_force(), level=Level.L2)
    return Q(Exists(rows.filter(version__case=OuterRef(f"{card}__version__case"))))


def _of_case(card: str) -> Q:
    return Q(**{f"{card}__version__case": OuterRef("version__case")})


def _store_decision(
    made: Change,
    event: Event,
    uid: str,
    official: User,
    *,
    ruling: RulingCase | None = None,
    reason: str = "",
) -> CardDecision:
    cards = waiting_pair(event, uid)
    if cards is None:
        raise Refused(refuse(Code.CARDS_NOT_OPEN))
    row = CardDecision.objects.create(
        first=cards.first, second=cards.second, ruling=ruling, reason=reason, official=official
    )
    made.made(row)
    made.concerns(event=event, entry=cards.second.entry)
    made.shows(event)
    return row


def _check_office(event: Event, official: User) -> None:
    office = offices.office_of(official, event)
    if office is None or office < Authority.CHIEF:
        raise Refused(offices.beyond_office(Authority.CHIEF))


def _cards_by_person(
    event: Event, rows: Iterable[RulingSanction]
) -> dict[tuple[object, ...], list[RulingSanction]]:
    """Return one card of each ruling by stage and person, the older one first."""
    current = stages.current(event).pk
    cards: dict[tuple[object, ...], dict[int, RulingSanction]] = defaultdict(dict)
    for row in rows:
        case, person = row.version.case, row.person
        stage = case.round.group.stage_id if case.round is not None else current
        whose = ("person", person.same_as_id or person.pk) if person else ("entry", row.entry_id)
        cards[stage, *whose].setdefault(case.pk, row)
    return {key: list(by_case.values()) for key, by_case in cards.items()}


def _decided_cases(
    cards: Iterable[RulingSanction], decided: Iterable[CardDecision]
) -> Iterator[int]:
    """Yield the cases whose cards were decided on, both of them still being in force."""
    cases = {row.version.case_id for row in cards}
    for decision in decided:
        both = {decision.first.version.case_id, decision.second.version.case_id}
        if both <= cases:
            yield from both
