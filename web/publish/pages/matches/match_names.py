"""Names of the matches of a round: their group, or the match of a knockout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext

from tournaments.models import Round, Stage
from tournaments.results import knockouts
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.stages import group_name, is_knockout
from tournaments.wording.pairing import match_text


@dataclass(frozen=True, slots=True)
class MatchNames:
    """Names of matches by their keys; empty where a round has only one group.

    `heading` is that of a column of short names, such as "A"; full names are such as "Group A".
    """

    heading: str = ""
    short: Mapping[int, str] = field(default_factory=dict)
    full: Mapping[int, str] = field(default_factory=dict)


UNNAMED = MatchNames()


def of_round(snapshot: EventSnapshot, round_: Round) -> MatchNames:
    """Return the names of the matches of a round."""
    stage = round_.group.stage
    if stage.groups_wanted == 1 and not is_knockout(stage):
        return UNNAMED
    matches = snapshot.matches_of(round_)
    groups = {group.pk: group.name or group_name(group.number) for group in snapshot.groups}
    short = {match.key: groups[match.group] for match in matches if match.group}
    if short:
        full = {match: gettext("Group %(name)s") % {"name": name} for match, name in short.items()}
        return MatchNames(gettext("Group"), short, full)
    codes = {match.key: match.code for match in matches if match.code}
    frame = knockouts.bracket_of(snapshot, stage) if codes else None
    if frame is None:
        return UNNAMED
    known = {match.code: match_text(match, frame) for match in frame.matches}
    names = {match: known[code] for match, code in codes.items() if code in known}
    return MatchNames(gettext("Match"), names, names)


def groups_of(snapshot: EventSnapshot) -> Mapping[str, str]:
    """Return the group of every entry by uid; empty where no stage has several groups.

    Of several stages with groups the last one counts. Unpublished draws are left out.
    """
    public = {round_.group.stage_id for round_ in snapshot.public_rounds}
    return {
        member.entry.uid: group.name or group_name(group.number)
        for stage in snapshot.stages
        if stage.groups_wanted > 1 and stage.pk in public
        for group in snapshot.groups_of(stage)
        for member in snapshot.members[group.pk]
    }


def are_named(stages: Iterable[Stage]) -> bool:
    """Whether a stage has several groups or is a knockout."""
    return any(stage.groups_wanted > 1 or is_knockout(stage) for stage in stages)
