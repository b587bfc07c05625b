"""Words of the policies of an event: the questions and their options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.models import Event
from tournaments.regulations import filled_in, policies
from tournaments.regulations.articles import Article
from tournaments.regulations.filled_in import Filled
from tournaments.regulations.policies import Policy

POLICIES: Final[wording.Names] = {
    "card_count_before": _("Wrong number of cards, before the first lead"),
    "card_count_after": _("Wrong number of cards, after the first lead"),
    "exposed_card": _("A card shown by accident"),
    "lead_out_of_turn": _("A lead out of turn"),
    "revoke": _("An established revoke"),
    "revoke_established_by": _("A revoke is established by"),
    "late_exposure": _("An exposure after its time"),
    "first_expose_cancel": _("A first exposure may be cancelled"),
    "void_deal_redealer": _("A void deal is dealt again by"),
    "claim_statement": _("Time to state a claim that was declared"),
    "time_end": _("When the time is over"),
}
OPTIONS: Final[Mapping[str, wording.Names]] = {
    "card_count_before": {
        "draw_blind_consent": _("the short hand draws unseen if all agree, else dealt again"),
        "redeal": _("dealt again"),
        "draw_any": _("the short hand draws, nobody is asked"),
    },
    "card_count_after": {
        "void_redeal": _("the deal is void and dealt again"),
        "adjust": _("an adjusted score"),
        "restore": _("the hands are restored and the deal goes on"),
        "declarer_down": _("the side at fault loses the deal"),
    },
    "exposed_card": {
        "pick_up": _("it goes back, with a warning"),
        "minor": _("it stays face up; small cards of its suit are not played before it"),
        "major_first_legal": _("it stays face up and is played at the first legal turn"),
        "callable": _("it stays face up, and the opponents may call for it"),
    },
    "lead_out_of_turn": {
        "accept_or_retract": _("the next player may accept it, else it is taken back"),
        "always_retract": _("it is always taken back"),
        "stands": _("it stands"),
        "card_loses_power": _("it stands, and the card wins no trick"),
    },
    "revoke": {
        "equity_plus_fix": _("what was gained is taken, with a fixed penalty"),
        "fix": _("a fixed penalty"),
        "full_loss": _("the side takes the losses of the whole deal"),
        "end_deal_lost": _("the deal ends and is lost"),
        "rank_loss": _("the card wins no trick"),
        "level": _("one level down"),
        "points_per_card": _("10 points for every wrong card"),
        "take_trick_points": _("the points of the trick go to the opponents"),
    },
    "revoke_established_by": {
        "next_trick_by_offending_side": _("the side's next card to a trick"),
        "trick_quitted": _("turning the trick"),
        "tricks_mixed": _("mixing the tricks"),
        "deal_end": _("the end of the deal"),
    },
    "late_exposure": {
        "void": _("void, unless the referee allows it"),
        "allow_first_warn": _("the first one counts, with a warning"),
    },
    "first_expose_cancel": {
        "before_second_card": _("until the second card is dealt"),
        "until_20s": _("until 20 seconds are over"),
        "never": _("never"),
    },
    "void_deal_redealer": {"same": _("the same dealer"), "next": _("the next dealer")},
    "claim_statement": {
        "60": _("60 seconds"),
        "30": _("30 seconds"),
        "90": _("90 seconds"),
        "120": _("120 seconds"),
    },
    "time_end": {
        "finish_deal_if_play_started": _("a deal in which a card was led is played out"),
        "stop": _("play stops at once"),
        "finish_always": _("the deal that was dealt is played out"),
    },
}


WHOLE: Final = {
    Filled.EXPOSURE: _("Shown where the referee decides on the exposure; he may differ."),
    Filled.DEALER: _("The table is told so before it deals again: who shuffles and cuts."),
    Filled.SECONDS: _("The tablet counts the seconds; the referee decides what follows."),
}
"""What the program does by a policy, whichever option is chosen."""


def remedy_text(event: Event, article: Article) -> str:
    """Return what a referee does by an article: as the event has chosen, else the usual."""
    chosen = policies.chosen_otherwise(event, article.code)
    return "; ".join(str(OPTIONS[key][name]) for key, name in chosen.items()) or article.remedy


def filled_text(event: Event, policy: Policy) -> str:
    """Return what the program does by a policy: it fills in all options, some of them, or none."""
    filled = {name: filled_in.by(event, policy.key, name) for name in policy.options}
    if not any(filled.values()):
        return gettext("Text: the referee carries it out.")
    alike = set(filled.values())
    if len(alike) == 1 and (whole := alike.pop()) in WHOLE:
        return str(WHOLE[whole])
    names = [_part_filled(policy, name, by) for name, by in filled.items() if by]
    values = {"options": " · ".join(dict.fromkeys(names))}
    return gettext("Filled in where the article is chosen: %(options)s. The rest is text.") % values


def _part_filled(policy: Policy, name: str, filled: Filled) -> str:
    """Return what of an option is filled in, which may be less than it says."""
    words = OPTIONS[policy.key]
    if filled is Filled.ADJUSTED:
        return gettext("an adjusted score, by a button of the ruling")
    if filled is Filled.LEVEL and name == "equity_plus_fix":
        return str(words["fix"])
    return {
        Filled.DEAL_LOST: gettext("the whole deal lost, at its worst result"),
        Filled.TEN_OF_DEAL: gettext("10 points of the deal for one card"),
        Filled.TEN_POINTS: gettext("10 points for one card"),
    }.get(filled, str(words[name]))


def usual(text: str) -> str:
    """Return an option as the usual one, for a list of choices."""
    return str(_("%(option)s (usual)") % {"option": text})
