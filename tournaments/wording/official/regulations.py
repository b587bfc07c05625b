"""Words of the catalogue of infractions: families, levels, who may impose, and what repeats."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.models import Event
from tournaments.regulations import amounts, escalation
from tournaments.regulations.amounts import Measure
from tournaments.regulations.articles import (
    Article,
    Authority,
    FormColumn,
    Level,
    RepeatWindow,
    Scope,
)
from tournaments.regulations.lateness import LateStep, LateTerms, Whom
from tournaments.wording import signed, unsigned

FAMILIES: Final[wording.Names] = {
    "G": pgettext_lazy("family of infractions", "General"),
    "D": pgettext_lazy("family of infractions", "Deal and number of cards"),
    "E": pgettext_lazy("family of infractions", "Exposure"),
    "P": pgettext_lazy("family of infractions", "Play"),
    "R": pgettext_lazy("family of infractions", "Revoke"),
    "C": pgettext_lazy("family of infractions", "Claims"),
    "T": pgettext_lazy("family of infractions", "Time"),
    "I": pgettext_lazy("family of infractions", "Information"),
    "B": pgettext_lazy("family of infractions", "Behaviour"),
    "A": pgettext_lazy("family of infractions", "Administration, scores and line-ups"),
    "S": pgettext_lazy("family of infractions", "Levels, kitty and trumps"),
    "O": pgettext_lazy("family of infractions", "The organiser's own"),
}
LEVELS: Final[wording.Names] = {
    Level.RECT: pgettext_lazy("level of a penalty", "rectification only"),
    Level.L0: pgettext_lazy("level of a penalty", "reminder"),
    Level.L1: pgettext_lazy("level of a penalty", "oral warning"),
    Level.L2: pgettext_lazy("level of a penalty", "written warning"),
    Level.L3: pgettext_lazy("level of a penalty", "light penalty"),
    Level.L4: pgettext_lazy("level of a penalty", "usual penalty"),
    Level.L5: pgettext_lazy("level of a penalty", "standard penalty"),
    Level.L6: pgettext_lazy("level of a penalty", "heavy penalty"),
    Level.L7: pgettext_lazy("level of a penalty", "deal, game or match lost"),
    Level.L8: pgettext_lazy("level of a penalty", "suspension"),
    Level.L9: pgettext_lazy("level of a penalty", "disqualification"),
}
CARDS: Final[wording.Names] = {
    Level.L2: pgettext_lazy("level of a penalty", "written warning, yellow card"),
    Level.L9: pgettext_lazy("level of a penalty", "disqualification, red card"),
}
"""Levels that are shown as a card in an official competition; a club event has no cards."""
AUTHORITIES: Final = {
    Authority.REFEREE: _("referee"),
    Authority.DEPUTY: pgettext_lazy("who imposes", "deputy chief referee"),
    Authority.CHIEF: _("chief referee"),
    Authority.CHIEF_AND_ORGANISER: _("chief referee, with the organiser's approval"),
}
WINDOWS: Final[wording.Names] = {
    RepeatWindow.DEAL: pgettext_lazy("counted within", "deal"),
    RepeatWindow.GAME: pgettext_lazy("counted within", "game"),
    RepeatWindow.MATCH: pgettext_lazy("counted within", "match"),
    RepeatWindow.SEGMENT: pgettext_lazy("counted within", "segment"),
    RepeatWindow.ROUND: pgettext_lazy("counted within", "round"),
    RepeatWindow.STAGE: pgettext_lazy("counted within", "stage"),
    RepeatWindow.TOURNAMENT: pgettext_lazy("counted within", "tournament"),
    RepeatWindow.YEAR: pgettext_lazy("counted within", "12 months"),
}
SCOPES: Final[wording.Names] = {
    Scope.PERSON: pgettext_lazy("counted for", "person"),
    Scope.SIDE: pgettext_lazy("counted for", "side"),
}
COLUMNS: Final[wording.Names] = {
    FormColumn.INDIVIDUAL: _("Individual events by points"),
    FormColumn.SIDES: _("Pairs and teams by points"),
    FormColumn.LEVELS: _("Events by levels"),
}
MEASURES: Final[wording.Names] = {
    Measure.POINTS: pgettext_lazy("amount of a penalty", "%(number)s points"),
    Measure.VICTORY_POINTS: pgettext_lazy("amount of a penalty", "%(number)s victory points"),
    Measure.IMPS: pgettext_lazy("amount of a penalty", "%(number)s IMPs"),
    Measure.TABLE_POINTS: pgettext_lazy("amount of a penalty", "%(number)s table points"),
    Measure.LEVELS: pgettext_lazy("amount of a penalty", "%(number)s levels"),
    Measure.MATCH_SCORE: pgettext_lazy("amount of a penalty", "%(number)s of the match score"),
    Measure.OUTCOMES: pgettext_lazy("amount of a penalty", "%(number)s of a match or board"),
    Measure.PERCENT: pgettext_lazy("amount of a penalty", "%(number)s %% of a top"),
}
LATE_MEASURES: Final[wording.Names] = {
    Measure.POINTS: pgettext_lazy("amount of a penalty", "%(number)s penalty points at the table"),
    Measure.PERCENT: pgettext_lazy("amount of a penalty", "%(number)s matchpoints"),
}
"""Where an amount of lateness reads otherwise than one of a level: percents are in matchpoints."""
ORDINALS: Final = {2: _("2nd"), 3: _("3rd")}


def level_name(level: Level, *, with_cards: bool = False) -> str:
    """Return the name of a level; as a card only where the event has cards."""
    return str(CARDS[level] if with_cards and level in CARDS else LEVELS[level])


def level_text(level: Level, *, with_cards: bool = False) -> str:
    """Return a level with its code and its name."""
    name = level_name(level, with_cards=with_cards)
    return name if level is Level.RECT else f"{level.value} {name}"


def steps_text(article: Article) -> str:
    """Return what repeated offences become, and within what they count; empty if nothing more."""
    heavier = [step for step in article.steps if step.level.height > article.level.height]
    if not heavier:
        return ""
    steps = [
        gettext("from the %(nth)s offence %(level)s")
        % {"nth": _ordinal(step.nth), "level": level_text(step.level)}
        for step in heavier
    ]
    window = gettext("within: %(window)s, %(whose)s") % {
        "window": WINDOWS[article.window],
        "whose": SCOPES[article.counts],
    }
    both = {"steps": wording.joined_clauses(steps), "window": window}
    return gettext("%(steps)s (%(window)s)") % both


def next_step_text(event: Event, article: Article, earlier: int, *, with_cards: bool) -> str:
    """Return from which offence on an article takes more, where earlier ones do not raise it yet.

    Empty where they raise it, and where it takes no more however often.
    """
    now = escalation.proposed(article, earlier)
    later = [step for step in article.steps if step.nth > earlier + 1]
    heavier = [step for step in later if step.level.height > now.height]
    if now is not escalation.proposed(article, 0) or not heavier:
        return ""
    step = min(heavier, key=lambda each: each.nth)
    level = level_name(step.level, with_cards=with_cards)
    measure = amounts.measure_of(event, at_table=False)
    if taken := amounts.amount_in(measure, step.level, amounts.target_of(event)):
        amount = str(MEASURES[measure]) % {"number": unsigned(abs(taken))}
        level = gettext("a penalty of %(amount)s") % {"amount": amount}
    values = {"nth": _ordinal(step.nth), "level": level}
    return gettext("from the %(nth)s offence %(level)s") % values


def amount_text(event: Event, level: Level, *, at_table: bool) -> str:
    """Return what a level takes in an event with its unit; empty if it takes no number."""
    measure = amounts.measure_of(event, at_table=at_table)
    if at_table and (points := amounts.deal_points(event, level)):
        return gettext("%(points)s points of the deal") % {"points": signed(points)}
    taken = amounts.amount_in(measure, level, amounts.target_of(event))
    if taken is None:
        return ""
    number = signed(taken) if taken else "0"
    return str(MEASURES[measure]) % {"number": number} if taken else number


def points_text(event: Event, points: Fraction, *, at_table: bool) -> str:
    """Return penalty points that were given with their unit; where boards compare, matchpoints."""
    measure = amounts.measure_of(event, at_table=at_table)
    words = LATE_MEASURES if measure is Measure.PERCENT else MEASURES
    return str(words[measure]) % {"number": signed(points)}


def late_step_text(step: LateStep, terms: LateTerms) -> str:
    """Return what follows from a step of lateness, with its unit; what a page gives and prints."""
    if step.is_forfeit:
        return gettext("the match is forfeited")
    if step.is_warning:
        return gettext("a warning")
    if terms.whom is Whom.OTHER_SIDE:
        text = ngettext(
            "the opponents start %(levels)s level higher",
            "the opponents start %(levels)s levels higher",
            int(step.amount),
        )
        return text % {"levels": int(step.amount)}
    measure = LATE_MEASURES.get(terms.measure, MEASURES[terms.measure])
    return str(measure) % {"number": signed(step.amount)}


def minutes_text(first: int, last: int) -> str:
    """Return the minutes of a step of lateness; the forfeit has no last one."""
    if not last:
        return gettext("%(first)s minutes and more") % {"first": first}
    return gettext("%(first)s to %(last)s minutes") % {"first": first, "last": last}


def _ordinal(nth: int) -> str:
    return str(ORDINALS[nth]) if nth in ORDINALS else gettext("%(nth)sth") % {"nth": nth}
