"""The words for problems of rules and reports that all games share, and for origins."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.notation import NotationProblem
from scoring.problems import ProblemCode
from tournaments import wording
from tournaments.record.audit import Verb
from tournaments.structure import games

PROBLEMS: wording.Words = {
    ProblemCode.NOT_AN_OBJECT: _("%(field)s: named values are expected here."),
    ProblemCode.NOT_A_LIST: _("%(field)s: a list is expected here."),
    ProblemCode.NOT_A_TEXT: _("%(field)s: a text is expected here."),
    ProblemCode.NOT_A_WHOLE_NUMBER: _("%(field)s: a whole number is expected here."),
    ProblemCode.NOT_A_TRUTH_VALUE: _("%(field)s: true or false is expected here."),
    ProblemCode.NUMBER_OUT_OF_RANGE: _(
        "%(field)s: a number from %(low)s to %(high)s is expected here."
    ),
    ProblemCode.UNKNOWN_FIELD: _("%(field)s: nothing of this name is expected here."),
    ProblemCode.MISSING_FIELD: _("%(field)s: this is missing."),
    ProblemCode.UNKNOWN_GAME: _("No game is called “%(name)s”."),
    ProblemCode.UNKNOWN_CARD: _("%(field)s: “%(cards)s” is not a card."),
    ProblemCode.UNKNOWN_SEAT: _("%(field)s: “%(seats)s” is not a seat of this table."),
    ProblemCode.CLAIM_CONTESTED: _(
        "The claim is contested. The referee decides who gets which card."
    ),
    ProblemCode.UNKNOWN_PRESET: _("No set of rules is called “%(name)s”."),
    ProblemCode.UNKNOWN_DIMENSION: _("There is no rule called “%(name)s”."),
    ProblemCode.UNKNOWN_VALUE: _(
        "%(field)s: “%(value)s” cannot be chosen. What can be chosen: %(allowed)s."
    ),
    ProblemCode.NOT_SUPPORTED: _(
        "%(field)s: %(value)s does not go together with the other rules yet."
    ),
    ProblemCode.EMPTY_LINE: _("Line %(line)s is empty."),
    ProblemCode.NOT_UTF8: _("Line %(line)s is not UTF-8 from byte %(column)s on."),
    ProblemCode.NOT_JSON: _("Line %(line)s is not JSON from column %(column)s on."),
    ProblemCode.NUMBER_TOO_LONG: _("Line %(line)s: a number has too many digits."),
    ProblemCode.NUMBER_NOT_FINITE: _("Line %(line)s: a number is not finite."),
    ProblemCode.NESTED_TOO_DEEP: _("Line %(line)s: nested too deeply."),
    ProblemCode.DUPLICATE_KEY: _("Line %(line)s: the name “%(name)s” occurs twice in one place."),
}

NOTATION_PROBLEMS: wording.Words = {
    NotationProblem.RANK_WITHOUT_SUIT: _(
        "%(field)s: “%(text)s” comes before any suit. Write the suit first, as in ♠ AK4."
    ),
    NotationProblem.NOT_UNDERSTOOD: _("%(field)s: “%(text)s” is neither a suit nor a card."),
    NotationProblem.CARD_TYPED_TWICE: _("%(field)s: %(cards)s was typed too often."),
}


FIELDS: wording.Names = {
    "hands": pgettext_lazy("field", "Hands"),
    "plays": pgettext_lazy("field", "Cards played"),
    "seat": pgettext_lazy("field", "Seat"),
    "preset": pgettext_lazy("field", "Set of rules"),
    "decks": pgettext_lazy("field", "Decks"),
    "deals": pgettext_lazy("field", "Number of deals"),
    "minutes": pgettext_lazy("field", "Minutes"),
}
"""The fields of reports and rules that have the same name in every game."""
ORIGINS: wording.Names = {
    games.ORIGIN: _("from the course of the game"),
    Verb.AWARD_MATCH: _("by an award"),
    Verb.TAKE_BACK_AWARD: _("an award was taken back"),
    Verb.EXCHANGE_RESULTS: _("entered for each other's deal, and exchanged"),
    Verb.MOVE_RESULT: _("entered for the wrong deal, and moved"),
}
"""Origins of results and adjustments that no referee makes, by their label in the ledger."""
LEXICON: Final = wording.Lexicon(
    {ProblemCode: PROBLEMS, NotationProblem: NOTATION_PROBLEMS},
    fields=FIELDS,
    lists=("plays",),
    origins=ORIGINS,
)
