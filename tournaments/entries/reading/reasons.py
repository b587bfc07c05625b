"""Why a line is asked about, left out or wrong, and what is said of a file, with the sentences.

The sentences are marked to be translated; the pages and the command put them into a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


def gettext_noop(message: str) -> str:
    """Mark a message for the catalogue."""
    return message


_ = gettext_noop


class ListDoubt(StrEnum):
    """A kind of doubt: one question over a list, answered by yes or no."""

    SECOND_IS_CLUB = "read_second_is_club"
    SEVERAL_PERSONS = "read_several_persons"
    BRACKETS_ARE_CLUB = "read_brackets_are_club"
    LABEL_IS_CLUB = "read_label_is_club"
    IS_A_NAME = "read_is_a_name"
    SAME_NAME = "read_same_name"
    SEVERAL_PAIRS = "read_several_pairs"
    IS_A_PAIR = "read_is_a_pair"
    IS_A_TEAM = "read_is_a_team"
    WAITS = "read_waits"
    UNKNOWN_SIGN = "read_unknown_sign"
    NO_HEADS = "read_no_heads"
    SEVERAL_COLUMNS = "read_several_columns"
    FRONT_IS_NUMBER = "read_front_is_number"
    FIRST_RATING = "read_first_rating"
    FIRST_CLUB = "read_first_club"
    MISSING_CELL = "read_missing_cell"


class LineReason(StrEnum):
    """Why a line is no entry or has to be mended."""

    TITLE = "read_title"
    HEADS = "read_heads"
    EXAMPLE = "read_example"
    TALK = "read_talk"
    FOOTER = "read_footer"
    CONTACT = "read_contact"
    NO_NAME = "read_no_name"
    AWAY = "read_away"
    TWICE = "read_twice"
    ANSWERED = "read_answered"
    QUOTE = "read_quote"
    BEHIND_QUOTE = "read_behind_quote"
    NAME_MISSING = "read_name_missing"
    NOT_A_NAME = "read_not_a_name"
    TOO_LONG = "read_too_long"
    PARTNER_MISSING = "read_partner_missing"
    SAME_TWICE = "read_same_twice"
    TEAM_NAME_MISSING = "read_team_name_missing"
    TEAM_SIZE = "read_team_size"
    TEAM_TWICE = "read_team_twice"
    NUMBER = "read_number"
    NUMBER_TWICE = "read_number_twice"


class Note(StrEnum):
    """What is said of a file as a whole."""

    IDENTITY = "read_note_identity"
    PHONES = "read_note_phones"
    UNREAD = "read_note_unread"
    HIDDEN_ROWS = "read_note_hidden_rows"
    HIDDEN_COLUMNS = "read_note_hidden_columns"
    HIDDEN_SHEETS = "read_note_hidden_sheets"
    OTHER_SHEETS = "read_note_other_sheets"
    ALIKE = "read_note_alike"


QUESTIONS: Final[Mapping[ListDoubt, tuple[str, str, str]]] = {
    ListDoubt.SECOND_IS_CLUB: (
        _("Is the second column the club?"),
        _("Yes, the club"),
        _("No, a remark"),
    ),
    ListDoubt.SEVERAL_PERSONS: (
        _("Are these several persons?"),
        _("Yes, each is a person"),
        _("No, a name with something behind it"),
    ),
    ListDoubt.BRACKETS_ARE_CLUB: (
        _("Is the club in the brackets?"),
        _("Yes, the club"),
        _("No, a remark"),
    ),
    ListDoubt.LABEL_IS_CLUB: (
        _("Is the club before the colon?"),
        _("Yes, the club"),
        _("No, only a heading"),
    ),
    ListDoubt.IS_A_NAME: (_("Are these names?"), _("Yes, names"), _("No, leave them out")),
    ListDoubt.SAME_NAME: (
        _("The same name again: is this another person?"),
        _("Yes, another person"),
        _("No, leave it out"),
    ),
    ListDoubt.SEVERAL_PAIRS: (
        _("Are these several pairs, two names each?"),
        _("Yes, several pairs"),
        _("No, leave them out"),
    ),
    ListDoubt.IS_A_PAIR: (_("Are these pairs?"), _("Yes, pairs"), _("No, leave them out")),
    ListDoubt.IS_A_TEAM: (_("Are these teams?"), _("Yes, teams"), _("No, leave them out")),
    ListDoubt.WAITS: (
        _("Does who waits for a place take part?"),
        _("Yes, enter them"),
        _("No, leave them out"),
    ),
    ListDoubt.UNKNOWN_SIGN: (
        _("Is the name right although a character of it belongs to no standard?"),
        _("Yes, as it stands"),
        _("No, leave it out"),
    ),
    ListDoubt.NO_HEADS: (
        _("Are the columns read rightly, although nothing names them?"),
        _("Yes"),
        _("No, the first column alone"),
    ),
    ListDoubt.SEVERAL_COLUMNS: (
        _("Does every column of names hold entries?"),
        _("Yes, all of them"),
        _("No, only the first"),
    ),
    ListDoubt.FRONT_IS_NUMBER: (
        _("Is the number in front the member's number?"),
        _("Yes, the member's number"),
        _("No, it counts the lines"),
    ),
    ListDoubt.FIRST_RATING: (
        _("Two columns hold ratings: does the first count?"),
        _("Yes, the first"),
        _("No, the second"),
    ),
    ListDoubt.MISSING_CELL: (
        _("A cell is missing in these rows: are the others read rightly?"),
        _("Yes"),
        _("No, the name alone"),
    ),
    ListDoubt.FIRST_CLUB: (
        _("Two columns can be the club: is it the first?"),
        _("Yes, the first"),
        _("No, the second"),
    ),
}
"""The question, and the words of its two answers: as it is proposed, or otherwise."""

SENTENCES: Final[Mapping[ListDoubt | LineReason | Note, str]] = {
    **{doubt: words[0] for doubt, words in QUESTIONS.items()},
    LineReason.TITLE: _("a title"),
    LineReason.HEADS: _("names of columns"),
    LineReason.EXAMPLE: _("an example"),
    LineReason.TALK: _("an announcement, not a name"),
    LineReason.FOOTER: _("the end of the sheet, not an entry"),
    LineReason.CONTACT: _("a contact, not an entry"),
    LineReason.NO_NAME: _("no name"),
    LineReason.AWAY: _("does not come"),
    LineReason.TWICE: _("%(name)s stands in line %(first)s already"),
    LineReason.ANSWERED: _("left out by the answer"),
    LineReason.QUOTE: _("Line %(row)s: a quotation mark opens and never closes."),
    LineReason.BEHIND_QUOTE: _("behind the quotation mark that never closes; not read"),
    LineReason.NAME_MISSING: _("Line %(row)s: the name is missing."),
    LineReason.NOT_A_NAME: _("Line %(row)s: “%(text)s” is not a name."),
    LineReason.TOO_LONG: _("Line %(row)s: “%(text)s” is too long."),
    LineReason.PARTNER_MISSING: _("Line %(row)s: %(name)s has no partner."),
    LineReason.SAME_TWICE: _("Line %(row)s: %(name)s stands in the list twice."),
    LineReason.TEAM_NAME_MISSING: _("Line %(row)s: the team has no name."),
    LineReason.TEAM_SIZE: _(
        "Line %(row)s: a team has %(least)s to %(most)s players; here are %(found)s."
    ),
    LineReason.TEAM_TWICE: _("Line %(row)s: the team %(name)s stands in the list twice."),
    LineReason.NUMBER: _("Line %(row)s: “%(text)s” is no member number."),
    LineReason.NUMBER_TWICE: _("Line %(row)s: the number %(text)s stands in the list twice."),
    Note.IDENTITY: _("Identity numbers were not read."),
    Note.PHONES: _("Telephone numbers were left out."),
    Note.UNREAD: _("Columns not read: %(text)s."),
    Note.HIDDEN_ROWS: _("Hidden rows were not read: %(text)s."),
    Note.HIDDEN_COLUMNS: _("Hidden columns were not read: %(text)s."),
    Note.HIDDEN_SHEETS: _("Hidden sheets were not read: %(text)s."),
    Note.OTHER_SHEETS: _("Other sheets have names as well: %(text)s."),
    Note.ALIKE: _("Perhaps the same person, written in other characters: %(text)s."),
}
