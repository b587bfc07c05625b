"""Scenes of other forms on the floor of a stored data folder: teams, games, levels, many tables.

See `scripts.data_folder`; an evening of tablets and a referee is in `scripts.data_scenes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Final

from django.utils import timezone

from clubs.credentials import captains
from config.simulation import line_ups
from config.simulation.demo import bringing, reports
from referee.rulings import adjusted_scores, corrections
from referee.rulings.adjusted_scores import AdjustedScore
from scripts.data_floor import CLASSIC, DEALERS_KEEP, PIG_TO_NORTH, REASON, Floor, deals_of
from tournaments import organise, results
from tournaments.models import (
    BoardSource,
    Comparison,
    Deal,
    Depth,
    DrawMethod,
    Event,
    Form,
    LineUpOrder,
    Match,
    Ranking,
    Round,
)
from tournaments.organise import AwardGrounds
from tournaments.progress import extra_deals
from tournaments.standings.team_boards import AverageScore

PRIZES: Final = {"amounts": ["300", "200", "100"], "ties": "divided", "tie_breaks": []}
OTHER_RULES: Final[Mapping[str, Mapping[str, object]]] = {
    "五人": {"preset": "classic", "players": 5},
    "三人": {"preset": "fifty", "players": 3},
    "两副牌": {"preset": "qq-double"},
    "打分": {"preset": "qq"},
}
OF_TWO_DECKS: Final = frozenset({"两副牌"})
TWICE: Final = {"won": {seat: 2 * pile for seat, pile in PIG_TO_NORTH["won"].items()}}
PLAYERS: Final = 4


def extra_deal(floor: Floor) -> None:
    """Play an extra deal between equal pairs; it is undone and recorded again."""
    event = floor.event(
        "加赛",
        {"preset": "lianzhong-2"},
        1,
        game="shengji",
        form=Form.PAIRS,
        depth=Depth.RESULT,
        ranking=Ranking.VP_15_10,
        tie_breaks=("net", "extra_deal", "lot"),
        rounds_planned=1,
        prizes=PRIZES,
    )
    floor.enter(event, 4, 2)
    round_ = floor.round(event)
    floor.play(deals_of(round_), DEALERS_KEEP)
    organise.close_round(round_, floor.desk)
    event.refresh_from_db()
    first, _second = extra_deals.ties(results.read(event))
    scores = dict(zip(first, (-100, 30), strict=True))
    noted = organise.note_extra_deal(event, floor.desk, scores, "加赛一副，1号桌")
    organise.take_back_extra_deal(noted, floor.desk, "记错了桌")
    scores = dict(zip(first, (40, -70), strict=True))
    organise.note_extra_deal(event, floor.desk, scores, "加赛一副，2号桌")
    organise.finish_event(event, floor.desk)


def time_called(floor: Floor) -> None:
    """Games to a limit: time is called, and deals not begun are not played."""
    event = floor.event("计时", {"preset": "plusminus"}, 6, to_limit=True, rounds_planned=1)
    floor.enter(event, 8)
    round_ = floor.round(event)
    floor.play(deals_of(round_)[:1])
    organise.start_clock(round_, floor.referee, 60)
    organise.call_time(round_, floor.referee, seen=1)
    waiting = {deal.deal.uid for deal in corrections.open_deals(round_)}
    corrections.rule_out(round_, floor.referee, waiting, REASON)
    organise.close_round(round_, floor.desk)


def withdrawn_draw(floor: Floor) -> None:
    """Withdraw a published draw and discard a draft; entries come and go before the third."""
    event = floor.event("撤回编排", CLASSIC, 2, rounds_planned=2)
    floor.enter(event, 9)
    organise.remove_entry(event.entries.get(number=9), floor.desk)
    organise.add_house_player(event, floor.desk, "陪打甲")
    organise.withdraw_draw(floor.round(event), floor.desk, "名单有误")
    organise.discard_round(organise.draw_round(event, floor.desk), floor.desk)
    organise.withdraw_entry(event.entries.get(number=8), floor.desk)
    organise.readmit_entry(event.entries.get(number=8), floor.desk)
    floor.play(deals_of(floor.round(event))[:2], PIG_TO_NORTH)


def teams(floor: Floor) -> None:
    """Teams over boards in two segments: captains' links, deadlines, awards, adjusted scores."""
    event = floor.event(
        "队式赛",
        {"preset": "huapai-duplicate"},
        4,
        form=Form.TEAMS,
        template="teams_swiss",
        boards=BoardSource.MADE,
        rooms=2,
        segments=2,
        ranking=Ranking.VP_20,
        draw_method=DrawMethod.SWISS,
        comparison=Comparison.IMP,
        line_up_order=LineUpOrder.ALTERNATING,
        line_up_minutes=30,
        rounds_planned=2,
    )
    floor.enter(event, 4, 5)
    links = captains.SLIPS.draw(event, floor.desk, set(event.entries.values_list("uid", flat=True)))
    floor.secrets["captain"] = links[0].link
    round_ = floor.round(event)
    played, awarded = round_.matches.order_by("number")
    _award(floor, awarded)
    _line_up(floor, round_, played)


def _award(floor: Floor, match: Match) -> None:
    winner = match.sides.get(number=1)
    organise.award_walkover(match, floor.desk, winner, AwardGrounds(REASON))
    organise.take_back_award(match, floor.desk, AwardGrounds("对方到场"))
    organise.award_both_absent(match, floor.desk, AwardGrounds(REASON))


def _line_up(floor: Floor, round_: Round, match: Match) -> None:
    """Play the first segment; in the second the teams are late and play as before."""
    organise.choose_seating_right(match, floor.desk, 2)
    match.refresh_from_db()
    first = match.segments.get(number=1)
    line_ups.hand_in(first, floor.desk, 0)
    organise.reveal_line_ups(first, floor.desk)
    tell = partial(reports.report_of_deal, "队式赛", at=(1, 1))
    for sitting in first.sittings.select_related("table__tournament").order_by("pk"):
        bringing.enter(sitting, tell, 2)
    deals = deals_of(round_)
    score = AdjustedScore(AverageScore.PLUS, AverageScore.MINUS, REASON)
    adjusted_scores.give(deals[0], floor.referee, score, seen=deals[0].version)
    organise.set_line_up_hour(round_, floor.desk, timezone.now() - timedelta(minutes=1), match)
    organise.take_defaults(round_, floor.desk)


def other_rules(floor: Floor) -> None:
    """One or two deals at tables of three and five, with two decks, with other points."""
    for name, rules in OTHER_RULES.items():
        event = floor.event(name, rules, 2, rounds_planned=1)
        floor.enter(event, int(str(rules.get("players", PLAYERS))))
        is_of_two_decks = name in OF_TWO_DECKS
        tell = partial(reports.report_of_deal, name, at=(1, 1))
        _enter_round(floor, event, (lambda _deal: TWICE) if is_of_two_decks else tell)


def hands(floor: Floor) -> None:
    """Whole hands beside the cards won; and trick by trick."""
    of_hands = floor.event("记全手", {"preset": "western"}, 2, depth=Depth.HANDS, rounds_planned=1)
    floor.enter(of_hands, PLAYERS)
    _enter_round(floor, of_hands, lambda deal: _report_with_hands(deal.play_order))
    of_tricks = floor.event(
        "记每圈", {"preset": "western"}, 2, depth=Depth.TRICKS, rounds_planned=1
    )
    floor.enter(of_tricks, PLAYERS)
    _enter_round(floor, of_tricks, lambda deal: reports.tricks(80 + deal.play_order))


def _report_with_hands(number: int) -> reports.Report:
    whole = reports.tricks(90 + number)
    won = reports.captures(90 + number)["won"]
    return {"won": won, "exposed": whole["exposed"], "hands": whole["hands"]}


def _enter_round(floor: Floor, event: Event, tell: Callable[[Deal], reports.Report]) -> None:
    """Play a round in which the referee enters every deal, and close it."""
    round_ = floor.round(event)
    for deal in deals_of(round_):
        floor.play([deal], tell(deal))
    organise.close_round(round_, floor.desk)
