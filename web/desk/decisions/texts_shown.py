"""What a deal's pages show of irregularities and sheets, shortened for a place on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from referee.base.refusals import Code
from referee.models import Irregularity, Sheet
from referee.sheets import irregularities, queries
from scoring.problems import Problem


def irregularity_title(row: Irregularity) -> str:
    """Return what happened as a heading or a link, which has no full stop."""
    return irregularities.text(row).rstrip(".。")


def problems_shown(row: Sheet) -> Sequence[Problem]:
    """Return what is wrong with a sheet; of a correction of a result not that there was one."""
    problems = queries.problems_of(row)
    if not row.seen:
        return problems
    return [problem for problem in problems if problem.code != Code.RESULT_STANDS]
