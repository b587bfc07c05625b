"""Reasons to refuse an operation on an account or its roles."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded, worded_plural


class AccountReason(WordedCode):
    """Why an operation was refused."""

    USERNAME_TAKEN = worded(
        "username_taken", "The name %(username)s belongs to another account. Choose another."
    )
    LAST_OWNER = worded(
        "last_owner",
        "%(username)s is the only owner of the club, and a club cannot be without one.",
    )
    ACCOUNT_ELSEWHERE = worded(
        "account_elsewhere",
        "%(username)s also has a role in another club, or administers this installation. Only "
        "%(username)s can change how that account signs in.",
    )
    ROLE_WANTS_TOURNAMENT = worded(
        "role_wants_tournament",
        "This role belongs to one tournament. Choose the tournament, or one of its events.",
    )
    ROLE_OF_CLUB = worded(
        "role_of_club", "An owner's role always covers the whole club. Choose the club."
    )
    ROLE_AT_TABLES = worded(
        "role_at_tables",
        "Only a deputy, a referee or a scorer can be limited to tables: the others decide about "
        "all of them.",
    )
    LIMITS_OF_CLUB = worded(
        "limits_of_club",
        "A role in the whole club has every event and every table. Choose a tournament to limit "
        "it.",
    )
    EVENT_ELSEWHERE = worded("event_elsewhere", "This event belongs to another tournament.")
    ACCOUNT_UNKNOWN = worded(
        "account_unknown",
        "Nobody in this club signs in as %(username)s. Leave the name empty and invite by a link.",
    )
    LINK_USED = worded("link_used", "This link was used meanwhile, or is no longer valid.")
    PIN_TRIES = worded_plural(
        "pin_tries",
        "At most %(left)s more try is accepted within the hour.",
        "At most %(left)s more tries are accepted within the hour.",
        "left",
    )
