"""Reasons to refuse the plan of an event or a change of its settings."""

from __future__ import annotations

from tournaments.codes import WordedCode, worded


class PlanReason(WordedCode):
    """Why an event cannot be planned this way, or why a setting can no longer be changed."""

    FORM_NOT_OFFERED = worded(
        "form_not_offered",
        "There is no such form. Choose individual, with changing partners, pairs or teams.",
    )
    PAIRS_WITHOUT_PARTNERS = worded(
        "pairs_without_partners",
        "At a table of %(size)s nobody sits opposite anybody: pairs need a table of four.",
    )
    RULES_WITHOUT_END = worded(
        "rules_without_end",
        "Under these rules a game has no limit. Choose others, or a fixed number of deals.",
    )
    UNITS_TO_LIMIT = worded(
        "units_to_limit",
        "Under these rules every deal counts a number of its own, and no game ends by such a sum. "
        "Choose a fixed number of deals, or let the deals count levels.",
    )
    FEWER_DEALS_THAN_RULES = worded(
        "fewer_deals_than_rules",
        "The rules end a game after %(deals)s deals, and a round has %(most)s at most.",
    )
    RANKING_WITHOUT_MATCHES = worded(
        "ranking_without_matches",
        "This order of the standings needs matches of two sides under rules that it fits. Choose "
        "another one.",
    )
    DEPTH_NOT_OFFERED = worded(
        "depth_not_offered", "Deals of this game cannot be recorded in that detail."
    )
    TIE_BREAK_UNKNOWN = worded("tie_break_unknown", "There is no tie-break %(name)s.")
    QUOTIENT_OF_MINUSES = worded(
        "quotient_of_minuses",
        "A quotient needs totals without minuses: IMPs, boards, games or levels. Choose another "
        "tie-break.",
    )
    MOVEMENT_NOT_OFFERED = worded(
        "movement_not_offered",
        "A fixed movement is offered for %(least)s to %(most)s single players at tables of four; "
        "the number that can be seated is %(entries)s. Draw at random or by standing.",
    )
    BOARD_MOVEMENT_NOT_OFFERED = worded(
        "board_movement_not_offered",
        "There is no such movement over boards for %(entries)s pairs. Draw in another way.",
    )
    PARTNERS_NOT_OFFERED = worded(
        "partners_not_offered",
        "Everybody can be partner of each once with %(sizes)s players; the number that can be "
        "seated is %(entries)s. Add or leave out a player, or draw at random.",
    )
    DRAW_METHOD_NOT_OFFERED = worded(
        "draw_method_not_offered",
        "Rounds cannot be drawn in this way at tables of %(size)s. Choose another way.",
    )
    COMPARISON_WITHOUT_BOARDS = worded(
        "comparison_without_boards",
        "Deals can be compared only where several tables play the same boards. Choose boards that "
        "are passed on or made by the program.",
    )
    COMPARISON_WITHOUT_ROOMS = worded(
        "comparison_without_rooms",
        "This comparison is between the two rooms of a match of teams. Choose teams and two rooms, "
        "or another comparison.",
    )
    COMPARISON_OF_TEAMS = worded(
        "comparison_of_teams",
        "Teams are compared between their two rooms. Choose IMPs or board-a-match.",
    )
    COMPARISON_OF_UNITS = worded(
        "comparison_of_units",
        "IMPs are of differences of tens and hundreds of points; a deal of this game counts a few "
        "units over boards. Choose matchpoints or board-a-match.",
    )
    RULES_BY_TABLE = worded(
        "rules_by_table",
        "In this game sides climb levels from deal to deal, so that several tables cannot play the "
        "same boards.",
    )
    BOARDS_TO_LIMIT = worded(
        "boards_to_limit",
        "A game that ends at a limit has no boards that others play too. Choose a fixed number of "
        "deals, or let every table deal for itself.",
    )
    ROOMS_WITHOUT_TEAMS = worded("rooms_without_teams", "Two rooms are for matches of teams.")
    SEGMENTS_WITHOUT_TEAMS = worded(
        "segments_without_teams", "Only matches of teams are played in segments."
    )
    SEGMENTS_UNEQUAL = worded(
        "segments_unequal",
        "%(deals)s deals cannot be divided into %(segments)s segments of equal length.",
    )
    THREE_WITHOUT_BOARDS = worded(
        "three_without_boards",
        "Three teams meet in half matches only over boards, in two rooms and in one segment. "
        "Choose these, or let one of an odd number sit out.",
    )
    THREE_OF_ODD_BOARDS = worded(
        "three_of_odd_boards",
        "A half match of three teams has half the boards of a round, and %(deals)s cannot be "
        "halved. Choose an even number, or let one of an odd number sit out.",
    )
    THREE_NOT_DRAWN = worded(
        "three_not_drawn",
        "In a round robin and in a knockout the pairings are fixed, so that no three teams can "
        "meet in half matches. Choose a Swiss draw, or give one of an odd number a bye.",
    )
    LAST_NOT_DRAWN = worded(
        "last_not_drawn",
        "Only in a Swiss draw can it be chosen that the last sits out. Choose one, or let one of "
        "an odd number sit out as the draw has it.",
    )
    POINTS_OF_GAMES = worded(
        "points_of_games",
        "The points of several games cannot be compared, as each stops at its limit. Let the "
        "standings go by what a match is worth.",
    )
    RIGHT_IN_ONE_SEGMENT = worded(
        "right_in_one_segment",
        "The seating right can go from side to side only where a match has two segments or more.",
    )
    LINE_UPS_WITHOUT_TEAMS = worded("line_ups_without_teams", "Only teams hand in line-ups.")
    RANKING_OF_COMPARISON = worded(
        "ranking_of_comparison",
        "This order of the standings does not go with the way in which deals are compared. Choose "
        "another one.",
    )
    STAGE_WITHOUT_FEED = worded(
        "stage_without_feed",
        "Stage %(number)s does not say who advances to it from the previous stage.",
    )
    STAGE_FED_BY_NONE = worded(
        "stage_fed_by_none", "There is no stage before the first from which anybody advances."
    )
    GROUPS_NEED_MATCHES = worded(
        "groups_need_matches",
        "A stage is divided into groups only where it is drawn as a round robin or Swiss.",
    )
    CARRY_INTO_KNOCKOUT = worded(
        "carry_into_knockout",
        "Nothing is carried over into a knockout: each of its matches is won by what is played in "
        "it.",
    )
    PRIZES_UNREADABLE = worded(
        "prizes_unreadable",
        "Prizes are amounts of 0 or more, from the first place on, and a rule for ties.",
    )
    KNOCKOUT_NEEDS_WINNER = worded(
        "knockout_needs_winner",
        "In a knockout one side advances. Give the match to one of them; if that one is"
        " withdrawn, its next opponent has a walkover.",
    )
    DEALS_PUBLISHED = worded(
        "deals_published",
        "Round %(number)s is published: the number of deals is fixed and stays %(deals)s.",
    )
    ROUNDS_DRAWN_ALREADY = worded(
        "rounds_drawn_already", "Rounds that are drawn already: %(drawn)s. Fewer cannot be planned."
    )
    CORRECTIONS_FIXED = worded(
        "corrections_fixed",
        "A round was closed with this period: it can be changed until the first round is closed.",
    )
    SIZE_FIXED = worded("size_fixed", "The first draw has fixed what kind of event this is.")
    NOTICE_OF_CLUB = worded(
        "notice_of_club", "A club event has no period before its results are official."
    )
    BOARD_SET_EMPTY = worded("board_set_empty", "A board set has at least one deal.")
    ARTICLES_FROZEN = worded(
        "articles_frozen",
        "The penalty table is fixed by the first draw. Give a reason for a new version.",
    )
    ARTICLE_INCOMPLETE = worded(
        "article_incomplete",
        "An article of your own needs its number, its wording, its text and a level.",
    )
    STEPS_FALL = worded("steps_fall", "A repeated offence cannot cost less than the one before.")
    TIE_BREAKS_FIXED = worded("tie_breaks_fixed", "The first draw has fixed the tie-breaks.")
    EVENT_PUBLISHED = worded(
        "event_published",
        "Round %(number)s is published. An event is deleted before its first round is published; "
        "after that it is played to its end or finished early.",
    )
    PLAN_PUBLISHED = worded(
        "plan_published", "Round %(number)s was published: it has fixed these settings."
    )
    PLAN_ENTERED = worded("plan_entered", "Somebody is entered: game and form stay as they are.")
    PRIZES_BY_RESULT = worded(
        "prizes_by_result",
        "Prizes were set after the finish, by this result. Take the prizes off first.",
    )
    TOURNAMENT_NOT_EMPTY = worded(
        "tournament_not_empty",
        "Events of this tournament: %(events)s. A tournament is deleted once it has none.",
    )
    RULES_NAME_TAKEN = worded(
        "rules_name_taken", "The club has rules named %(name)s already. Choose another name."
    )
    RULES_AS_PRESET = worded(
        "rules_as_preset", "Nothing differs from the rules that were chosen. Change a rule first."
    )
