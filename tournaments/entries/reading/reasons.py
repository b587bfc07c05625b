"""Why a line is doubtful, left out or wrong, and notes on a file, with their sentences.

The sentences are marked for the catalogue; pages and the command translate them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.codes import WordedCode, worded


def gettext_noop(message: str) -> str:
    """Mark a message for the catalogue."""
    return message


_ = gettext_noop


class ListDoubt(WordedCode):
    """A kind of doubt, asked as one question over a list with two answers."""

    SECOND_IS_CLUB = worded("read_second_is_club", "Is the second column the club?")
    SEVERAL_PERSONS = worded("read_several_persons", "Are these several persons?")
    BRACKETS_ARE_CLUB = worded("read_brackets_are_club", "Is the club in the brackets?")
    LABEL_IS_CLUB = worded("read_label_is_club", "Is the club before the colon?")
    IS_A_NAME = worded("read_is_a_name", "Are these names?")
    SAME_NAME = worded("read_same_name", "The same name again: is this another person?")
    SEVERAL_PAIRS = worded("read_several_pairs", "Are these several pairs, two names each?")
    IS_A_PAIR = worded("read_is_a_pair", "Are these pairs?")
    IS_A_TEAM = worded("read_is_a_team", "Are these teams?")
    WAITS = worded("read_waits", "Do people on the waiting list take part?")
    UNKNOWN_SIGN = worded(
        "read_unknown_sign", "Is the name right although a character of it belongs to no standard?"
    )
    NO_HEADS = worded("read_no_heads", "Are the columns read rightly, although nothing names them?")
    SEVERAL_COLUMNS = worded("read_several_columns", "Does every column of names hold entries?")
    FRONT_IS_NUMBER = worded("read_front_is_number", "Is the number in front the member's number?")
    FIRST_RATING = worded("read_first_rating", "Two columns hold ratings: does the first count?")
    FIRST_CLUB = worded("read_first_club", "Two columns can be the club: is it the first?")
    MISSING_CELL = worded(
        "read_missing_cell", "A cell is missing in these rows: are the others read rightly?"
    )


class LineReason(WordedCode):
    """Why a line is no entry or has to be corrected."""

    TITLE = worded("read_title", "a title")
    HEADS = worded("read_heads", "names of columns")
    EXAMPLE = worded("read_example", "an example")
    TALK = worded("read_talk", "an announcement, not a name")
    FOOTER = worded("read_footer", "the end of the sheet, not an entry")
    CONTACT = worded("read_contact", "a contact, not an entry")
    NO_NAME = worded("read_no_name", "no name")
    AWAY = worded("read_away", "does not come")
    TWICE = worded("read_twice", "%(name)s is already in line %(first)s")
    ANSWERED = worded("read_answered", "left out by the answer")
    QUOTE = worded("read_quote", "Line %(row)s: a quotation mark opens and never closes.")
    BEHIND_QUOTE = worded(
        "read_behind_quote", "behind the quotation mark that never closes; not read"
    )
    NAME_MISSING = worded("read_name_missing", "Line %(row)s: the name is missing.")
    NOT_A_NAME = worded("read_not_a_name", "Line %(row)s: “%(text)s” is not a name.")
    TOO_LONG = worded("read_too_long", "Line %(row)s: “%(text)s” is too long.")
    PARTNER_MISSING = worded("read_partner_missing", "Line %(row)s: %(name)s has no partner.")
    SAME_TWICE = worded("read_same_twice", "Line %(row)s: %(name)s is in the list twice.")
    TEAM_NAME_MISSING = worded("read_team_name_missing", "Line %(row)s: the team has no name.")
    TEAM_SIZE = worded(
        "read_team_size",
        "Line %(row)s: a team has %(least)s to %(most)s players; here are %(found)s.",
    )
    TEAM_TWICE = worded("read_team_twice", "Line %(row)s: the team %(name)s is in the list twice.")
    NUMBER = worded("read_number", "Line %(row)s: “%(text)s” is not a member number.")
    NUMBER_TWICE = worded(
        "read_number_twice", "Line %(row)s: the number %(text)s is in the list twice."
    )


class Note(WordedCode):
    """A remark on a file as a whole."""

    IDENTITY = worded("read_note_identity", "Identity numbers were not read.")
    PHONES = worded("read_note_phones", "Telephone numbers were left out.")
    UNREAD = worded("read_note_unread", "Columns not read: %(text)s.")
    HIDDEN_ROWS = worded("read_note_hidden_rows", "Hidden rows were not read: %(text)s.")
    HIDDEN_COLUMNS = worded("read_note_hidden_columns", "Hidden columns were not read: %(text)s.")
    HIDDEN_SHEETS = worded("read_note_hidden_sheets", "Hidden sheets were not read: %(text)s.")
    OTHER_SHEETS = worded("read_note_other_sheets", "Other sheets have names as well: %(text)s.")
    ALIKE = worded(
        "read_note_alike", "Perhaps the same person, written in other characters: %(text)s."
    )


ANSWERS: Final[Mapping[ListDoubt, tuple[str, str]]] = {
    ListDoubt.SECOND_IS_CLUB: (_("Yes, the club"), _("No, a remark")),
    ListDoubt.SEVERAL_PERSONS: (
        _("Yes, each is a person"),
        _("No, a name with something behind it"),
    ),
    ListDoubt.BRACKETS_ARE_CLUB: (_("Yes, the club"), _("No, a remark")),
    ListDoubt.LABEL_IS_CLUB: (_("Yes, the club"), _("No, only a heading")),
    ListDoubt.IS_A_NAME: (_("Yes, names"), _("No, leave them out")),
    ListDoubt.SAME_NAME: (_("Yes, another person"), _("No, leave it out")),
    ListDoubt.SEVERAL_PAIRS: (_("Yes, several pairs"), _("No, leave them out")),
    ListDoubt.IS_A_PAIR: (_("Yes, pairs"), _("No, leave them out")),
    ListDoubt.IS_A_TEAM: (_("Yes, teams"), _("No, leave them out")),
    ListDoubt.WAITS: (_("Yes, enter them"), _("No, leave them out")),
    ListDoubt.UNKNOWN_SIGN: (_("Yes, as it stands"), _("No, leave it out")),
    ListDoubt.NO_HEADS: (_("Yes"), _("No, the first column alone")),
    ListDoubt.SEVERAL_COLUMNS: (_("Yes, all of them"), _("No, only the first")),
    ListDoubt.FRONT_IS_NUMBER: (_("Yes, the member's number"), _("No, it counts the lines")),
    ListDoubt.FIRST_RATING: (_("Yes, the first"), _("No, the second")),
    ListDoubt.MISSING_CELL: (_("Yes"), _("No, the name alone")),
    ListDoubt.FIRST_CLUB: (_("Yes, the first"), _("No, the second")),
}
"""The words of the two answers to each question: as it is proposed, or otherwise."""
