"""Names of 拱猪: its sets of rules, cards, fields, and differences between two records."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.gongzhu.codes import ComparedFact, Saying
from tournaments import wording
from tournaments.wording.games import RuleGroup
from tournaments.wording.values import Names

NAME = _("Gongzhu")

PRESETS: Names = {
    "classic": pgettext_lazy("rules", "Classic"),
    "huapai": pgettext_lazy("rules", "Competition"),
    "huapai-pairs": pgettext_lazy("rules", "Competition, pairs"),
    "huapai-duplicate": pgettext_lazy("rules", "Competition, duplicate boards"),
    "desktop": pgettext_lazy("rules", "Classic, played clockwise"),
    "plusminus": pgettext_lazy("rules", "Classic, up to plus or minus 1000"),
    "fifty": pgettext_lazy("rules", "The sheep at 50"),
    "qq": pgettext_lazy("rules", "Online hall"),
    "qq-partners": pgettext_lazy("rules", "Online hall, partners"),
    "qq-double": pgettext_lazy("rules", "Online hall, two decks"),
    "qq-double-partners": pgettext_lazy("rules", "Online hall, two decks, partners"),
    "western": pgettext_lazy("rules", "Western"),
    "taiwan": pgettext_lazy("rules", "Taiwan"),
}

CARDS: Names = {
    "SQ": pgettext_lazy("card", "pig"),
    "DJ": pgettext_lazy("card", "sheep"),
    "C10": pgettext_lazy("card", "transformer"),
}

KINDS: Names = {
    "exposed": pgettext_lazy("exposure", "exposed"),
    "first": pgettext_lazy("exposure", "first exposure"),
}

FIELDS: Names = {
    # A report.
    "won": pgettext_lazy("field", "Cards won"),
    "exposed": pgettext_lazy("field", "Exposed cards"),
    "dealt": pgettext_lazy("field", "Who was dealt what"),
    "leader": pgettext_lazy("field", "Leader"),
    "first_deal": pgettext_lazy("field", "First deal"),
    "claim": pgettext_lazy("field", "Claim"),
    "after_trick": pgettext_lazy("field", "Tricks before the claim"),
    "by": pgettext_lazy("field", "Who claims"),
    "trick": pgettext_lazy("field", "Trick on the table"),
    "turn": pgettext_lazy("field", "Whose turn it is"),
    "allocation": pgettext_lazy("field", "Cards given by the claim"),
    "accepted": pgettext_lazy("field", "Who accepts the claim"),
    "contested": pgettext_lazy("field", "Contested claim"),
    "decided": pgettext_lazy("field", "Decision of the referee"),
    "reason": pgettext_lazy("field", "Reason"),
    "first_pig": pgettext_lazy("field", "Who won the first pig"),
    "first_C2": pgettext_lazy("field", "Who received the first ♣2"),
    "card": pgettext_lazy("field", "Card"),
    "kind": pgettext_lazy("field", "Kind of exposure"),
    "late": pgettext_lazy("field", "Exposed too late"),
    "board": pgettext_lazy("field", "Board"),
    # A set of rules.
    "players": pgettext_lazy("field", "Players"),
    "direction": pgettext_lazy("field", "Direction of play"),
    "hearts": pgettext_lazy("field", "Hearts"),
    "sheep": pgettext_lazy("field", "Value of the sheep"),
    "all_hearts": pgettext_lazy("field", "All hearts"),
    "pig_flips": pgettext_lazy("field", "When the pig turns positive"),
    "slam": pgettext_lazy("field", "Slam"),
    "slam_value": pgettext_lazy("field", "Value of the slam"),
    "slam_hearts": pgettext_lazy("field", "Hearts of the slam"),
    "transformer_alone": pgettext_lazy("field", "When the transformer is alone"),
    "transformer_alone_value": pgettext_lazy("field", "Value of the transformer alone"),
    "exposure": pgettext_lazy("field", "Exposure"),
    "first_exposure": pgettext_lazy("field", "First exposure"),
    "self_won": pgettext_lazy("field", "Self-won cards"),
    "self_won_transformer": pgettext_lazy("field", "Self-won transformer"),
    "self_won_heart_ace": pgettext_lazy("field", "Self-won ace of hearts"),
    "auto_expose_fourth": pgettext_lazy("field", "Fourth card exposed by itself"),
    "protection": pgettext_lazy("field", "Protection of exposed cards"),
    "protected_leads": pgettext_lazy("field", "Leads of exposed cards"),
    "late_exposure": pgettext_lazy("field", "Late exposures"),
    "shuffler": pgettext_lazy("field", "Who shuffles later deals"),
    "first_lead": pgettext_lazy("field", "Lead to the first deal"),
    "next_lead": pgettext_lazy("field", "Lead to later deals"),
    "normalise": pgettext_lazy("field", "Conversion of points"),
    "scale": pgettext_lazy("field", "Scale"),
    "penalties": pgettext_lazy("field", "Penalty points"),
    "game_end": pgettext_lazy("field", "End of a game"),
    "low": pgettext_lazy("field", "Low limit"),
    "high": pgettext_lazy("field", "High limit"),
    "all_below_high_are_pigs": pgettext_lazy("field", "All below the high limit are pigs"),
}

ABOUT: Names = {
    "classic": _("No first exposure, and it does not matter who was dealt a card."),
    "huapai": _(
        "First exposure, and a card counts double for the player to whom it was dealt; the usual "
        "choice for individual events."
    ),
    "huapai-pairs": _("As in competition; both partners' points make one sum."),
    "huapai-duplicate": _(
        "For boards that are dealt beforehand: no first exposure, and the board says who leads."
    ),
    "desktop": _("As classic, but dealt and played clockwise."),
    "plusminus": _(
        "As classic; a game ends at −1000 or +1000, and all who have not won it are pigs."
    ),
    "fifty": _("The sheep counts +50 and all hearts +100; a slam without exposures +1000."),
    "qq": _("Zero-sum: what a player scores, the others lose. Points are multiplied by 12."),
    "qq-partners": _(
        "As online; each partner scores half the difference to the other pair, times 12."
    ),
    "qq-double": _("Two decks, zero-sum; a slam counts +1600, more where cards were exposed."),
    "qq-double-partners": _(
        "Two decks; each partner scores half the difference to the other pair."
    ),
    "western": _("♠2 leads, and with all hearts the pig turns positive too."),
    "taiwan": _("Nothing is exposed, hearts count their number, and ♠7 leads."),
}
GROUPS: Final = (
    RuleGroup(
        "exposure",
        pgettext_lazy("group of rules", "Exposures and self-won cards"),
        (
            "exposure",
            "first_exposure",
            "self_won",
            "self_won_transformer",
            "self_won_heart_ace",
            "auto_expose_fourth",
            "protection",
            "protected_leads",
            "late_exposure",
        ),
    ),
    RuleGroup(
        "scoring",
        pgettext_lazy("group of rules", "Scoring"),
        (
            "hearts",
            "sheep",
            "all_hearts",
            "pig_flips",
            "slam",
            "slam_hearts",
            "transformer_alone",
            "transformer_alone_value",
            "normalise",
            "scale",
        ),
    ),
    RuleGroup(
        "leads",
        pgettext_lazy("group of rules", "Cards and leads"),
        ("players", "decks", "direction", "first_lead", "next_lead", "shuffler"),
    ),
    RuleGroup(
        "game",
        pgettext_lazy("group of rules", "The game and its end"),
        ("game_end", "all_below_high_are_pigs", "penalties"),
    ),
)
"""The rules by heading where they are chosen."""

QUESTIONS: wording.Words = {
    ComparedFact.WON_BY: _("%(cards)s won by"),
    ComparedFact.EXPOSED_BY: _("%(cards)s exposed by"),
    ComparedFact.DEALT_TO: _("%(cards)s dealt to"),
    ComparedFact.LEADER: _("Led first"),
    ComparedFact.FIRST_DEAL: _("First deal of the game"),
    ComparedFact.FIRST_PIG: _("Won the first pig"),
    ComparedFact.FIRST_C2: _("Received the first ♣2"),
    ComparedFact.CLAIM: _("Claim"),
    ComparedFact.CLAIM_AFTER_TRICK: _("Tricks played before the claim"),
    ComparedFact.CLAIM_CONTESTED: _("The claim is contested"),
    ComparedFact.PLAY: _("Play %(place)s"),
}

SAYINGS: wording.Words = {
    Saying.EXPOSED: KINDS["exposed"],
    Saying.FIRST_EXPOSED: KINDS["first"],
    Saying.YES: pgettext_lazy("record", "yes"),
    Saying.NO: pgettext_lazy("record", "no"),
    Saying.CLAIMS_ALL: pgettext_lazy("claim", "all the rest"),
    Saying.CLAIMS_NONE: pgettext_lazy("claim", "nothing of the rest"),
    Saying.CLAIMS_ALLOCATION: pgettext_lazy("claim", "gives each card to a seat"),
    Saying.CLAIMS_NOTHING_LEFT: pgettext_lazy("claim", "no scoring card is left"),
    Saying.CLAIMS_CONCEDE: pgettext_lazy("claim", "concedes"),
}
