"""Forms of decisions without regular play: awards, and extra deals between equal entries."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import organise, wording
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Event, Match
from tournaments.organise import extra_deals
from tournaments.progress import mismatches
from tournaments.progress.mismatches import FaultySide, Mismatch
from tournaments.record.audit import Actor
from tournaments.results.match_rows import half_matches
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.unplayed_terms import AWARDS, WalkoverAward, WalkoverScores
from web.forms.base import DeskForm

USUAL = "usual"
OWN = "own"
BOTH = "both_absent"
SPOILT, SPOILT_BY_OFFICIAL = "spoilt", "spoilt_by_official"
BACK = "take_back"
MOST = 999
LONGEST_REASON = 200


class AwardForm(DeskForm):
    """An award of a match between the sides shown on the page, or taking one back."""

    award = forms.ChoiceField()
    counts = forms.ChoiceField()
    present = forms.DecimalField(
        label=_("Custom: for the side that came"),
        required=False,
        min_value=-MOST,
        max_value=MOST,
        decimal_places=2,
    )
    absent = forms.DecimalField(
        label=_("Custom: for the absent side"),
        required=False,
        min_value=-MOST,
        max_value=MOST,
        decimal_places=2,
    )
    reason = forms.CharField(label=pgettext_lazy("ruling", "Reason"), max_length=500)
    article = forms.CharField(label=_("Article"), max_length=120, required=False)

    def __init__(
        self,
        sent: QueryDict | None,
        match: Match,
        sides: Mapping[str, str],
        snapshot: EventSnapshot,
        *,
        is_awarded: bool,
        level: bool,
        is_sealed: bool = False,
    ) -> None:
        super().__init__(sent)
        self.match = match
        offered = _offered_awards(match, sides, snapshot, level=level)
        back = [(BACK, gettext("The award is taken back: the match counts as it was played."))]
        mismatch = mismatches.find_mismatch(snapshot, snapshot.match_by_key[match.pk])
        if mismatch and not (is_awarded or is_sealed):
            offered += _mismatch_choices(mismatch, sides)
        self.fields["award"] = forms.ChoiceField(
            label=_("What happened"),
            widget=forms.RadioSelect,
            choices=back if is_awarded else offered,
        )
        self.fields["counts"] = _counts_field(match, snapshot)
        if is_awarded:
            for name in ("counts", "present", "absent", "article"):
                del self.fields[name]

    def press(self, actor: Actor) -> None:
        """Carry out the award. Raises Refused as the operations do."""
        ruling = organise.AwardGrounds(
            self.cleaned_data["reason"], self.cleaned_data.get("article", "")
        )
        choice, _colon, uid = self.cleaned_data["award"].partition(":")
        if choice == BACK:
            organise.take_back_award(self.match, actor, ruling)
        elif choice == BOTH:
            organise.award_both_absent(self.match, actor, ruling, self._chosen_scores())
        elif choice in {SPOILT, SPOILT_BY_OFFICIAL}:
            chosen = self._chosen_scores()
            share = None if chosen is None else chosen.present
            by_official = choice == SPOILT_BY_OFFICIAL
            organise.award_spoilt(self.match, actor, ruling, share, by_official=by_official)
        elif choice in set(FaultySide):
            organise.award_mismatched(self.match, actor, ruling, FaultySide(choice))
        elif choice == "walkover":
            winner = self.match.sides.get(uid=uid)
            organise.award_walkover(self.match, actor, winner, ruling, self._chosen_scores())
        else:
            organise.decide_match(self.match, actor, self.match.sides.get(uid=uid), ruling)

    def _chosen_scores(self) -> WalkoverScores | None:
        chosen = self.cleaned_data["counts"] or USUAL
        if chosen == USUAL:
            return None
        if chosen != OWN:
            return AWARDS[WalkoverAward(chosen)]
        present, absent = self.cleaned_data["present"], self.cleaned_data["absent"]
        if present is None or absent is None:
            raise Refused(refuse(Reason.AWARD_NUMBERS, field="present"))
        return WalkoverScores(Fraction(present), Fraction(absent))


class ReasonForm(DeskForm):
    """The reason of an operation."""

    reason = forms.CharField(
        label=pgettext_lazy("ruling", "Reason"), max_length=LONGEST_REASON, required=False
    )


class ExtraDealForm(DeskForm):
    """The points of each of several equal entries; `names` are their names by uid, in order."""

    def __init__(self, sent: QueryDict | None, names: Mapping[str, str]) -> None:
        is_meant = sent is not None and any(f"points-{uid}" in sent for uid in names)
        super().__init__(sent if is_meant else None)
        self.names = names
        for uid, name in names.items():
            self.fields[f"points-{uid}"] = forms.IntegerField(
                label=name, min_value=-extra_deals.MOST_POINTS, max_value=extra_deals.MOST_POINTS
            )
        self.fields["reason"] = forms.CharField(
            label=_("What was played, and where"), max_length=LONGEST_REASON
        )

    def note(self, event: Event, actor: Actor) -> None:
        """Record the extra deal. Raises Refused."""
        data = self.cleaned_data
        points = {uid: data[f"points-{uid}"] for uid in self.names}
        organise.note_extra_deal(event, actor, points, data["reason"])


def _offered_awards(
    match: Match, sides: Mapping[str, str], snapshot: EventSnapshot, *, level: bool
) -> list[tuple[str, str]]:
    """Return the awards that can be chosen for a match without one."""
    won = gettext("%(name)s wins without play: the other side did not come.")
    goes_on = gettext("%(name)s advances: by an extra deal or by lot.")
    choices = [(f"walkover:{uid}", won % {"name": name}) for uid, name in sides.items()]
    if not match.code:
        choices.append((BOTH, gettext("Neither side came.")))
        for code, words, by_official in (
            (SPOILT, gettext("Wrong seats, beyond repair: each side has %(share)s."), False),
            (
                SPOILT_BY_OFFICIAL,
                gettext("Wrong seats, beyond repair, by an official: each side has %(share)s."),
                True,
            ),
        ):
            share = organise.spoilt_share(match, by_official=by_official, known=snapshot)
            choices.append((code, words % {"share": wording.unsigned(share)}))
    if level or match.code:
        choices += [(f"decided:{uid}", goes_on % {"name": name}) for uid, name in sides.items()]
    return choices


def _counts_field(match: Match, snapshot: EventSnapshot) -> forms.ChoiceField:
    """Return the field for the score of a match that was not played."""
    usual = organise.usual_award(match, snapshot)
    numbers = {"present": usual.present, "absent": usual.absent}
    as_usual = gettext("as is usual for these standings: %(present)s : %(absent)s") % {
        name: wording.unsigned(number) for name, number in numbers.items()
    }
    # The regulations name scores for whole matches only.
    regulations = () if match.pk in half_matches(snapshot) else WalkoverAward
    return forms.ChoiceField(
        label=_("What the match counts"),
        required=False,
        help_text=_(
            "For a match that was not played. An absent side gets the second number; if"
            " wrong seats spoilt the match, both sides get the first."
        ),
        choices=[
            (USUAL, as_usual),
            *((regulation.value, wording.sentence(regulation)) for regulation in regulations),
            (OWN, gettext("the numbers below")),
        ],
    )


def _mismatch_choices(mismatch: Mismatch, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the awards for sides that were paired wrongly, with their scores before and after."""
    texts = {
        FaultySide.OF_NEITHER: gettext(
            "Paired wrongly, neither side at fault: %(higher)s (%(had)s before) keeps"
            " %(kept)s, %(lower)s (%(lower_had)s before) has %(lower_kept)s instead of"
            " %(lower_made)s."
        ),
        FaultySide.OF_HIGHER: gettext(
            "Paired wrongly, %(higher)s (%(had)s before) at fault: it has %(kept)s instead"
            " of %(made)s, %(lower)s (%(lower_had)s before) %(lower_kept)s instead of"
            " %(lower_made)s."
        ),
        FaultySide.OF_BOTH: gettext(
            "Paired wrongly, both at fault: %(higher)s (%(had)s before) has %(kept)s"
            " instead of %(made)s, %(lower)s (%(lower_had)s before) keeps %(lower_kept)s."
        ),
    }
    return [
        (fault.value, words % _mismatch_numbers(mismatch, fault, names))
        for fault, words in texts.items()
    ]


def _mismatch_numbers(
    mismatch: Mismatch, fault: FaultySide, names: Mapping[str, str]
) -> dict[str, str]:
    kept = mismatch.kept(fault)
    numbers = {
        "had": mismatch.before[0],
        "lower_had": mismatch.before[1],
        "made": mismatch.scored[0],
        "lower_made": mismatch.scored[1],
        "kept": kept[0],
        "lower_kept": kept[1],
    }
    shown = {name: wording.unsigned(number) for name, number in numbers.items()}
    return shown | {"higher": names[mismatch.higher.uid], "lower": names[mismatch.lower.uid]}
