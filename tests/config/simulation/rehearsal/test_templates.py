"""Every template that is offered is rehearsed, in every game that has rules for it."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command

from config.management.commands import rehearse as command
from config.simulation.rehearsal import expected_points
from config.simulation.rehearsal.expected_points import ReportedDeal, by_datum, by_matchpoints
from config.simulation.rehearsal.faults import Broke, RehearsalFault
from config.simulation.rehearsal.plans import RehearsalPlan, all_plans
from config.simulation.rehearsal.play import rehearse
from tests.config.simulation.rehearsal.events import SMALL
from tests.config.simulation.rehearsal.test_rehearsal import check_ended, nothing
from tests.samples import sampled
from tournaments.checks import published_changes
from tournaments.checks.published_changes import PublishedChanges
from tournaments.formats.templates import TEMPLATES

EVERY = {f"{plan.template}, {plan.game}": plan for plan in all_plans()}


def test_no_template_is_left_out() -> None:
    assert {template.template for template in EVERY.values()} == {
        template.key for template in TEMPLATES if template.form
    }


@pytest.mark.django_db
@pytest.mark.nightly
@pytest.mark.parametrize("name", EVERY)
def test_every_template_holds_from_the_first_draw_to_the_end(name: str) -> None:
    check_ended(rehearse(EVERY[name], nothing), EVERY[name])


def test_the_command_rehearses_every_template_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    templates: list[str] = []

    def apart(plan: RehearsalPlan) -> int:
        templates.append(plan.template)
        return int(plan.template == "pairs")

    monkeypatch.setattr(command, "_rehearse_apart", apart)
    output = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("rehearse", every=True, stdout=output)
    assert end.value.code == 1
    assert templates == [plan.template for plan in all_plans()]
    assert all(f"{template}, " in output.getvalue() for template in templates)


SABOTAGE = {
    "pairs, knockout": (published_changes, "changes_since", PublishedChanges((), ())),
    "pairs, datum": (expected_points, "by_datum", {(1, 1): Fraction(10**6)}),
    "pairs, Mitchell": (expected_points, "by_matchpoints", {(1, 1): Fraction(10**6)}),
}
FOUND = {"pairs, knockout": RehearsalFault.NOT_WARNED}


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("name", sampled(SABOTAGE, ("pairs, datum",)))
def test_what_is_not_told_or_reckoned_otherwise_is_named(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, function, answer = SABOTAGE[name]
    monkeypatch.setattr(where, function, lambda *_args, **_options: answer)
    with pytest.raises(Broke) as broke:
        rehearse(SMALL[name], nothing)
    assert {problem.code for problem in broke.value.problems} == {
        FOUND.get(name, RehearsalFault.POINTS_LOST)
    }


def test_averages_and_missing_results_are_reckoned_by_hand() -> None:
    """Three tables: one was not played, and one has an average; then the datum of two results."""
    deals = [
        ReportedDeal(1, 1, 1, {1: (1,), 2: (2,)}, {1: 40, 2: -40}, 1),
        ReportedDeal(1, 2, 1, {3: (3,), 4: (4,)}, {3: -10, 4: 10}, 3),
        ReportedDeal(1, 3, 1, {5: (5,), 6: (6,)}, None, 5, (6, 4)),
    ]
    # Two of three results: 2 becomes 3·3/2 - 1, and 0 becomes 1·3/2 - 1, of four.
    points = by_matchpoints(deals)
    assert [points[entry, 1] for entry in (1, 2, 3, 4)] == [
        Fraction(7, 2),
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(7, 2),
    ]
    assert (points[5, 1], points[6, 1]) == (Fraction(12, 5), Fraction(8, 5))
    # The average of 40 and -10 is 15, to the nearest ten 20: 20 and -30 from it.
    imps = by_datum(deals)
    assert [imps[entry, 1] for entry in range(1, 7)] == [1, -1, -1, 1, 3, -3]
