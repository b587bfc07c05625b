"""What the matches of a round are called beside their tables: a group, or a match of a knockout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext

from tournaments.models import Event, GroupMember, Match, Round
from tournaments.progress.qualification import group_name
from tournaments.publish.pages.progress import PUBLIC
from tournaments.results import knockouts
from tournaments.wording.pairing import match_text


@dataclass(frozen=True, slots=True)
class MatchNames:
    """What matches are called, by their keys; nothing where a round has one group alone.

    `heading` heads a column of the short names, as `A`; a full one, as `Group A`, stands alone.
    """

    heading: str = ""
    short: Mapping[int, str] = field(default_factory=dict)
    full: Mapping[int, str] = field(default_factory=dict)


UNNAMED = MatchNames()


def of_round(round_: Round) -> MatchNames:
    """Return what the matches of a round are called."""
    stage = round_.group.stage
    if stage.groups_wanted == 1 and not knockouts.is_knockout(stage):
        return UNNAMED
    rows = Match.objects.filter(round=round_).values_list(
        "pk", "code", "group__name", "group__number"
    )
    found = list(rows)
    if groups := {match: name or group_name(number) for match, _, name, number in found if number}:
        full = {match: gettext("Group %(name)s") % {"name": name} for match, name in groups.items()}
        return MatchNames(gettext("Group"), groups, full)
    codes = {match: code for match, code, _, _ in found if code}
    frame = knockouts.frame_of(stage) if codes else None
    if frame is None:
        return UNNAMED
    known = {match.code: match_text(match, frame) for match in frame.matches}
    said = {match: known[code] for match, code in codes.items() if code in known}
    return MatchNames(gettext("Match"), said, said)


def groups_of(event: Event) -> Mapping[str, str]:
    """Return in which group every entry was, by its uid; nothing where no stage has several.

    Of several stages with groups the last one tells. A draw that is not published tells nothing.
    """
    rows = GroupMember.objects.filter(
        group__stage__event=event,
        group__stage__groups_wanted__gt=1,
        group__stage__groups__rounds__state__in=PUBLIC,
    ).order_by("group__stage__number")
    group_members = rows.values_list("entry__uid", "group__name", "group__number")
    return {entry: name or group_name(number) for entry, name, number in group_members}


def are_named(event: Event) -> bool:
    """Whether a stage of an event has several groups, or is a knockout; asked once, then known."""
    prefetch_related_objects([event], "stages")
    stages = event.stages.all()
    return any(stage.groups_wanted > 1 or knockouts.is_knockout(stage) for stage in stages)
