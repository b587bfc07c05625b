"""Appeals in words, for pages and papers: the number, what they are against, each step."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext, pgettext

from clubs.wording.money import money_text
from referee.appeals import part_texts
from referee.appeals.grounds import Appealed
from referee.base import case_numbers
from referee.models import Appeal, AppealDecision, AppealStep, DepositFate, RulingVersion
from referee.rulings import posting
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Adjustment, Entry, Result, Round
from tournaments.regulations.articles import EventArticles, Level
from tournaments.results.event_record import entry_name
from tournaments.wording import result_words, signed
from tournaments.wording.official.penalties import offender_text
from tournaments.wording.official.regulations import level_name
from tournaments.wording.values import deal_title


def number_text(appeal: Appeal) -> str:
    """Return the number of an appeal as papers have it."""
    values = {"year": appeal.year, "number": f"{appeal.number:03}"}
    return gettext("A-%(year)s-%(number)s") % values


def appellant_text(entry: Entry) -> str:
    """Return who appeals, by number and name."""
    return f"{entry.number} {entry_name(entry)}"


def appealed_text(row: Appealed, articles: EventArticles) -> str:
    """Return what an appeal is against, in a line; `articles` are those of its event."""
    if isinstance(row, RulingVersion):
        return _ruling_text(row, articles)
    parts = _penalty_parts(row) if isinstance(row, Adjustment) else _result_parts(row)
    return join_facts(*parts)


def _penalty_parts(row: Adjustment) -> list[str]:
    return [
        _round_text(row.side.match.round) if row.side else gettext("in the standings"),
        gettext("penalty points %(points)s") % {"points": signed(row.amount)},
        _whose(row),
        row.article,
        row.reason,
    ]


def _whose(row: Adjustment) -> str:
    """Return who did it; at a table by the name alone, or the side where nobody was named."""
    offender = row.named.person.listed_name if row.named else ""
    if row.entry:
        return offender_text(offender, entry_name(row.entry))
    if offender or not row.side:
        return offender
    return wording.listed(entry_name(entry) for entry in row.side.entries.all())


def _result_parts(row: Result) -> list[str]:
    sitting = row.deal.sitting
    values = {"table": sitting.table.number, "deal": deal_title(row.deal.number)}
    return [
        _round_text(sitting.segment.match.round),
        gettext("table %(table)s, %(deal)s") % values,
        result_words.result_kind_text(row),
        row.reason,
    ]


def public_reason(appeal: Appeal, decision: AppealDecision, reasons: str) -> str:
    """Return the reason of what an appeal posts.

    For a ruling it names the two and the decision only: not every event publishes its facts.
    """
    if appeal.ruling is None:
        return reasons
    # The decision reads as a part of a sentence, as on the page of the appeal.
    return " ".join([number_text(appeal), str(decision.label)])


def owed_reason(appeal: Appeal) -> str:
    """Return the reason of a result that is entered because an appeal varied what counted."""
    return " ".join([number_text(appeal), str(AppealDecision.VARIED.label)])


def _ruling_text(version: RulingVersion, articles: EventArticles) -> str:
    """Return a ruling in a line: number, place, article, and what it lays on whom."""
    case = version.case
    table = case.sitting.table.number if case.sitting else None
    parts = [
        case_numbers.number_text(case),
        _round_text(case.round) if case.round else "",
        gettext("Table %(number)s") % {"number": table} if table else "",
        deal_title(case.deal.number) if case.deal else "",
        posting.article_text(version, articles),
        str(version.get_remedy_display()) if version.remedy else "",
        *sanction_texts(version),
    ]
    return join_facts(*parts)


def sanction_texts(version: RulingVersion) -> list[str]:
    """Return what a version lays on whom, a line for each."""
    return [
        " ".join(
            [
                offender_text(row.person.listed_name if row.person else "", entry_name(row.entry)),
                level_name(Level(row.level), with_cards=True),
                signed(row.points) if row.points else "",
            ]
        ).strip()
        for row in version.sanctions.all()
    ]


def deposit_text(appeal: Appeal) -> str:
    """Return the deposit of an appeal with its receipt, and what became of it; empty without."""
    if not appeal.deposit:
        return ""
    values = {"amount": money_text(appeal.deposit, appeal.currency), "receipt": appeal.receipt}
    parts = [gettext("%(amount)s, receipt %(receipt)s") % values]
    fates = [step.deposit for step in appeal.steps.all() if step.deposit]
    parts += [str(DepositFate(fate).label) for fate in fates]
    return join_facts(*parts)


def step_text(step: AppealStep) -> str:
    """Return what a step was, with what was decided and why."""
    return join_facts(*(part for part in _step_parts(step) if part))


def reasons_text(step: AppealStep) -> str:
    """Return what was decided besides the decision itself, and why."""
    return join_facts(*filter(None, _details(step)))


def time_text(appeal: Appeal, step: AppealStep) -> str:
    """Return when a step was made, where the tournament is."""
    at = appeal.lodged_at if step.number == 1 else step.created_at
    local = timezone.localtime(at, ZoneInfo(appeal.tournament.time_zone))
    hour = formats.date_format(local, "m-d H:i")
    is_typed = appeal.is_typed and step.number == 1
    return join_facts(hour, typed_hour_mark()) if is_typed else hour


def typed_hour_mark() -> str:
    """Return the mark of an hour that was typed by hand: 补记."""
    return pgettext("hour", "noted afterwards")


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
    yield from _details(step)


def _details(step: AppealStep) -> Iterator[str]:
    yield from part_texts.part_texts(step.parts.all())
    if step.penalty is not None:
        points = {"points": signed(step.penalty.amount)}
        yield gettext("Instead: penalty points %(points)s") % points
    if step.ruling is not None:
        varied = {"penalty": wording.listed(sanction_texts(step.ruling))}
        yield gettext("Instead: %(penalty)s") % varied
    if step.without_merit:
        yield gettext("Without merit")
    if step.deposit:
        yield gettext("Deposit %(fate)s") % {"fate": step.get_deposit_display()}
    yield step.text


def _round_text(round_: Round) -> str:
    return gettext("Round %(number)s") % {"number": round_.number}
