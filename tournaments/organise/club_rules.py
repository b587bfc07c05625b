"""Rules that a club saves under a name: saved, renamed and removed; events hold a copy."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from scoring.game import find_game
from scoring.problems import Problem, RulesRefused
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import Club, ClubRules
from tournaments.record import club_log
from tournaments.record.audit import Actor, Repeated, Verb
from tournaments.record.club_log import ClubChange
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

NAME_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Keeping:
    """That the rules of an event are saved for its club: under which name, made from which set."""

    name: str
    preset: str


def keep_rules(
    club: Club, actor: Actor, *, name: str, game: str, preset: str, rules: Mapping[str, Any]
) -> ClubRules:
    """Save rules under a name; `rules` are parsed by the game.

    Raises Refused for a name that is missing or taken, and for inconsistent rules.
    """
    with club_log.change(club, actor, Verb.KEEP_RULES) as made:
        return store_rules(made, Keeping(name, preset), game, rules)


def store_rules(
    made: ClubChange, keeping: Keeping, game: str, rules: Mapping[str, Any]
) -> ClubRules:
    """Save rules in an open change of their club. Raises what `keep_rules` raises."""
    held_offices.check(made, made.club, DIRECTORS)
    name, played = tidy(keeping.name), find_game(game)
    if problems := name_problems(made.club, name):
        raise Refused(*problems)
    try:
        read = played.rules(dict(rules))
    except RulesRefused as refused:
        raise Refused(*refused.problems) from refused
    kept = ClubRules.objects.create(
        club=made.club,
        name=name,
        game=game,
        preset=keeping.preset,
        rules=read.as_dict(),
        schema=played.schema,
    )
    made.concerns(rules=kept)
    made.note(name=name, game=game)
    return kept


def rename_rules(kept: ClubRules, actor: Actor, name: str) -> None:
    """Rename saved rules; events made from them keep the earlier name."""
    name = tidy(name)
    with club_log.change(kept.club, actor, Verb.RENAME_RULES) as made:
        held_offices.check(made, kept.club, DIRECTORS)
        if problems := name_problems(kept.club, name, kept):
            raise Refused(*problems)
        if not ClubRules.objects.filter(pk=kept.pk).update(name=name):
            raise Refused(refuse(Reason.ROW_GONE))
        made.concerns(rules=kept)
        made.note(name=name)


def remove_rules(kept: ClubRules, actor: Actor) -> None:
    """Remove rules from a club's offer; repeating it is harmless."""
    with suppress(Repeated), club_log.change(kept.club, actor, Verb.REMOVE_RULES) as made:
        held_offices.check(made, kept.club, DIRECTORS)
        made.concerns(rules=kept)
        made.note(name=kept.name)
        if not ClubRules.objects.filter(pk=kept.pk).delete()[0]:
            raise Repeated


def name_problems(club: Club, name: str, kept: ClubRules | None = None) -> list[Problem]:
    """Return why rules cannot have a name: it is missing, too long, or taken."""
    if not name:
        return [refuse(Reason.NAME_MISSING, field="name")]
    if len(name) > NAME_LENGTH:
        return [refuse(Reason.NAME_TOO_LONG, field="name", most=NAME_LENGTH)]
    others = ClubRules.objects.filter(club=club, name=name)
    if kept:
        others = others.exclude(pk=kept.pk)
    return [refuse(PlanReason.RULES_NAME_TAKEN, field="name", name=name)] if others.exists() else []
