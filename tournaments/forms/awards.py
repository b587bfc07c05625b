"""How a match is awarded: to whom, what it counts, and why; and how a stage is opened."""

from __future__ import annotations

from fractions import Fraction

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import organise, wording
from tournaments.forms.base import DeskForm
from tournaments.models import Match, Side
from tournaments.progress import mismatches
from tournaments.progress.mismatches import Fault, Mismatch
from tournaments.record.audit import Actor
from tournaments.refusals import Reason, Refused, refuse
from tournaments.standings.walkovers import AWARDS, Award, Unplayed
from tournaments.structure import three_way_matches

USUAL = "usual"
OWN = "own"
BOTH = "both_absent"
SPOILT, SPOILT_BY_OFFICIAL = "spoilt", "spoilt_by_official"
BACK = "take_back"
MOST = 999


class AwardForm(DeskForm):
    """What is said of a match, by the sides that the page shows."""

    award = forms.ChoiceField()
    counts = forms.ChoiceField()
    present = forms.DecimalField(
        label=_("Own number: for who came"),
        required=False,
        min_value=-MOST,
        max_value=MOST,
        decimal_places=2,
    )
    absent = forms.DecimalField(
        label=_("Own number: for who did not come"),
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
        sides: list[tuple[Side, str]],
        *,
        is_awarded: bool,
        level: bool,
        is_sealed: bool = False,
    ) -> None:
        super().__init__(sent)
        self.match, self.sides = match, {side.uid: side for side, _ in sides}
        offered = _offered(match, sides, level=level)
        back = [(BACK, gettext("The award is taken back: the match counts as it was played."))]
        offered += [] if is_awarded or is_sealed else _mismatched(match, dict(sides))
        self.fields["award"] = forms.ChoiceField(
            label=_("What happened"),
            widget=forms.RadioSelect,
            choices=back if is_awarded else offered,
        )
        self.fields["counts"] = forms.ChoiceField(
            label=_("What the match counts"),
            required=False,
            help_text=_(
                "For a match that was not played. Absent sides have the second number; where wrong "
                "seats have spoilt it, both have the first."
            ),
            choices=[
                (USUAL, _usual(match)),
                *(
                    (regulation.value, wording.sentence(regulation))
                    for regulation in _of_regulations(match)
                ),
                (OWN, gettext("the numbers below")),
            ],
        )
        if is_awarded:
            for name in ("counts", "present", "absent", "article"):
                del self.fields[name]

    def press(self, actor: Actor) -> None:
        """Do what was said. Raises Refused as the operations do."""
        said = organise.Said(self.cleaned_data["reason"], self.cleaned_data.get("article", ""))
        what, _colon, uid = self.cleaned_data["award"].partition(":")
        if what == BACK:
            organise.take_back_award(self.match, actor, said)
        elif what == BOTH:
            organise.award_both_absent(self.match, actor, said, self._counts())
        elif what in {SPOILT, SPOILT_BY_OFFICIAL}:
            organise.award_spoilt(self.match, actor, said, self._share(what))
        elif what in set(Fault):
            organise.award_mismatched(self.match, actor, said, Fault(what))
        elif what == "walkover":
            organise.award_walkover(self.match, actor, self.sides[uid], said, self._counts())
        else:
            organise.decide_match(self.match, actor, self.sides[uid], said)

    def _counts(self) -> Unplayed | None:
        chosen = self.cleaned_data["counts"] or USUAL
        if chosen == USUAL:
            return None
        if chosen != OWN:
            return AWARDS[Award(chosen)]
        present, absent = self.cleaned_data["present"], self.cleaned_data["absent"]
        if present is None or absent is None:
            raise Refused(refuse(Reason.AWARD_NUMBERS, field="present"))
        return Unplayed(Fraction(present), Fraction(absent))

    def _share(self, what: str) -> Fraction:
        found = self._counts()
        if found is not None:
            return found.present
        return organise.spoilt_share(self.match, by_official=what == SPOILT_BY_OFFICIAL)


def _of_regulations(match: Match) -> tuple[Award, ...]:
    """The numbers of the regulations, which are those of whole matches."""
    return () if three_way_matches.is_half(match) else tuple(Award)


def _usual(match: Match) -> str:
    """Say what is usual, in its numbers."""
    usual = organise.usual_award(match)
    said = gettext("as is usual for these standings: %(present)s : %(absent)s")
    numbers = {"present": usual.present, "absent": usual.absent}
    return said % {name: wording.unsigned(one) for name, one in numbers.items()}


def _offered(match: Match, sides: list[tuple[Side, str]], *, level: bool) -> list[tuple[str, str]]:
    """What can be said of a match that was not awarded."""
    won = gettext("%(name)s wins without play: the other side did not come.")
    on = gettext("%(name)s goes on: by an extra deal, or a lot.")
    found = [(f"walkover:{side.uid}", won % {"name": name}) for side, name in sides]
    if not match.code:
        found.append((BOTH, gettext("Neither side came.")))
        found += [(what, words % {"share": share}) for what, words, share in _spoilt(match)]
    if level or match.code:
        found += [(f"decided:{side.uid}", on % {"name": name}) for side, name in sides]
    return found


def _spoilt(match: Match) -> list[tuple[str, str, str]]:
    """What can be said of wrong seats that cannot be mended, and what is usual for each."""
    words = gettext("Wrong seats, beyond repair: each side has %(share)s.")
    official = gettext("Wrong seats, beyond repair, by an official: each side has %(share)s.")
    ours = wording.unsigned(organise.spoilt_share(match, by_official=False))
    theirs = wording.unsigned(organise.spoilt_share(match, by_official=True))
    return [(SPOILT, words, ours), (SPOILT_BY_OFFICIAL, official, theirs)]


def _mismatched(match: Match, names: dict[Side, str]) -> list[tuple[str, str]]:
    """What can be said of sides that should not have met, with what each had and what it keeps."""
    mismatch = mismatches.read(match)
    if mismatch is None:
        return []
    said = {
        Fault.OF_NEITHER: gettext(
            "Paired wrongly, by the fault of neither side: %(higher)s (%(had)s before) keeps "
            "%(kept)s, %(lower)s (%(lower_had)s before) has %(lower_kept)s instead of "
            "%(lower_made)s."
        ),
        Fault.OF_HIGHER: gettext(
            "Paired wrongly, by the fault of %(higher)s (%(had)s before): it has %(kept)s instead "
            "of %(made)s, %(lower)s (%(lower_had)s before) %(lower_kept)s instead of "
            "%(lower_made)s."
        ),
        Fault.OF_BOTH: gettext(
            "Paired wrongly, by the fault of both: %(higher)s (%(had)s before) has %(kept)s "
            "instead of %(made)s, %(lower)s (%(lower_had)s before) keeps %(lower_kept)s."
        ),
    }
    return [
        (fault.value, words % _numbers(mismatch, fault, names)) for fault, words in said.items()
    ]


def _numbers(mismatch: Mismatch, fault: Fault, names: dict[Side, str]) -> dict[str, str]:
    kept = mismatch.kept(fault)
    numbers = {
        "had": mismatch.before[0],
        "lower_had": mismatch.before[1],
        "made": mismatch.scored[0],
        "lower_made": mismatch.scored[1],
        "kept": kept[0],
        "lower_kept": kept[1],
    }
    shown = {name: wording.unsigned(one) for name, one in numbers.items()}
    return shown | {"higher": names[mismatch.higher], "lower": names[mismatch.lower]}


class OpenStageForm(DeskForm):
    """A stage is opened, by who has seen who goes on."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    accepted = forms.BooleanField(required=False)
