"""All codes of 拱猪, in addition to those that every game shares.

The wording of a code belongs to the program that shows it. The comment behind a member lists its
values. Members are never renamed or removed, because stored settlements contain them.
"""

from enum import StrEnum


class RuleProblem(StrEnum):
    """Contradictions within a set of rules; `field` is the dimension to change."""

    FIRST_EXPOSURE_WITHOUT_EXPOSURE = "first_exposure_without_exposure"
    FIRST_EXPOSURE_ON_DEALT_BOARDS = "first_exposure_on_dealt_boards"
    FIRST_EXPOSURE_WITH_TWO_DECKS = "first_exposure_with_two_decks"
    SELF_WON_WITH_TWO_DECKS = "self_won_with_two_decks"
    AUTO_EXPOSE_WITH_TWO_DECKS = "auto_expose_with_two_decks"
    PAIRS_NEED_FOUR_PLAYERS = "pairs_need_four_players"  # players
    LEAD_CARD_NOT_DEALT = "lead_card_not_dealt"  # players; cards
    ZERO_SUM_NOT_WHOLE = "zero_sum_not_whole"  # players, scale
    SLAM_WITHOUT_VALUE = "slam_without_value"
    SLAM_NOT_WHOLE = "slam_not_whole"  # slam_value
    GAME_END_WITHOUT_LIMIT = "game_end_without_limit"


class ReportProblem(StrEnum):
    """Problems of a report whose form is right."""

    # Who won what. `field` is "won" or the pile, "won.N".
    CARD_NOT_IN_DECK = "card_not_in_deck"  # cards
    CARD_WON_TOO_OFTEN = "card_won_too_often"  # cards, seats; count, copies
    CARDS_NOT_WON = "cards_not_won"  # cards: every copy that nobody won; count
    FIRST_PIG_NOT_WON = "first_pig_not_won"  # cards, seats

    # Who exposed what.
    EXPOSURE_NOT_PLAYED = "exposure_not_played"  # cards
    FIRST_EXPOSURE_NOT_PLAYED = "first_exposure_not_played"  # cards, seats
    NOT_EXPOSABLE = "not_exposable"  # cards, seats
    EXPOSED_TOO_OFTEN = "exposed_too_often"  # cards, seats; count, copies
    TWO_FIRST_EXPOSURES = "two_first_exposures"  # cards, seats
    SHORT_FORM_WITH_TWO_DECKS = "short_form_with_two_decks"

    # Who was dealt what.
    OWNER_UNKNOWN = "owner_unknown"  # cards
    OWNER_CONTRADICTORY = "owner_contradictory"  # cards, seats
    OWNER_NOT_OF_BOARD = "owner_not_of_board"  # cards, seats: as reported
    OWNER_NOT_ASKED = "owner_not_asked"  # cards
    DEALT_WITH_TWO_DECKS = "dealt_with_two_decks"
    HAND_OF_WRONG_SIZE = "hand_of_wrong_size"  # seats; count, expected
    CARD_DEALT_TOO_OFTEN = "card_dealt_too_often"  # cards, seats; count, copies
    CARD_NOT_IN_HAND = "card_not_in_hand"  # cards, seats
    HANDS_NOT_OF_BOARD = "hands_not_of_board"  # seats

    # Who played what. `field` is "plays" or the play, "plays.7".
    PLAY_NOT_A_PAIR = "play_not_a_pair"
    CARD_PLAYED_TOO_OFTEN = "card_played_too_often"  # cards, seats; count, copies
    CARD_PLAYED_NOT_HELD = "card_played_not_held"  # cards, seats
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"  # cards, seats; count, expected
    SEAT_TWICE_IN_TRICK = "seat_twice_in_trick"  # cards, seats; number: of the trick
    PLAYS_INCOMPLETE = "plays_incomplete"  # count, expected
    WON_NOT_AS_PLAYED = "won_not_as_played"  # cards, seats: who won them by the plays

    # What was claimed. `field` is "claim" or a part of it.
    CLAIM_INCOMPLETE = "claim_incomplete"  # cards; count
    CLAIM_CARDS_STILL_OUT = "claim_cards_still_out"  # cards; count
    CLAIMED_CARD_WON_ALREADY = "claimed_card_won_already"  # cards, seats
    CLAIMED_CARD_TOO_OFTEN = "claimed_card_too_often"  # cards, seats; count, copies
    CLAIMED_CARD_NOT_SCORING = "claimed_card_not_scoring"  # cards, seats
    CLAIM_OF_NONE_TAKES_CARDS = "claim_of_none_takes_cards"  # cards, seats
    CLAIM_ALLOCATION_NOT_ASKED = "claim_allocation_not_asked"  # cards
    CLAIM_AFTER_OTHER_TRICK = "claim_after_other_trick"  # number, count


class EndingProblem(StrEnum):
    """Impossible facts of an ending with a claim; `field` is the part of the question."""

    CARD_IN_TWO_PLACES = "card_in_two_places"  # cards
    CARDS_NOWHERE = "cards_nowhere"  # cards; count
    TRICK_OUT_OF_ORDER = "trick_out_of_order"  # cards, seats: whose turn it was
    TRICK_COMPLETE = "trick_complete"
    NOT_IN_TURN = "not_in_turn"  # seats: whose turn it is
    WON_NOT_WHOLE_TRICKS = "won_not_whole_tricks"  # count, tricks
    LED_MORE_OFTEN_THAN_TRICKS = "led_more_often_than_tricks"  # count, tricks
    LED_NOT_TOLD = "led_not_told"  # cards
    CLAIM_BEFORE_FIRST_LEAD = "claim_before_first_lead"
    CLAIM_AFTER_LAST_TRICK = "claim_after_last_trick"


class PlayFlag(StrEnum):
    """Reasons why a play is against the rules.

    The play counts as made; each flag has its card and seat.
    """

    REVOKE = "revoke"
    PROTECTED_CARD_LED = "protected_card_led"
    PROTECTED_CARD_FOLLOWED = "protected_card_followed"
    PROTECTED_CARD_DISCARDED = "protected_card_discarded"
    WRONG_FIRST_LEAD = "wrong_first_lead"
    OUT_OF_TURN = "out_of_turn"
    LEAD_NOT_A_PAIR = "lead_not_a_pair"
    NOT_HELD = "not_held"
    PLAYED_AGAIN = "played_again"


class Offence(StrEnum):
    """Other irregularities, which count as they happened; each has its cards and seat."""

    LATE_EXPOSURE = "late_exposure"


class LineCode(StrEnum):
    """Steps of the sums of a deal."""

    # From cards to raw points, in the order in which they stand.
    HEARTS = "hearts"  # face, factor
    PIG = "pig"  # face, factor
    SHEEP = "sheep"  # face, factor
    SELF_WON = "self_won"  # factor
    EXPOSED_BY_ITSELF = "exposed_by_itself"
    ALL_HEARTS_REVERSED = "all_hearts_reversed"  # value: what all hearts count now
    ALL_HEARTS_FIXED = "all_hearts_fixed"  # value, face, factor
    PIG_REVERSED = "pig_reversed"  # value: what the pig counts now
    SLAM = "slam"
    SLAM_FIXED = "slam_fixed"  # value
    TRANSFORMER = "transformer"  # sum, factor
    TRANSFORMER_SELF_WON = "transformer_self_won"  # sum, factor
    TRANSFORMER_ALONE = "transformer_alone"  # face, factor
    SLAM_IN_PROPORTION = "slam_in_proportion"  # value, slam_value, sum, unexposed

    # From raw points to scores.
    RAW = "raw"
    ZERO_SUM = "zero_sum"  # value, total, numerator, denominator
    ZERO_SUM_SCALED = "zero_sum_scaled"  # value, total, numerator, denominator, factor
    PAIR_HALF_DIFFERENCE = "pair_half_difference"  # value, own, other
    PAIR_SUM = "pair_sum"  # value, own, other
    PAIR_AVERAGE = "pair_average"  # value, own, other
    SCALE = "scale"  # factor

    # By a referee's word.
    AWARDED = "awarded"


class Feat(StrEnum):
    """Achievements of a seat in an evening beyond its points."""

    SLAM = "feat_slam"
    ALL_HEARTS = "feat_all_hearts"
    PIG = "feat_pig"


class RulePhrase(StrEnum):
    """Statements of a set of rules: a dimension and its value, or a dimension with figures."""

    DECKS = "decks"  # number
    PLAYERS = "players"  # number
    DIRECTION_COUNTERCLOCKWISE = "direction_counterclockwise"
    DIRECTION_CLOCKWISE = "direction_clockwise"
    HEARTS_STANDARD = "hearts_standard"
    HEARTS_PIPS = "hearts_pips"
    SHEEP_VALUE = "sheep_value"  # points
    ALL_HEARTS_FLIP = "all_hearts_flip"
    ALL_HEARTS_VALUE = "all_hearts_value"  # points
    PIG_FLIPS_SLAM = "pig_flips_slam"
    PIG_FLIPS_ALL_HEARTS = "pig_flips_all_hearts"
    PIG_FLIPS_NEVER = "pig_flips_never"
    SLAM_BY_SUM = "slam_by_sum"
    SLAM_FIXED_UNEXPOSED = "slam_fixed_unexposed"  # points
    SLAM_PROPORTIONAL = "slam_proportional"  # points
    SLAM_HEARTS_ALL = "slam_hearts_all"
    SLAM_HEARTS_NONZERO = "slam_hearts_nonzero"
    TRANSFORMER_ALONE_NO_SCORING_CARD = "transformer_alone_no_scoring_card"  # points
    TRANSFORMER_ALONE_NO_NONZERO_CARD = "transformer_alone_no_nonzero_card"  # points
    TRANSFORMER_ALONE_SUM_ZERO = "transformer_alone_sum_zero"  # points
    EXPOSURE_ON = "exposure_on"
    EXPOSURE_OFF = "exposure_off"
    FIRST_EXPOSURE_ON = "first_exposure_on"
    FIRST_EXPOSURE_OFF = "first_exposure_off"
    SELF_WON_ON = "self_won_on"
    SELF_WON_OFF = "self_won_off"
    SELF_WON_TRANSFORMER_POINTS = "self_won_transformer_points"
    SELF_WON_TRANSFORMER_BOTH = "self_won_transformer_both"
    SELF_WON_HEART_ACE_CARD = "self_won_heart_ace_card"
    SELF_WON_HEART_ACE_SUIT = "self_won_heart_ace_suit"
    AUTO_EXPOSE_FOURTH_ON = "auto_expose_fourth_on"
    AUTO_EXPOSE_FOURTH_OFF = "auto_expose_fourth_off"
    PROTECTION_SUIT_FIRST_TRICK = "protection_suit_first_trick"
    PROTECTION_SUIT_FIRST_TRICK_AND_DISCARDS = "protection_suit_first_trick_and_discards"
    PROTECTION_DEAL_FIRST_TRICK = "protection_deal_first_trick"
    PROTECTION_NONE = "protection_none"
    PROTECTED_LEADS_HELD_BACK = "protected_leads_held_back"
    PROTECTED_LEADS_FREE = "protected_leads_free"
    LATE_EXPOSURE_VOID = "late_exposure_void"
    LATE_EXPOSURE_COUNTS = "late_exposure_counts"
    SHUFFLER_PIG_TAKER = "shuffler_pig_taker"
    SHUFFLER_GAME_LOSER = "shuffler_game_loser"
    FIRST_LEAD_C2 = "first_lead_C2"
    FIRST_LEAD_S2 = "first_lead_S2"
    FIRST_LEAD_S7 = "first_lead_S7"
    FIRST_LEAD_BOARD = "first_lead_board"
    FIRST_LEAD_FREE = "first_lead_free"
    NEXT_LEAD_PIG_TAKER = "next_lead_pig_taker"
    NEXT_LEAD_BIGGEST_LOSER = "next_lead_biggest_loser"
    NEXT_LEAD_FIRST_LEAD = "next_lead_first_lead"
    NORMALISE_NONE = "normalise_none"
    NORMALISE_ZERO_SUM_ROUNDED = "normalise_zero_sum_rounded"
    NORMALISE_ZERO_SUM_EXACT = "normalise_zero_sum_exact"
    NORMALISE_PAIR_HALF_DIFFERENCE = "normalise_pair_half_difference"
    NORMALISE_PAIR_SUM = "normalise_pair_sum"
    NORMALISE_PAIR_AVERAGE = "normalise_pair_average"
    SCALE_FACTOR = "scale_factor"  # factor
    PENALTIES_AT_END = "penalties_at_end"
    PENALTIES_TOWARDS_LIMIT = "penalties_towards_limit"
    GAME_END_NONE = "game_end_none"
    GAME_END_LOW = "game_end_low"  # points
    GAME_END_HIGH = "game_end_high"  # points
    GAME_END_DEALS = "game_end_deals"  # number
    GAME_END_MINUTES = "game_end_minutes"  # number
    ALL_BELOW_HIGH_ARE_PIGS_ON = "all_below_high_are_pigs_on"
    ALL_BELOW_HIGH_ARE_PIGS_OFF = "all_below_high_are_pigs_off"


class EndCode(StrEnum):
    """Reasons why a game (局) has ended, or continues although its limit was reached."""

    LOW_REACHED = "low_reached"
    HIGH_REACHED = "high_reached"
    BOTH_REACHED = "both_reached"
    DEALS_PLAYED = "deals_played"
    TIME_UP = "time_up"
    EXTRA_DEAL = "extra_deal"


class ProcedureCode(StrEnum):
    """Actions before play, in the order in which they are done."""

    SHUFFLES = "shuffles"  # seat
    PIG_TAKER_SHUFFLES = "pig_taker_shuffles"
    CUTS = "cuts"  # seat
    NEXT_PLAYER_CUTS = "next_player_cuts"
    DEALT_FIRST = "dealt_first"  # seat
    CARDS_FROM_BOARD = "cards_from_board"
    DEALT_FOR_BOARD = "dealt_for_board"
    FIRST_EXPOSURE_WINDOW = "first_exposure_window"  # seconds
    COUNT_CHECK = "count_check"  # number
    COUNT_MENDED_BY_DRAWING = "count_mended_by_drawing"
    COUNT_MENDED_BY_DEALING_ANEW = "count_mended_by_dealing_anew"
    COUNT_MENDED_FROM_RECORD = "count_mended_from_record"
    EXPOSURE_WINDOW = "exposure_window"  # seconds
    EXPOSURE_ANNOUNCED = "exposure_announced"
    LEADS = "leads"  # seat
    LEADS_IT = "leads_it"  # seat; cards
    HOLDER_LEADS = "holder_leads"  # cards
    HOLDER_LEADS_IT = "holder_leads_it"  # cards
    FIRST_HOLDER_LEADS_IT = "first_holder_leads_it"  # cards
    BOARD_NAMES_LEADER = "board_names_leader"
    TABLE_NAMES_LEADER = "table_names_leader"
    PIG_TAKER_LEADS = "pig_taker_leads"
    BIGGEST_LOSER_LEADS = "biggest_loser_leads"


class Caution(StrEnum):
    """Facts of a report that are unlikely but accepted; `field` is the part of the report."""

    LEADER_NOT_AS_DERIVED = "leader_not_as_derived"  # seats: who leads by the earlier deals
    FIRST_DEAL_NOT_AS_DERIVED = "first_deal_not_as_derived"


class ComparedFact(StrEnum):
    """The facts of a deal in which two records are compared."""

    WON_BY = "fact_won_by"
    EXPOSED_BY = "fact_exposed_by"
    DEALT_TO = "fact_dealt_to"
    LEADER = "fact_leader"
    FIRST_DEAL = "fact_first_deal"
    FIRST_PIG = "fact_first_pig"
    FIRST_C2 = "fact_first_c2"
    CLAIM = "fact_claim"
    CLAIM_AFTER_TRICK = "fact_claim_after_trick"
    CLAIM_CONTESTED = "fact_claim_contested"
    PLAY = "fact_play"  # place


class Saying(StrEnum):
    """Statements of a record about such a fact that are neither seats, cards nor numbers."""

    EXPOSED = "said_exposed"
    FIRST_EXPOSED = "said_first_exposed"
    YES = "said_yes"
    NO = "said_no"
    CLAIMS_ALL = "said_claims_all"
    CLAIMS_NONE = "said_claims_none"
    CLAIMS_ALLOCATION = "said_claims_allocation"
    CLAIMS_NOTHING_LEFT = "said_claims_nothing_left"
    CLAIMS_CONCEDE = "said_claims_concede"
