"""The words of 升级: the only package above `scoring` that depends on this game."""

from __future__ import annotations

from typing import Final

from scoring.game import find_game
from scoring.problems import ProblemCode
from scoring.shengji.codes import (
    Caution,
    EndCode,
    FactCode,
    LineCode,
    Obligation,
    PlayFlag,
    PositionProblem,
    ProcedureCode,
    ReportProblem,
    RulePhrase,
    RuleProblem,
    Saying,
)
from scoring.shengji.glossary import TermCode, TermPart
from tournaments import wording
from tournaments.wording import games
from tournaments.wording.problems import PROBLEMS
from tournaments.wording.shengji.glossary import HEADWORDS, PARTS, SOURCES, TERMS
from tournaments.wording.shengji.lines import COMPLETE, ENDINGS, LINES
from tournaments.wording.shengji.names import (
    ABOUT,
    CARDS,
    COMBINATIONS,
    FACTS,
    FIELDS,
    GROUPS,
    NAME,
    NEEDED,
    NET,
    OPTIONS,
    PRESETS,
    RAW,
    SAYINGS,
    SCORES,
    level_reached,
)
from tournaments.wording.shengji.noted import noted
from tournaments.wording.shengji.problems import (
    OBLIGATIONS,
    PLAY_FLAGS,
    POSITION_PROBLEMS,
    REPORT_PROBLEMS,
    RULE_PROBLEMS,
)
from tournaments.wording.shengji.procedure import CAUTIONS, PROCEDURE
from tournaments.wording.shengji.rules import RULES

GAME = "shengji"

NAMES = games.Vocabulary(
    NAME,
    PRESETS,
    CARDS,
    terms=HEADWORDS,
    scores=SCORES,
    standing=level_reached,
    raw=RAW,
    net=NET,
    options=OPTIONS,
    needed=NEEDED,
    sources=SOURCES,
    noted=noted,
    about=ABOUT,
    groups=GROUPS,
)
WORDS = {
    ProblemCode: PROBLEMS,
    RuleProblem: RULE_PROBLEMS,
    PositionProblem: POSITION_PROBLEMS,
    ReportProblem: REPORT_PROBLEMS,
    Obligation: OBLIGATIONS,
    PlayFlag: PLAY_FLAGS,
    Caution: CAUTIONS,
    LineCode: LINES,
    RulePhrase: RULES,
    EndCode: ENDINGS,
    ProcedureCode: PROCEDURE,
    FactCode: FACTS,
    Saying: SAYINGS,
    TermCode: TERMS,
    TermPart: PARTS,
}
LISTS = ("always_trump", "bids", "custom_levels", "failed_throws", "kitty", "must_play")
"""The fields that are lists."""
LEXICON: Final = wording.Lexicon(
    {codes: WORDS[codes] for codes in find_game(GAME).codes},
    complete=COMPLETE,
    fields=FIELDS,
    lists=LISTS,
    values=COMBINATIONS,
)
