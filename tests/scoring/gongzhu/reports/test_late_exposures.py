"""An exposure that came too late: it counts as written, and is offered to the referee."""

from scoring.game import find_game
from tests.scoring.gongzhu.vectors import rest_of

GONGZHU = find_game("gongzhu")
CLASSIC = GONGZHU.rules({"preset": "classic"})


def test_a_late_exposure_counts_as_written_and_is_told() -> None:
    """GZ-27, T9 L275: after 20 seconds nobody may expose; what follows is the referee's."""
    exposed = [{"seat": "W", "card": "SQ", "kind": "exposed"}]
    report = {"won": {"N": ["SQ"], "W": rest_of(["SQ"])}, "exposed": exposed}
    late = {**report, "exposed": [{**exposed[0], "late": True}]}
    assert GONGZHU.settle(late, CLASSIC) == GONGZHU.settle(report, CLASSIC)
    assert GONGZHU.irregularities(report, CLASSIC) == ()
    [irregularity] = GONGZHU.irregularities(late, CLASSIC)
    assert (irregularity.seat, irregularity.cards, irregularity.play) == ("W", ("SQ",), 0)
