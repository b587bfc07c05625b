"""The words of 拱猪: the only package above `scoring` that depends on this game."""

from __future__ import annotations

from typing import Final

from scoring.game import find_game
from scoring.gongzhu.codes import (
    Caution,
    ComparedFact,
    EndCode,
    EndingProblem,
    Feat,
    LineCode,
    Offence,
    PlayFlag,
    ProcedureCode,
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
    ABOUT,
    CARDS,
    FIELDS,
    GROUPS,
    KINDS,
    NAME,
    PRESETS,
    QUESTIONS,
    SAYINGS,
)
from tournaments.wording.gongzhu.noted import noted
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

NAMES = games.Vocabulary(
    NAME,
    PRESETS,
    CARDS,
    KINDS,
    HEADWORDS,
    sources=SOURCES,
    noted=noted,
    about=ABOUT,
    groups=GROUPS,
)
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
    ComparedFact: QUESTIONS,
    Saying: SAYINGS,
    TermCode: TERMS,
    TermPart: PARTS,
}
LEXICON: Final = wording.Lexicon(
    {codes: WORDS[codes] for codes in find_game(GAME).codes},
    fields=FIELDS,
    lists=("exposed", "trick"),
)
