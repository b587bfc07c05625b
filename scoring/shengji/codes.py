"""All codes of 升级, in addition to those that every game shares.

The program that shows a code words it; nothing here is a sentence. The comment behind a member
lists its values. Members are never renamed or removed, because stored settlements contain them.
"""

from enum import StrEnum


class RuleProblem(StrEnum):
    """Contradictions within a set of rules; `field` is the option to change."""

    LEVEL_TABLE_OF_OTHER_DECKS = "level_table_of_other_decks"  # decks, expected
    CUSTOM_LEVELS_MISSING = "custom_levels_missing"
    CUSTOM_LEVELS_NOT_ASKED = "custom_levels_not_asked"
    CUSTOM_LEVELS_NOT_RISING = "custom_levels_not_rising"
    CUSTOM_LEVELS_NOT_FROM_ZERO = "custom_levels_not_from_zero"
    CUSTOM_LEVELS_BACK_TO_DEALER = "custom_levels_back_to_dealer"
    CUSTOM_STEP_FOR_DEALER = "custom_step_for_dealer"
    TRIPLES_WITHOUT_THREE_DECKS = "triples_without_three_decks"  # decks
    LEVEL_ABOVE_TARGET = "level_above_target"  # start, target
    TWO_LIMITS_OF_GAME = "two_limits_of_game"
    JOKER_BIDS_WITH_ONE_DECK = "joker_bids_with_one_deck"
    DEAL_SUM_WITH_A_GAME = "deal_sum_with_a_game"
    OFF_SUIT_HOOK_ALONE = "off_suit_hook_alone"
    JACK_HOOK_WITHOUT_LEVELS = "jack_hook_without_levels"
    JACK_HOOK_NOT_PLAYED = "jack_hook_not_played"
    TOO_MANY_ALWAYS_TRUMP = "too_many_always_trump"  # most


class PositionProblem(StrEnum):
    """Reasons why a question about a position cannot be answered."""

    NO_CARDS = "no_cards"
    CARD_TOO_OFTEN = "card_too_often"  # cards; copies
    LEAD_OF_TWO_SUITS = "lead_of_two_suits"  # cards
    PLAYS_NOT_OF_FOUR = "plays_not_of_four"  # count
    PLAY_OF_OTHER_SIZE = "play_of_other_size"  # cards; count, expected
    HANDS_NOT_OF_THREE = "hands_not_of_three"  # count


class Obligation(StrEnum):
    """Obligations that a following play has broken; the play counts as made."""

    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    NOT_HELD = "not_held"
    SUIT_NOT_FOLLOWED = "suit_not_followed"
    TITANIC_NOT_PLAYED = "titanic_not_played"
    TRACTOR_NOT_PLAYED = "tractor_not_played"
    TRIPLE_NOT_PLAYED = "triple_not_played"
    PAIR_NOT_PLAYED = "pair_not_played"


class ReportProblem(StrEnum):
    """Problems of a report whose form is right."""

    # The facts of a result.
    POINTS_NOT_IN_FIVES = "points_not_in_fives"  # points
    POINTS_DO_NOT_ADD_UP = "points_do_not_add_up"  # points, expected
    POINTS_TOO_MANY = "points_too_many"  # points, most
    LAST_CARDS_OF_TWO_SUITS = "last_cards_of_two_suits"  # cards
    JACK_NOT_OF_CARDS = "jack_not_of_cards"  # cards
    JACK_WITHOUT_TRUMP = "jack_without_trump"
    COMBINATION_NOT_OF_CARDS = "combination_not_of_cards"  # cards; said, found
    BID_NOT_A_BID = "bid_not_a_bid"  # cards, seats
    THROW_POINTS_NOT_ASKED = "throw_points_not_asked"  # points
    THROW_POINTS_DO_NOT_ADD_UP = "throw_points_do_not_add_up"  # points, expected

    # Who held and played what. `field` is "hands.N", "kitty", "plays" or the play, "plays.7".
    HAND_OF_WRONG_SIZE = "hand_of_wrong_size"  # seats; count, expected
    KITTY_OF_WRONG_SIZE = "kitty_of_wrong_size"  # count, expected
    CARDS_TOO_OFTEN = "cards_too_often"  # cards; copies
    PLAY_NOT_A_PLAY = "play_not_a_play"
    PLAY_WITHOUT_CARDS = "play_without_cards"  # seats
    SEAT_TWICE_IN_TRICK = "seat_twice_in_trick"  # cards, seats; number: of the trick
    TOO_MANY_CARDS_PLAYED = "too_many_cards_played"  # seats; count, expected
    CARD_NOT_IN_HAND = "card_not_in_hand"  # cards, seats
    PLAYS_INCOMPLETE = "plays_incomplete"  # count, expected
    HANDS_NOT_OF_BOARD = "hands_not_of_board"  # seats
    RESULT_NOT_AS_PLAYED = "result_not_as_played"  # name; said, played


class PlayFlag(StrEnum):
    """Reasons why a play is against the rules.

    The play counts as made; each flag has its card and seat.
    """

    OUT_OF_TURN = "out_of_turn"
    THROW_NOT_STANDING = "throw_not_standing"
    PLAYED_WITHOUT_SUIT = "played_without_suit"
    PLAYED_WITHOUT_TITANIC = "played_without_titanic"
    PLAYED_WITHOUT_TRACTOR = "played_without_tractor"
    PLAYED_WITHOUT_TRIPLE = "played_without_triple"
    PLAYED_WITHOUT_PAIR = "played_without_pair"
    BID_NOT_HIGHER = "bid_not_higher"


class Caution(StrEnum):
    """Facts that are unlikely but accepted."""

    DEALER_NOT_EXPECTED = "dealer_not_expected"  # seats: expected
    LEVEL_NOT_EXPECTED = "level_not_expected"  # said, expected: levels
    LEVEL_NOT_OF_FIRST_DEAL = "level_not_of_first_deal"  # said, expected: levels
    DEALER_NOT_OF_BOARD = "dealer_not_of_board"  # seats: expected
    LEVEL_NOT_OF_BOARD = "level_not_of_board"  # said, expected: levels
    TRUMP_NOT_AS_BID = "trump_not_as_bid"  # cards, seats
    DEALER_NOT_AS_BID = "dealer_not_as_bid"  # cards, seats


class LineCode(StrEnum):
    """The lines of a settlement."""

    TRICK_POINTS = "trick_points"
    KITTY_POINTS = "kitty_points"  # cards; points, factor, combination: its name
    KITTY_KEPT = "kitty_kept"
    THROW_PENALTY = "throw_penalty"  # cards; thrower: a seat
    THROW_POINTS_DEALERS = "throw_points_dealers"
    THROW_POINTS_ATTACKERS = "throw_points_attackers"
    ATTACKERS_POINTS = "attackers_points"
    LEVELS_AS_DEALER = "levels_as_dealer"  # levels, points; kept: 1 or 0
    LEVELS_AS_ATTACKERS = "levels_as_attackers"  # levels, points; kept: 1 or 0
    JACK_HOOKED = "jack_hooked"  # levels, points; kept: 1 or 0; to: a level
    SUM_AS_DEALER = "sum_as_dealer"  # sum, points
    SUM_AS_ATTACKERS = "sum_as_attackers"  # sum, points
    DEAL_SUM_AS_DEALER = "deal_sum_as_dealer"  # sum, points; kept: 1 or 0
    DEAL_SUM_AS_ATTACKERS = "deal_sum_as_attackers"  # sum, points; kept: 1 or 0
    AWARDED = "awarded"


class EndCode(StrEnum):
    """Reasons why a game (局) has ended."""

    TARGET_PASSED = "target_passed"
    LEAD_REACHED = "lead_reached"
    DEALS_PLAYED = "deals_played"
    TIME_UP = "time_up"
    EQUAL_TO_SIDE_ON_DEAL = "equal_to_side_on_deal"
    EQUAL_TO_FIRST_TO_REACH = "equal_to_first_to_reach"


class ProcedureCode(StrEnum):
    """The steps with which a deal begins."""

    BID_FOR_DEAL = "bid_for_deal"
    BOARD_NAMES_DEALER = "board_names_dealer"
    DEALER_IS = "dealer_is"
    DEALER_IS_ONE_OF = "dealer_is_one_of"  # said: the partner of who is named first
    LEVEL_IS = "level_is"  # level
    LEVELS_ARE = "levels_are"  # side, partner: two seats; level: if they deal; other: if not
    BID_TRUMP = "bid_trump"
    TAKES_KITTY = "takes_kitty"  # number: of cards
    BURIES_KITTY = "buries_kitty"  # number: of cards
    DEALER_LEADS = "dealer_leads"


class FactCode(StrEnum):
    """Questions of a sheet, and facts in which two records of a deal can differ."""

    DEALER = "fact_dealer"
    LEVEL = "fact_level"
    TRUMP = "fact_trump"
    ATTACKERS_POINTS = "fact_attackers_points"
    KITTY_POINTS = "fact_kitty_points"
    LAST_WINNER = "fact_last_winner"
    LAST_COMBINATION = "fact_last_combination"
    LAST_CARDS = "fact_last_cards"
    LAST_JACK = "fact_last_jack"
    HAND = "fact_hand"
    KITTY = "fact_kitty"
    PLAY = "fact_play"
    FAILED_THROW = "fact_failed_throw"
    THROW_POINTS_DEALERS = "fact_throw_points_dealers"
    THROW_POINTS_ATTACKERS = "fact_throw_points_attackers"
    BID = "fact_bid"


class Saying(StrEnum):
    """Statements of a record about a fact that are neither seats, cards nor numbers."""

    NO_TRUMP = "saying_no_trump"


class RulePhrase(StrEnum):
    """Statements of a set of rules: the name of an option and its value."""

    DECKS = "decks"  # number
    LEVEL_TABLE_LIANZHONG_2 = "level_table_lianzhong_2"
    LEVEL_TABLE_LIANZHONG_1 = "level_table_lianzhong_1"
    LEVEL_TABLE_LIANZHONG_3 = "level_table_lianzhong_3"
    LEVEL_TABLE_STANDARD_2 = "level_table_standard_2"
    LEVEL_TABLE_STANDARD_3 = "level_table_standard_3"
    LEVEL_TABLE_CUSTOM = "level_table_custom"
    CUSTOM_LEVELS_DEALER = "custom_levels_dealer"  # points, levels
    CUSTOM_LEVELS_ATTACKERS = "custom_levels_attackers"  # points, levels
    CUSTOM_LEVELS_STEP = "custom_levels_step"  # points
    ONE_DECK_OVER_100_CAP2 = "one_deck_over_100_cap2"
    ONE_DECK_OVER_100_PLUS1_PER_20 = "one_deck_over_100_plus1_per_20"
    ONE_DECK_OVER_100_PLUS1_PER_40 = "one_deck_over_100_plus1_per_40"
    MAX_LEVELS_PER_DEAL_NONE = "max_levels_per_deal_none"
    MAX_LEVELS_PER_DEAL = "max_levels_per_deal"  # number
    KITTY_MULTIPLIER_LIANZHONG = "kitty_multiplier_lianzhong"  # decks
    KITTY_MULTIPLIER_2_4_8 = "kitty_multiplier_2_4_8"  # decks
    KITTY_MULTIPLIER_TIMES = "kitty_multiplier_times"  # decks
    KITTY_MULTIPLIER_POWER = "kitty_multiplier_power"  # decks
    KITTY_PRECEDENCE_SEED_ORDER = "kitty_precedence_seed_order"
    KITTY_PRECEDENCE_MAX = "kitty_precedence_max"
    KITTY_BY_WINNER_CARDS = "kitty_by_winner_cards"
    KITTY_BY_LED_FORMAT = "kitty_by_led_format"
    THROW_FALLBACK_KIND_PRIORITY = "throw_fallback_kind_priority"
    THROW_FALLBACK_SMALLEST = "throw_fallback_smallest"
    THROW_FALLBACK_SMALLEST_SINGLE = "throw_fallback_smallest_single"
    THROW_FALLBACK_REJECT = "throw_fallback_reject"
    THROW_PENALTY_0 = "throw_penalty_0"
    THROW_PENALTY_10 = "throw_penalty_10"
    THROW_PENALTY_10_PER_CARD = "throw_penalty_10_per_card"
    THROW_PENALTY_10_PER_RETURNED_CARD = "throw_penalty_10_per_returned_card"
    PARTNER_BLOCKS_THROW_ON = "partner_blocks_throw_on"
    PARTNER_BLOCKS_THROW_OFF = "partner_blocks_throw_off"
    TRIPLE_PROTECTION_OFF = "triple_protection_off"
    TRIPLE_PROTECTION_ON = "triple_protection_on"
    TRACTOR_PROTECTION_ON = "tractor_protection_on"
    TRACTOR_PROTECTION_OFF = "tractor_protection_off"
    PARTIAL_TRACTOR_ON = "partial_tractor_on"
    PARTIAL_TRACTOR_OFF = "partial_tractor_off"
    TITANIC_ORDER_LIANZHONG = "titanic_order_lianzhong"
    TITANIC_ORDER_TRIPLES_FIRST = "titanic_order_triples_first"
    THROW_FOLLOW_PER_COMPONENT = "throw_follow_per_component"
    THROW_FOLLOW_RBTYING_PATH = "throw_follow_rbtying_path"
    RUFF_COMPARE_LARGEST_COMPONENT = "ruff_compare_largest_component"
    RUFF_COMPARE_ALL_COMPONENTS = "ruff_compare_all_components"
    RUFF_COMPARE_BY_LENGTH_THEN_NEXT = "ruff_compare_by_length_then_next"
    RUFF_COMPARE_HIGHEST_CARD = "ruff_compare_highest_card"
    BID_TIMING_DURING_DEAL = "bid_timing_during_deal"
    BID_TIMING_AFTER_DEAL = "bid_timing_after_deal"
    BID_TIMING_IN_TURN = "bid_timing_in_turn"
    JOKER_BID_ORDER_ONE_LEVEL = "joker_bid_order_one_level"
    JOKER_BID_ORDER_SMALL_LT_BIG = "joker_bid_order_small_lt_big"
    SELF_OVERCALL_ON = "self_overcall_on"
    SELF_OVERCALL_OFF = "self_overcall_off"
    BID_AFTER_KITTY_OFF = "bid_after_kitty_off"
    NO_BID_KITTY_FIRST = "no_bid_kitty_first"
    NO_BID_REDEAL = "no_bid_redeal"
    NO_BID_NO_TRUMP = "no_bid_no_trump"
    NEXT_DEALER_ON = "next_dealer_on"
    NEXT_DEALER_OFF = "next_dealer_off"
    MUST_PLAY = "must_play"  # ranks
    MUST_PLAY_NONE = "must_play_none"
    WIN_CONDITION_ON = "win_condition_on"
    WIN_CONDITION_OFF = "win_condition_off"
    START_LEVEL = "start_level"  # level
    TARGET_LEVEL = "target_level"  # level
    TARGET_LEVEL_NONE = "target_level_none"
    EARLY_END_LEAD = "early_end_lead"  # number
    EARLY_END_LEAD_NONE = "early_end_lead_none"
    DEALS = "deals"  # number
    MINUTES = "minutes"  # number
    REDEAL_RULE_OFF = "redeal_rule_off"
    CHAO_DIPI_OFF = "chao_dipi_off"
    CLAIMS_ON = "claims_on"
    CLAIMS_OFF = "claims_off"
    DEAL_SCORE_LEVELS = "deal_score_levels"
    DEAL_SCORE_DEAL_SUM = "deal_score_deal_sum"
    DEAL_SCORE_BOARD_SUM = "deal_score_board_sum"
    SCALE_OF_SUMS = "scale_of_sums"  # decks
    TIME_TIE_DRAW = "time_tie_draw"
    TIME_TIE_SIDE_ON_DEAL = "time_tie_side_on_deal"
    TIME_TIE_FIRST_TO_REACH = "time_tie_first_to_reach"
    TIME_END_FINISH_DEAL = "time_end_finish_deal"
    TIME_END_STOP_NOW = "time_end_stop_now"
    JACK_HOOK_OFF = "jack_hook_off"
    JACK_HOOK_START = "jack_hook_start"  # level
    JACK_HOOK_OFF_SUIT_NONE = "jack_hook_off_suit_none"
    JACK_HOOK_OFF_SUIT_HALF = "jack_hook_off_suit_half"
    JACK_HOOK_OFF_SUIT_THREE = "jack_hook_off_suit_three"
    ALWAYS_TRUMP = "always_trump"  # ranks, order
    ALWAYS_TRUMP_ORDER = "always_trump_order"  # count, order, highest, lowest
    ALWAYS_TRUMP_NONE = "always_trump_none"
    OVER_LEVEL_TRACTOR_ON = "over_level_tractor_on"
    OVER_LEVEL_TRACTOR_OFF = "over_level_tractor_off"
