"""Reasons to refuse naming, merging, entering or banning a person."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded


class PersonReason(WordedCode):
    """Why a name or a person was refused."""

    BAN_DAYS = worded("ban_days", "The last day is before the first.")
    BAN_OVER = worded("ban_over", "This ban is over already.")
    BANNED_PERSON = worded(
        "banned_person",
        "Banned by the club: %(names)s. If they are to play anyway, tick the box and send"
        " it again.",
    )
    MEMBER_SEVERAL = worded(
        "member_several",
        "Several members are called %(name)s: %(numbers)s. Write the number after the name,"
        " or #0 for a non-member.",
    )
    MEMBER_NUMBER_UNKNOWN = worded("member_number_unknown", "No member has the number %(number)s.")
    MEMBER_NUMBER_OF_OTHER = worded(
        "member_number_of_other",
        "Member %(number)s is not called %(name)s. Write the number alone, or the right name.",
    )
    MEMBER_NUMBER_TAKEN = worded(
        "member_number_taken", "%(name)s has the number %(number)s already."
    )
    MEMBER_GONE = worded(
        "member_gone", "This member was merged or blanked in the meantime. Nothing was changed."
    )
    MANY_ALIASES = worded("many_aliases", "A member has at most %(most)s other names.")
    PERSON_TWICE = worded(
        "person_twice", "%(name)s is the same person as %(other)s, who takes part already."
    )
    MERGE_WITH_ITSELF = worded("merge_with_itself", "These are one person already.")
    MERGE_PLAY_TOGETHER = worded(
        "merge_play_together",
        "%(name)s and %(other)s both take part in %(event)s, so they are two persons.",
    )
    NAME_DECIDED = worded(
        "entered_name_decided", "It was decided in the meantime whose entry %(name)s is."
    )
    NAME_PLAYS_ALREADY = worded(
        "entered_name_plays_already",
        "%(name)s takes part in %(event)s already. Remove one of the two entries first.",
    )
    NOT_MERGED = worded("not_merged", "This person is not merged with another one.")
    YEAR_OUT_OF_RANGE = worded(
        "year_out_of_range", "The year of birth must be between %(low)s and %(high)s."
    )
