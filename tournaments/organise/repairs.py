"""Repairs of misplaced results: players in wrong seats, sheets of wrong deals.

The facts of a deal name seats. If people sat in other seats than published, the persons and sides
of the seats are exchanged for all deals of a table or a range of them, and the draw is published
again; if a sheet was entered for the wrong deal, both deals get new versions. Each repair has a
preview with its effect and its problems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from scoring.problems import Problem
from tournaments import results
from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.models import Deal, Publication, Result, Seat, Segment, Sitting
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.digest import digest
from tournaments.results import event_record, queries
from tournaments.results.event_record import Effect
from tournaments.rights import ruling_offices

Exchange = Mapping[str, str]
"""The label of the real seat by the label of the published one."""


@dataclass(frozen=True, slots=True)
class RepairPreview:
    """The effect of a repair, its problems, and a digest of the present state.

    The repair takes the digest as `seen`, and is refused if anything has changed since.
    """

    effect: tuple[Effect, ...]
    problems: tuple[Problem, ...]
    seen: str


def preview_seats(sitting: Sitting, exchange: Exchange, first: int, last: int) -> RepairPreview:
    """Return the preview of an exchange of seats in the deals from `first` to `last`."""
    problems = _seat_problems(sitting, exchange, first, last)
    seats, deals = seats_by_label(sitting), deals_between(sitting, first, last)
    effect: tuple[Effect, ...] = ()
    if not problems:
        sides = {label: seat.side.uid for label, seat in _exchanged_seats(seats, exchange).items()}
        live = queries.live_results(deals)
        effect = standings_effect([(deal, live.get(deal.pk), sides) for deal in deals])
    return RepairPreview(effect, tuple(problems), preview_mark(sitting, list(sitting.deals.all())))


def exchange_seats(
    sitting: Sitting,
    actor: Actor,
    exchange: Exchange,
    first: int,
    last: int,
    reason: str,
    *,
    seen: str = "",
) -> None:
    """Exchange the persons of a table in the deals from `first` to `last`.

    The draw is published again. Raises Refused with every problem and where the official may no
    longer correct, Stale where anything has changed since the preview `seen`.
    """
    round_ = sitting.segment.match.round
    with change(round_.event.tournament, actor, Verb.EXCHANGE_SEATS) as made:
        ruling_offices.check_change_by(made, *sitting.deals.all())
        problems = _seat_problems(sitting, exchange, first, last)
        check_repair(problems, reason, seen, preview_mark(sitting, list(sitting.deals.all())))
        seats = list(seats_by_label(sitting).values())
        mended = list(_exchanged_seats(seats_by_label(sitting), exchange).values())
        split_sitting(made, sitting, seats, mended, (first, last))
        made.concerns(round=round_, sitting=sitting)
        made.note(exchange=dict(exchange), first=first, last=last, reason=reason)
        ledger.update_games(made, sitting.segment.match)
        shown = queries.shown_draw(round_)
        ledger.publish(made, round_.event, Publication.Kind.DRAW, shown, round_=round_)


def preview_results(deal: Deal, other: Deal) -> RepairPreview:
    """Return the preview of an exchange of the results of two deals.

    If the other deal has no result, that of the first is moved there.
    """
    problems = _result_problems(deal, other)
    live = queries.live_results([deal, other])
    effect: tuple[Effect, ...] = ()
    if not problems:
        effect = standings_effect(
            [
                (deal, live.get(other.pk), _sides_by_label(deal.sitting)),
                (other, live.get(deal.pk), _sides_by_label(other.sitting)),
            ]
        )
    return RepairPreview(effect, tuple(problems), preview_mark(deal.sitting, [deal, other]))


def exchange_results(deal: Deal, other: Deal, actor: Actor, reason: str, *, seen: str = "") -> None:
    """Give each of two deals the result of the other, as new versions with a reason.

    Raises Refused with every problem, Stale after a change since the preview.
    """
    with change(deal.event.tournament, actor, Verb.EXCHANGE_RESULTS) as made:
        ruling_offices.check_change_by(made, deal, other)
        problems = _result_problems(deal, other)
        live = queries.live_results([deal, other])
        if len(live) < 2 and not problems:
            problems = [refuse(Reason.RESULT_MISSING)]
        check_repair(problems, reason, seen, preview_mark(deal.sitting, [deal, other]))
        origin = ledger.Origin(new_uid(), Verb.EXCHANGE_RESULTS.value)
        for target, source in ((deal, live[other.pk]), (other, live[deal.pk])):
            report = ledger.Report(Result.Kind(source.kind), source.facts)
            ledger.post(made, target, report, seen=target.version, origin=origin, reason=reason)
        made.concerns(deal=deal, other=other)


def move_result(deal: Deal, to: Deal, actor: Actor, reason: str, *, seen: str = "") -> None:
    """Move the result of a deal to one without a result; the first is open again.

    Raises Refused with every problem, Stale after a change since the preview.
    """
    with change(deal.event.tournament, actor, Verb.MOVE_RESULT) as made:
        ruling_offices.check_change_by(made, deal, to)
        problems = _result_problems(deal, to)
        if to.done and not problems:
            problems = [refuse(Reason.RESULT_IN_THE_WAY)]
        check_repair(problems, reason, seen, preview_mark(deal.sitting, [deal, to]))
        source = queries.live_results([deal])[deal.pk]
        report = ledger.Report(Result.Kind(source.kind), source.facts)
        origin = ledger.Origin(new_uid(), Verb.MOVE_RESULT.value)
        ledger.post(made, to, report, seen=to.version, origin=origin, reason=reason)
        retraction = ledger.Report(Result.Kind.RETRACTED, {})
        ledger.post(made, deal, retraction, seen=deal.version, origin=origin, reason=reason)
        made.concerns(deal=deal, other=to)


def check_repair(problems: Sequence[Problem], reason: str, seen: str, now: str) -> None:
    """Raise Refused with problems or a missing reason, Stale if the preview is outdated."""
    missing = [] if reason.strip() else [refuse(Reason.REASON_MISSING, field="reason")]
    if problems or missing:
        raise Refused(*problems, *missing)
    if seen and seen != now:
        raise Stale(refuse(Reason.CHANGED_SINCE_PREVIEW))


def _seat_problems(sitting: Sitting, exchange: Exchange, first: int, last: int) -> list[Problem]:
    problems, seats = play_problems(sitting), seats_by_label(sitting)
    if set(exchange) != set(exchange.values()) or not set(exchange) <= set(seats):
        return [*problems, refuse(Reason.SEATS_DIFFER)]
    if all(label == to for label, to in exchange.items()):
        problems.append(refuse(Reason.EXCHANGE_OF_NOTHING))
    if labels_of_sides(seats) != labels_of_sides(_exchanged_seats(seats, exchange)):
        problems.append(refuse(Reason.PARTNERS_PARTED))
    if not deals_between(sitting, first, last):
        problems.append(refuse(Reason.DEALS_NOT_THERE))
    return problems


def _result_problems(deal: Deal, other: Deal) -> list[Problem]:
    problems = play_problems(deal.sitting)
    if other.sitting.segment.match.round_id != deal.sitting.segment.match.round_id:
        problems += play_problems(other.sitting)
    alike = list(seats_by_label(deal.sitting)) == list(seats_by_label(other.sitting))
    if deal.pk == other.pk or deal.event_id != other.event_id or not alike:
        problems.append(refuse(Reason.DEALS_NOT_ALIKE))
    if not deal.done:
        problems.append(refuse(Reason.RESULT_MISSING))
    return problems


def play_problems(sitting: Sitting) -> list[Problem]:
    """Return a problem if the round of a sitting is no longer in play."""
    ledger.reload_round_state(sitting)
    round_ = sitting.segment.match.round
    if round_.state in ledger.IN_PLAY:
        return []
    return [refuse(Reason.ROUND_NOT_IN_PLAY, number=round_.number)]


def seats_by_label(sitting: Sitting) -> dict[str, Seat]:
    """Return the seats of a sitting by label, in their order."""
    seats = Seat.objects.filter(sitting=sitting).select_related("person", "side").order_by("pk")
    return {seat.label: seat for seat in seats}


def _exchanged_seats(seats: Mapping[str, Seat], exchange: Exchange) -> dict[str, Seat]:
    """Return by seat label the published seat of the person who actually sat there."""
    sat = {to: seats[label] for label, to in exchange.items()}
    return {label: sat.get(label, seat) for label, seat in seats.items()}


def labels_of_sides(seats: Mapping[str, Seat]) -> set[frozenset[str]]:
    """Return the labels of the seats of each side."""
    labels: dict[int, set[str]] = {}
    for label, seat in seats.items():
        labels.setdefault(seat.side_id, set()).add(label)
    return {frozenset(together) for together in labels.values()}


def deals_between(sitting: Sitting, first: int, last: int) -> list[Deal]:
    """Return the deals of a sitting from one to another, in the order of play."""
    deals = sitting.deals.select_related("event__ruleset").order_by("play_order")
    return list(deals.filter(play_order__range=(first, last)))


def split_sitting(
    made: Change,
    sitting: Sitting,
    published: Sequence[Seat],
    mended: Sequence[Seat],
    run: tuple[int, int],
) -> None:
    """Split the deals of a table into those before the run, the run, and those after it.

    The first part stays with the sitting; each further part is a segment of its own, so that the
    segments of a match stay in the order of play.
    """
    deals = list(sitting.deals.order_by("play_order"))
    first, last = run
    parts = [
        ([deal for deal in deals if deal.play_order < first], published),
        ([deal for deal in deals if first <= deal.play_order <= last], mended),
        ([deal for deal in deals if deal.play_order > last], published),
    ]
    labels = [seat.label for seat in published]
    current = sitting
    for number, (part, seats) in enumerate([part for part in parts if part[0]]):
        current = _add_sitting_after(made, current) if number else current
        Seat.objects.filter(sitting=current).delete()
        Seat.objects.bulk_create(
            Seat(sitting=current, label=label, person_id=seat.person_id, side_id=seat.side_id)
            for label, seat in zip(labels, seats, strict=True)
        )
        Deal.objects.filter(pk__in=[deal.pk for deal in part]).update(sitting=current)


def _add_sitting_after(made: Change, before: Sitting) -> Sitting:
    """Return a new sitting at the same table, in a new segment right after that of another."""
    match = before.segment.match
    number = Segment.objects.values_list("number", flat=True).get(pk=before.segment_id) + 1
    for later in match.segments.filter(number__gte=number).order_by("-number"):
        Segment.objects.filter(pk=later.pk).update(number=later.number + 1)
    segment = Segment.objects.create(match=match, number=number)
    further = Sitting.objects.create(segment=segment, table=before.table, room=before.room)
    made.note(**{f"segment_{segment.number}": further.uid})
    return further


def _sides_by_label(sitting: Sitting) -> dict[str, str]:
    return {label: seat.side.uid for label, seat in seats_by_label(sitting).items()}


def standings_effect(
    placed: Sequence[tuple[Deal, Result | None, Mapping[str, str]]],
) -> tuple[Effect, ...]:
    """Return the effect of these results for these sides on the public standings."""
    before = results.read(placed[0][0].event)
    # They share their rules, which are fetched once.
    prefetch_related_objects([result for _, result, _ in placed if result], "ruleset")
    after = before.with_results({deal.pk: (result, sides) for deal, result, sides in placed})
    return event_record.compare_standings(before, after)


def preview_mark(sitting: Sitting, deals: Sequence[Deal]) -> str:
    """Return a digest of the rounds, seats and versions before a repair."""
    versions = Deal.objects.filter(pk__in=[deal.pk for deal in deals]).order_by("pk")
    sittings = versions.values_list("sitting", flat=True).distinct()
    seats = Seat.objects.filter(sitting__in=[sitting.pk, *sittings]).order_by("pk")
    concerned = Sitting.objects.filter(pk__in=[sitting.pk, *sittings])
    rounds = concerned.values_list("segment__match__round__uid", "segment__match__round__state")
    return digest(
        [
            list(map(list, rounds.order_by("segment__match__round").distinct())),
            list(map(list, versions.values_list("uid", "version", "done"))),
            list(map(list, seats.values_list("label", "person__uid", "side__uid"))),
        ]
    )
