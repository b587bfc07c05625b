"""Every code of the structure has a sentence that takes just the values that come with it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.utils import translation

from clubs.credentials.refusals import AccountReason
from tournaments.base.refusals import PlanReason, Reason
from tournaments.codes import WordedCode
from tournaments.models import Event, Tournament
from tournaments.persons.refusals import PersonReason
from tournaments.progress.next_step import EventProgress, Next, RoundProgress, next_step
from tournaments.wording.next_steps import step_text
from tournaments.wording.standings import day_and_hour

# The values that each refusal brings along; a code that is not here brings none.
VALUES = {
    AccountReason.PIN_TRIES: {"left"},
    Reason.NOT_SUSPENDED: {"number"},
    Reason.SUSPENDED_IN_DRAFT: {"names"},
    Reason.DRAFT_LEAVES_OUT: {"names"},
    Reason.DRAFT_BY_ANNULLED_CARD: {"names"},
    Reason.SUSPENDED_MEMBER: {"name"},
    Reason.SUSPENSION_UNDECIDED: {"names"},
    PersonReason.BANNED_PERSON: {"names"},
    AccountReason.ACCOUNT_ELSEWHERE: {"username"},
    AccountReason.LAST_OWNER: {"username"},
    Reason.QUESTIONS_OPEN: {"questions", "tables"},
    Reason.CLOCK_MOVED: {"number"},
    Reason.CLOCK_STANDS_OTHERWISE: {"number"},
    Reason.CLOCK_MINUTES: {"most"},
    Reason.CLOCK_TABLE: {"table"},
    PlanReason.PAIRS_WITHOUT_PARTNERS: {"size"},
    Reason.ENTRIES_GONE_ON: {"number"},
    Reason.MOVEMENT_FULL: {"places"},
    PlanReason.BOARD_MOVEMENT_NOT_OFFERED: {"entries"},
    PlanReason.PARTNERS_NOT_OFFERED: {"entries", "sizes"},
    Reason.ENTRIES_TOO_FEW: {"entries", "size"},
    Reason.ENTRY_NAME_MISSING: {"line"},
    Reason.ENTRY_NAME_TWICE: {"line", "name"},
    Reason.ENTRY_NAME_TOO_LONG: {"line", "most"},
    Reason.ENTRIES_TOO_MANY: {"most"},
    Reason.ENTRY_SIZE: {"found", "line", "size"},
    Reason.ENTRY_NOT_THERE: {"number"},
    Reason.ENTRY_NOT_WITHDRAWN: {"number"},
    Reason.ENTRY_IN_DRAFT: {"number"},
    Reason.WITHDRAWAL_ROUND: {"high", "low"},
    PersonReason.MANY_ALIASES: {"most"},
    PersonReason.MEMBER_SEVERAL: {"name", "numbers"},
    PersonReason.MEMBER_NUMBER_UNKNOWN: {"number"},
    PersonReason.MEMBER_NUMBER_OF_OTHER: {"name", "number"},
    PersonReason.MEMBER_NUMBER_TAKEN: {"name", "number"},
    PersonReason.PERSON_TWICE: {"name", "other"},
    PersonReason.MERGE_PLAY_TOGETHER: {"event", "name", "other"},
    PersonReason.YEAR_OUT_OF_RANGE: {"high", "low"},
    Reason.NAME_TOO_LONG: {"most"},
    Reason.NAME_TAKEN: {"name"},
    Reason.TEAM_NAME_TAKEN: {"name"},
    Reason.ROUND_DRAWN: {"number"},
    Reason.ROUND_OPEN: {"number", "tables"},
    Reason.ROUND_IN_DRAFT: {"number"},
    Reason.ROUND_NOT_CLOSED: {"number"},
    Reason.ROUNDS_MISSING: {"closed", "planned"},
    PlanReason.FEWER_DEALS_THAN_RULES: {"deals", "most"},
    PlanReason.TIE_BREAK_UNKNOWN: {"name"},
    PlanReason.MOVEMENT_NOT_OFFERED: {"entries", "least", "most"},
    Reason.MOVEMENT_FIELD_CHANGED: {"entries", "before"},
    PlanReason.DRAW_METHOD_NOT_OFFERED: {"size"},
    Reason.ROUND_ROBIN_OVER: {"rounds"},
    Reason.ROUND_ROBIN_FULL: {"places"},
    Reason.MOVEMENT_OVER: {"rounds"},
    Reason.DRAFT_CHANGED: {"number"},
    Reason.ROUND_NOT_DRAFT: {"number"},
    Reason.ROUND_NOT_IN_PLAY: {"number"},
    Reason.ROUND_HAS_LATER: {"later"},
    Reason.DRAW_PLAYED: {"number", "tables"},
    Reason.EXTRA_DEAL_POINTS: {"most"},
    Reason.DEALS_WITHOUT_RESULT: {"deals", "tables"},
    Reason.HOLDS_OPEN: {"holds"},
    Reason.RESULT_CHANGED: {"seen"},
    AccountReason.ACCOUNT_UNKNOWN: {"username"},
    AccountReason.USERNAME_TAKEN: {"username"},
    Reason.CLUB_TOO_LONG: {"most"},
    Reason.SEEDING_OUT_OF_RANGE: {"most"},
    Reason.SEEDING_TWICE: {"place"},
    Reason.ENTRY_IN_GROUP: {"number"},
    PlanReason.SEGMENTS_UNEQUAL: {"deals", "segments"},
    PlanReason.THREE_OF_ODD_BOARDS: {"deals"},
    PlanReason.STAGE_WITHOUT_FEED: {"number"},
    Reason.TEAM_NAME_MISSING: {"line"},
    Reason.LINE_UPS_NOT_REVEALED: {"tables"},
    Reason.KNOCKOUT_LEVEL: {"tables"},
    Reason.KNOCKOUT_GOES_ON: {"matches"},
    Reason.KNOCKOUT_ASTRAY: {"matches"},
    Reason.KNOCKOUT_ABSENT: {"names"},
    Reason.STAGE_OPEN: {"number"},
    Reason.STAGES_TO_COME: {"number"},
    Reason.GROUPS_TOO_MANY: {"entries", "groups"},
    Reason.TABLES_HELD: {"free", "held", "tournament"},
    Reason.PLACES_IN_PLAY: {"tournament"},
    PlanReason.DEALS_PUBLISHED: {"deals", "number"},
    PlanReason.ROUNDS_DRAWN_ALREADY: {"drawn"},
    PlanReason.EVENT_PUBLISHED: {"number"},
    PlanReason.TOURNAMENT_NOT_EMPTY: {"events"},
    PlanReason.RULES_NAME_TAKEN: {"name"},
    PlanReason.PLAN_PUBLISHED: {"number"},
    PersonReason.NAME_DECIDED: {"name"},
    PersonReason.NAME_PLAYS_ALREADY: {"event", "name"},
}
STATES = [
    EventProgress(1, 4),
    EventProgress(1, 2, of_teams=True),
    EventProgress(1, 4, absent=7),
    EventProgress(6, 4),
    EventProgress(7, 2, of_teams=True, three_way=True),
    EventProgress(8, 4, RoundProgress(1, "closed"), planned=1),
    EventProgress(8, 4, RoundProgress(1, "closed"), finished=True),
    EventProgress(8, 4),
    EventProgress(8, 4, RoundProgress(1, "draft")),
    EventProgress(8, 4, RoundProgress(1, "draft"), lacks_chief=True),
    EventProgress(8, 4, RoundProgress(1, "published", 3, (1, 2))),
    EventProgress(40, 4, RoundProgress(1, "published", 30, tuple(range(1, 9)))),
    EventProgress(8, 4, RoundProgress(1, "published", holds=1)),
    EventProgress(8, 2, RoundProgress(1, "published", line_ups=2)),
    EventProgress(8, 2, RoundProgress(1, "published", line_ups=2, late=1)),
    EventProgress(5, 2, RoundProgress(1, "closed"), to_seat=4),
    EventProgress(8, 2, RoundProgress(1, "published", line_ups=2, complete=2)),
    EventProgress(8, 4, RoundProgress(1, "published", level=(1,))),
    EventProgress(8, 4, RoundProgress(1, "closed"), planned=1, next_stage=2),
    EventProgress(8, 4, RoundProgress(1, "closed"), reopened=RoundProgress(1, "closed", 2, (1,))),
    EventProgress(8, 4, RoundProgress(1, "published")),
    EventProgress(8, 4, RoundProgress(1, "closed"), planned=1, finished=True, on_notice=True),
]


@pytest.mark.full
@pytest.mark.parametrize("reason", [*Reason, *PlanReason, *AccountReason, *PersonReason])
def test_a_refusal_s_words_name_only_values_that_it_has(reason: WordedCode) -> None:
    named = set(re.findall(r"%\((\w+)\)", reason.message.text))
    assert named <= VALUES.get(reason, set())


def test_every_step_makes_a_whole_sentence() -> None:
    with translation.override("en"):
        texts = {next_step(state).code: step_text(next_step(state)) for state in STATES}
    assert texts.keys() == set(Next)
    assert texts[Next.AWAIT_TABLES] == (
        "Round 1 is in play. Not done: tables 1, 2. Deals without a result: 3."
    )
    assert all("%" not in sentence and sentence.endswith(".") for sentence in texts.values())


def test_a_step_says_teams_pairs_and_matches_by_what_they_are() -> None:
    draws = next_step(EventProgress(7, 2))
    waits = next_step(EventProgress(8, 2, RoundProgress(1, "published", line_ups=2)))
    with translation.override("en"):
        assert step_text(draws, form="teams").startswith("Of 7 teams, 1 will have to sit out.")
        assert step_text(draws, form="pairs").startswith("Of 7 pairs, 1 will have to sit out.")
        assert step_text(draws).startswith("Of 7, 1 will have to sit out.")
        assert "2 segments are not revealed" in step_text(waits, form="teams", segments=2)
        assert "2 matches are not revealed" in step_text(waits, form="teams", segments=1)


def test_who_is_missing_is_counted_in_pairs_where_pairs_play() -> None:
    step = next_step(EventProgress(1, 2))
    with translation.override("zh-hans"):
        assert step_text(step, form="pairs") == "请录入名单。一桌须2对，还差1对。"
        assert step_text(step, form="individuals") == "请录入名单。一桌须2人，还差1人。"


def test_an_hour_ends_in_its_minutes_so_that_a_sentence_ends_in_one_stop() -> None:
    event = Event(tournament=Tournament(time_zone="Asia/Shanghai"))
    at = datetime(2026, 11, 29, 13, 31, tzinfo=UTC)
    for language, words in (("en", "Nov. 29, 2026 21:31"), ("zh-hans", "2026年11月29日 21:31")):
        with translation.override(language):
            assert day_and_hour(event, at) == words
