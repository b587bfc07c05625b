"""What the page of a ruling decided otherwise names: what was built on it, and what stays."""

from __future__ import annotations

from django.utils.translation import gettext

from referee.appeals import built_on, part_texts
from referee.rulings import ruling_parts
from referee.rulings.listed import Ruled


def built_texts(ruled: Ruled) -> list[str]:
    """Return in words what was built on a ruling since, and the corrections that stay."""
    version = ruled.shown
    rows = built_on.since(version, ruling_parts.parts_of(version))
    kept = ruling_parts.corrections_of(ruled.case)
    values = [{"number": row.result.version} for row in kept]
    stays = gettext("Version %(number)s, the correction under this ruling, stays.")
    return [*map(part_texts.built_text, rows), *(stays % each for each in values)]
