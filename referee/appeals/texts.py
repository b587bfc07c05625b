"""Appeals in words, for pages and papers: the number, what they are against, each step."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext

from referee.appeals import grounds
from referee.appeals.grounds import Ground
from referee.models import Appeal, AppealStep, DepositFate
from tournaments import wording
from tournaments.models import Entry
from tournaments.results.event_record import entry_name
from tournaments.wording import compared, signed
from tournaments.wording.deals import deal_title
from tournaments.wording.money import money_text
from tournaments.wording.penalties import offender_text


def number_text(appeal: Appeal) -> str:
    """Return the number of an appeal as papers have it."""
    values = {"year": appeal.year, "number": f"{appeal.number:03}"}
    return gettext("A-%(year)s-%(number)s") % values


def appellant_text(entry: Entry) -> str:
    """Return who appeals, by number and name."""
    return f"{entry.number} {entry_name(entry)}"


def ground_text(ground: Ground) -> str:
    """Return what an appeal is against, in a line."""
    if ground.adjustment is not None:
        row = ground.adjustment
        named, entry = row.named, row.entry
        whose = offender_text(
            named.person.name if named else "", entry_name(entry) if entry else ""
        )
        parts = [
            _round_text(ground),
            gettext("penalty points %(points)s") % {"points": signed(row.amount)},
            whose,
            row.article,
            row.reason,
        ]
        return " · ".join(filter(None, parts))
    if ground.result is not None:
        deal = ground.result.deal
        values = {"table": deal.sitting.table.number, "deal": deal_title(deal.number)}
        parts = [
            _round_text(ground),
            gettext("table %(table)s, %(deal)s") % values,
            compared.result_kind_text(ground.result),
            ground.result.reason,
        ]
        return " · ".join(filter(None, parts))
    return gettext("Ruling %(uid)s") % {"uid": ground.uid}


def against_text(appeal: Appeal) -> str:
    """Return what an appeal is against, in a line."""
    row = appeal.adjustment or appeal.result
    ground = grounds.find(appeal.event, appeal.against, row.uid if row else appeal.ruling)
    return ground_text(ground) if ground else ""


def deposit_text(appeal: Appeal) -> str:
    """Return the deposit of an appeal with its receipt, and what became of it; empty without."""
    if not appeal.deposit:
        return ""
    values = {"amount": money_text(appeal.deposit, appeal.currency), "receipt": appeal.receipt}
    parts = [gettext("%(amount)s, receipt %(receipt)s") % values]
    fates = [step.deposit for step in appeal.steps.all() if step.deposit]
    parts += [str(DepositFate(fate).label) for fate in fates]
    return " · ".join(parts)


def step_text(step: AppealStep) -> str:
    """Return what a step was, with what was decided and why."""
    return " · ".join(part for part in _step_parts(step) if part)


def time_text(appeal: Appeal, step: AppealStep) -> str:
    """Return when a step was made, where the tournament is."""
    at = appeal.lodged_at if step.number == 1 else step.created_at
    local = timezone.localtime(at, ZoneInfo(appeal.tournament.time_zone))
    return formats.date_format(local, "m-d H:i")


def committee_text(step: AppealStep) -> str:
    """Return who heard an appeal: the committee by name, else the chief referee."""
    names = [row.name for row in sorted(step.members.all(), key=lambda row: row.number)]
    if names:
        return gettext("Committee: %(names)s") % {"names": wording.listed(names)}
    return gettext("Heard by the chief referee")


def _step_parts(step: AppealStep) -> Iterator[str]:
    yield str(step.get_state_display())
    if step.rejection:
        yield str(step.get_rejection_display())
    if step.matter:
        yield committee_text(step)
        yield str(step.get_matter_display())
    if step.decision and step.decision != "recommend":
        yield str(step.get_decision_display())
    if step.penalty is not None:
        points = {"points": signed(step.penalty.amount)}
        yield gettext("In its place: penalty points %(points)s") % points
    if step.without_merit:
        yield gettext("Without merit")
    if step.deposit:
        yield gettext("Deposit %(fate)s") % {"fate": step.get_deposit_display()}
    yield step.text


def _round_text(ground: Ground) -> str:
    if ground.round is None:
        return gettext("in the standings")
    return gettext("Round %(number)s") % {"number": ground.round.number}
