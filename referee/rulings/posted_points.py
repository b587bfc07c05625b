"""Penalty points that a numbered ruling gave: they are taken back through it alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.models import RulingCase, RulingVersion
from tournaments.models import Adjustment


def cases_of_points(rows: Iterable[Adjustment]) -> Mapping[str, RulingCase]:
    """Return the rulings that gave penalty points, by the origin that the points bear."""
    origins = {row.origin_uid for row in rows}
    versions = RulingVersion.objects.filter(uid__in=origins).select_related("case")
    return {version.uid: version.case for version in versions}
