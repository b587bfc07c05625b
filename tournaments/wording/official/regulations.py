"""Words of the regulations of an event: its catalogue of infractions, and its policies."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, npgettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Event
from tournaments.regulations import amounts, articles, policies
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
from tournaments.regulations.policies import Filled, Policy
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
    Measure.POINTS: npgettext_lazy(
        "amount of a penalty", "%(number)s point", "%(number)s points", "count"
    ),
    Measure.VICTORY_POINTS: npgettext_lazy(
        "amount of a penalty", "%(number)s victory point", "%(number)s victory points", "count"
    ),
    Measure.IMPS: npgettext_lazy(
        "amount of a penalty", "%(number)s IMP", "%(number)s IMPs", "count"
    ),
    Measure.TABLE_POINTS: npgettext_lazy(
        "amount of a penalty", "%(number)s table point", "%(number)s table points", "count"
    ),
    Measure.LEVELS: npgettext_lazy(
        "amount of a penalty", "%(number)s level", "%(number)s levels", "count"
    ),
    Measure.MATCH_SCORE: pgettext_lazy("amount of a penalty", "%(number)s of the match score"),
    Measure.OUTCOMES: pgettext_lazy("amount of a penalty", "%(number)s of a match or board"),
    Measure.PERCENT: pgettext_lazy("amount of a penalty", "%(number)s %% of a top"),
}
LATE_MEASURES: Final[wording.Names] = {
    Measure.POINTS: npgettext_lazy(
        "amount of a penalty",
        "%(number)s penalty point at the table",
        "%(number)s penalty points at the table",
        "count",
    ),
    Measure.PERCENT: npgettext_lazy(
        "amount of a penalty", "%(number)s matchpoint", "%(number)s matchpoints", "count"
    ),
}
"""Where an amount of lateness reads otherwise than one of a level: percents are in matchpoints."""
ORDINALS: Final = {2: _("2nd"), 3: _("3rd")}


def level_name(level: Level, *, with_cards: bool = False) -> str:
    """Return the name of a level; as a card only if the event has cards."""
    return str(CARDS[level] if with_cards and level in CARDS else LEVELS[level])


def level_text(level: Level, *, with_cards: bool = False) -> str:
    """Return a level with its code and its name."""
    name = level_name(level, with_cards=with_cards)
    return name if level is Level.RECT else f"{level.value} {name}"


def steps_text(article: Article) -> str:
    """Return the penalties of repeated offences and their window; empty if they do not increase."""
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
    """Return from which offence an article costs more, if earlier offences do not raise it yet.

    Empty if they raise it, and if repetition never raises it.
    """
    now = articles.proposed_level(article, earlier)
    later = [step for step in article.steps if step.nth > earlier + 1]
    heavier = [step for step in later if step.level.height > now.height]
    if now is not articles.proposed_level(article, 0) or not heavier:
        return ""
    step = min(heavier, key=lambda each: each.nth)
    level = level_name(step.level, with_cards=with_cards)
    measure = amounts.measure_of(event, at_table=False)
    if taken := amounts.amount_in(measure, step.level, amounts.target_of(event)):
        amount = _with_unit(MEASURES[measure], taken, unsigned(abs(taken)))
        level = gettext("a penalty of %(amount)s") % {"amount": amount}
    values = {"nth": _ordinal(step.nth), "level": level}
    return gettext("from the %(nth)s offence %(level)s") % values


def amount_text(event: Event, level: Level, *, at_table: bool) -> str:
    """Return the amount of a level in an event with its unit; empty if it is no number."""
    measure = amounts.measure_of(event, at_table=at_table)
    if at_table and (points := amounts.deal_points(event, level)):
        return gettext("%(points)s points of the deal") % {"points": signed(points)}
    taken = amounts.amount_in(measure, level, amounts.target_of(event))
    if taken is None:
        return ""
    return _with_unit(MEASURES[measure], taken, signed(taken)) if taken else "0"


def _with_unit(words: str | Promise, amount: Fraction | int, number: str) -> str:
    """Return a number in the words of its unit: one point, but half a point has a plural."""
    return str(words % {"number": number, "count": 1 if abs(amount) == 1 else 2})


def points_text(event: Event, points: Fraction, *, at_table: bool) -> str:
    """Return penalty points with their unit; matchpoints if boards are compared."""
    measure = amounts.measure_of(event, at_table=at_table)
    words = LATE_MEASURES if measure is Measure.PERCENT else MEASURES
    return _with_unit(words[measure], points, signed(points))


def late_step_text(step: LateStep, terms: LateTerms) -> str:
    """Return the consequence of a step of lateness, with its unit, for pages and papers."""
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
    return _with_unit(measure, step.amount, signed(step.amount))


def minutes_text(first: int, last: int) -> str:
    """Return the minutes of a step of lateness; the forfeit has no last one."""
    if not last:
        return gettext("%(first)s minutes and more") % {"first": first}
    return gettext("%(first)s to %(last)s minutes") % {"first": first, "last": last}


def _ordinal(nth: int) -> str:
    return str(ORDINALS[nth]) if nth in ORDINALS else gettext("%(nth)sth") % {"nth": nth}


POLICIES: Final[wording.Names] = {
    "card_count_before": _("Wrong number of cards, before the first lead"),
    "card_count_after": _("Wrong number of cards, after the first lead"),
    "exposed_card": _("A card shown by accident"),
    "lead_out_of_turn": _("A lead out of turn"),
    "revoke": _("An established revoke"),
    "revoke_established_by": _("A revoke is established by"),
    "late_exposure": _("An exposure after its time"),
    "first_expose_cancel": _("A first exposure may be cancelled"),
    "void_deal_redealer": _("A void deal is dealt again by"),
    "claim_statement": _("Time to state a claim that was declared"),
    "time_end": _("When the time is over"),
}
OPTIONS: Final[Mapping[str, wording.Names]] = {
    "card_count_before": {
        "draw_blind_consent": _("the short hand draws unseen if all agree, else dealt again"),
        "redeal": _("dealt again"),
        "draw_any": _("the short hand draws, nobody is asked"),
    },
    "card_count_after": {
        "void_redeal": _("the deal is void and dealt again"),
        "adjust": _("an adjusted score"),
        "restore": _("the hands are restored and the deal goes on"),
        "declarer_down": _("the side at fault loses the deal"),
    },
    "exposed_card": {
        "pick_up": _("it goes back, with a warning"),
        "minor": _("it stays face up; small cards of its suit are not played before it"),
        "major_first_legal": _("it stays face up and is played at the first legal turn"),
        "callable": _("it stays face up, and the opponents may call for it"),
    },
    "lead_out_of_turn": {
        "accept_or_retract": _("the next player may accept it, else it is taken back"),
        "always_retract": _("it is always taken back"),
        "stands": _("it stands"),
        "card_loses_power": _("it stands, and the card wins no trick"),
    },
    "revoke": {
        "equity_plus_fix": _("what was gained is taken, with a fixed penalty"),
        "fix": _("a fixed penalty"),
        "full_loss": _("the side takes the losses of the whole deal"),
        "end_deal_lost": _("the deal ends and is lost"),
        "rank_loss": _("the card wins no trick"),
        "level": _("one level down"),
        "points_per_card": _("10 points for every wrong card"),
        "take_trick_points": _("the points of the trick go to the opponents"),
    },
    "revoke_established_by": {
        "next_trick_by_offending_side": _("the side's next card to a trick"),
        "trick_quitted": _("turning the trick"),
        "tricks_mixed": _("mixing the tricks"),
        "deal_end": _("the end of the deal"),
    },
    "late_exposure": {
        "void": _("void, unless the referee allows it"),
        "allow_first_warn": _("the first one counts, with a warning"),
    },
    "first_expose_cancel": {
        "before_second_card": _("until the second card is dealt"),
        "until_20s": _("until 20 seconds are over"),
        "never": _("never"),
    },
    "void_deal_redealer": {"same": _("the same dealer"), "next": _("the next dealer")},
    "claim_statement": {
        "60": _("60 seconds"),
        "30": _("30 seconds"),
        "90": _("90 seconds"),
        "120": _("120 seconds"),
    },
    "time_end": {
        "finish_deal_if_play_started": _("a deal in which a card was led is played out"),
        "stop": _("play stops at once"),
        "finish_always": _("the deal that was dealt is played out"),
    },
}


WHOLE: Final = {
    Filled.EXPOSURE: _("Shown where the referee decides on the exposure; he may differ."),
    Filled.DEALER: _("The table is told so before it deals again: who shuffles and cuts."),
    Filled.SECONDS: _("The tablet counts the seconds; the referee decides the consequence."),
}
"""What the program does by a policy, whichever option is chosen."""


def remedy_text(event: Event, article: Article) -> str:
    """Return the remedy of an article: as the event has chosen, otherwise the usual one."""
    chosen = policies.chosen_otherwise(event, article.code)
    return "; ".join(str(OPTIONS[key][name]) for key, name in chosen.items()) or article.remedy


def filled_text(event: Event, policy: Policy) -> str:
    """Return what the program does by a policy: it fills in all options, some of them, or none."""
    filled = {name: policies.filled_by(event, policy.key, name) for name in policy.options}
    if not any(filled.values()):
        return gettext("Text: the referee carries it out.")
    alike = set(filled.values())
    if len(alike) == 1 and (whole := alike.pop()) in WHOLE:
        return str(WHOLE[whole])
    names = [_part_filled(policy, name, by) for name, by in filled.items() if by]
    values = {"options": join_facts(*dict.fromkeys(names))}
    return gettext("Filled in where the article is chosen: %(options)s. The rest is text.") % values


def _part_filled(policy: Policy, name: str, filled: Filled) -> str:
    """Return the part of an option that is filled in, which may be less than the option."""
    words = OPTIONS[policy.key]
    if filled is Filled.ADJUSTED:
        return gettext("an adjusted score, by a button of the ruling")
    if filled is Filled.LEVEL and name == "equity_plus_fix":
        return str(words["fix"])
    return {
        Filled.DEAL_LOST: gettext("the whole deal lost, at its worst result"),
        Filled.TEN_OF_DEAL: gettext("10 points of the deal for one card"),
        Filled.TEN_POINTS: gettext("10 points for one card"),
    }.get(filled, str(words[name]))


def usual(text: str) -> str:
    """Return an option marked as the usual one, for a list of choices."""
    return str(_("%(option)s (usual)") % {"option": text})
