"""The words of 拱猪: the only package above `scoring` that depends on this game."""

from __future__ import annotations

from scoring.game import find_game
from scoring.gongzhu.codes import (
    Caution,
    EndCode,
    EndingProblem,
    Feat,
    LineCode,
    Offence,
    PlayFlag,
    ProcedureCode,
    Question,
    ReportProblem,
    RulePhrase,
    RuleProblem,
    Saying,
)
from scoring.gongzhu.glossary import TermCode, TermPart
from scoring.problems import ProblemCode
from tournaments import wording
from tournaments.wording import games
from tournaments.wording.gongzhu.glossary import HEADWORDS, PARTS, SOURCES, TERMS
from tournaments.wording.gongzhu.lines import ENDINGS, FEATS, LINES
from tournaments.wording.gongzhu.names import (
    CARDS,
    FIELDS,
    KINDS,
    NAME,
    PRESETS,
    QUESTIONS,
    SAYINGS,
)
from tournaments.wording.gongzhu.problems import (
    ENDING_PROBLEMS,
    OFFENCES,
    PLAY_FLAGS,
    REPORT_PROBLEMS,
    RULE_PROBLEMS,
)
from tournaments.wording.gongzhu.procedure import CAUTIONS, PROCEDURE
from tournaments.wording.gongzhu.rules import RULES
from tournaments.wording.problems import PROBLEMS

GAME = "gongzhu"

NAMES = games.Vocabulary(NAME, PRESETS, CARDS, KINDS, HEADWORDS, sources=SOURCES)
WORDS = {
    ProblemCode: PROBLEMS,
    RuleProblem: RULE_PROBLEMS,
    ReportProblem: REPORT_PROBLEMS,
    EndingProblem: ENDING_PROBLEMS,
    PlayFlag: PLAY_FLAGS,
    Offence: OFFENCES,
    LineCode: LINES,
    Feat: FEATS,
    RulePhrase: RULES,
    EndCode: ENDINGS,
    ProcedureCode: PROCEDURE,
    Caution: CAUTIONS,
    Question: QUESTIONS,
    Saying: SAYINGS,
    TermCode: TERMS,
    TermPart: PARTS,
}


def register() -> None:
    """Register the names of the game and the words of its codes."""
    games.register(GAME, NAMES)
    wording.register_fields(FIELDS, lists=("exposed", "trick"))
    for codes in find_game(GAME).codes:
        wording.register(codes, WORDS[codes])
