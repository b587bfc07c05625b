"""The prizes of an event at the desk: setting them, and who would get them now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise, results
from tournaments.formats import prize_rules
from tournaments.formats.tie_break_lists import OF_MATCHES
from tournaments.models import Event
from tournaments.progress import prize_list
from tournaments.record.audit import Verb
from tournaments.rights.access import DESK, DIRECTORS
from tournaments.standings.prizes import PrizeRules, PrizeTies
from tournaments.wording.stages import PRIZE_TIES
from tournaments.wording.standings import list_text
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page, permission_context
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged, StoredForm


class PrizesForm(StoredForm):
    """Prizes from the first place on; an empty list removes all prizes."""

    amounts = forms.CharField(
        label=_("Prizes, from first place down"),
        widget=forms.Textarea(attrs={"rows": 6}),
        required=False,
        max_length=5000,
        help_text=_(
            "One place on each line: an amount, a thing, or both with a space between them."
            " Without lines the event has no prizes."
        ),
    )
    unit = forms.CharField(
        label=_("Unit of the prizes"),
        max_length=prize_rules.LONGEST_UNIT,
        required=False,
        help_text=_("A currency or “points”, shown after every amount."),
    )
    ties = forms.ChoiceField(
        label=_("Where a place is shared"),
        choices=list(PRIZE_TIES.items()),
        widget=forms.RadioSelect,
    )
    tie_breaks = forms.ChoiceField(
        label=_("The further tie-breaks"), widget=forms.RadioSelect, required=False
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        kept = event.prizes or {}
        rules, by_name = prize_rules.read(kept), OF_MATCHES.items()
        stored = rules.tie_breaks if rules else ()
        usual: dict[str, Any] = {
            "amounts": "\n".join(_lines(kept)),
            "unit": kept.get("unit", ""),
            "ties": rules.ties.value if rules else PrizeTies.DIVIDED.value,
            "tie_breaks": next((name for name, order in by_name if order == stored), "usual"),
        }
        super().__init__(*args, **kwargs)
        self.initial = {**usual, **self.initial}
        self.logged = Logged(event.tournament, (Verb.SET_PRIZES,), about=event.uid)
        lists = [(name, list_text(name, order)) for name, order in by_name]
        self.fields["tie_breaks"].choices = lists  # type: ignore[attr-defined]

    def clean_amounts(self) -> tuple[tuple[Fraction, str], ...]:
        """Read an amount and a prize in kind from every line; name a line without either."""
        lines = [line.strip() for line in self.cleaned_data["amounts"].splitlines()]
        lines = [line for line in lines if line]
        if len(lines) > prize_rules.MOST_PRIZES:
            text = gettext("There are prizes for %(most)s places at the most.")
            raise forms.ValidationError(text % {"most": prize_rules.MOST_PRIZES})
        unit = self.data.get(self.add_prefix("unit"), "").strip()
        return tuple(_prize(number, line, unit) for number, line in enumerate(lines, 1))

    def prizes(self) -> dict[str, Any]:
        """Return the prizes as an event stores them; possibly empty."""
        data = self.cleaned_data
        if not data["amounts"]:
            return {}
        ties = PrizeTies(data["ties"])
        by_tie_break = ties is PrizeTies.NEXT_TIE_BREAK
        further = OF_MATCHES.get(data["tie_breaks"] or "usual", ()) if by_tie_break else ()
        amounts, things = zip(*data["amounts"], strict=True)
        rules = PrizeRules(amounts, ties, further, things)
        return prize_rules.as_json(rules) | {"unit": " ".join(data["unit"].split())}


def _lines(kept: Mapping[str, Any]) -> Iterator[str]:
    """Yield the stored prizes as they are typed."""
    pairs = zip_longest(kept.get("amounts", ()), kept.get("things", ()), fillvalue="")
    return (prize_rules.as_line(str(amount), str(thing)) for amount, thing in pairs)


def _prize(number: int, line: str, unit: str) -> tuple[Fraction, str]:
    try:
        amount, thing = prize_rules.read_prize(line, unit)
    except ValueError as wrong:
        text = gettext("Line %(line)s: “%(text)s” is neither an amount nor a thing.")
        raise forms.ValidationError(text % {"line": number, "text": line[:24]}) from wrong
    if len(thing) > prize_rules.LONGEST_THING:
        text = gettext("Line %(line)s: “%(text)s…” has more than %(most)s characters.")
        values = {"line": number, "most": prize_rules.LONGEST_THING, "text": thing[:12]}
        raise forms.ValidationError(text % values)
    return amount, thing


@page(fetch.event, DESK, "desk/fees/prizes.html", change=DIRECTORS, back="desk_prizes")
def prizes(request: DeskRequest, event: Event) -> Shown:
    """Show the prizes of an event and who would get them; on POST change them."""
    form = PrizesForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            organise.set_prizes(event, actor(request), form.prizes())
            return gettext("The prizes are set.")
    return {
        "event": event,
        "form": form,
        "given": prize_list.prize_rows(results.read(event)),
        "unit": prize_rules.unit(event.prizes),
        **permission_context(request, event.tournament),
    }
