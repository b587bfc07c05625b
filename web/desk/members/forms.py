"""Forms of the register of members: one member, and a list for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from clubs.members import files, grids
from clubs.members.comparing import ANSWERS, PROPOSED, DoubtAnswer, MemberDoubt
from clubs.members.register import HOME_LENGTH, MemberData
from tournaments.entries.reading.sheets.files import MOST_BYTES, Workbook, read_book
from tournaments.models import Club, ClubFeature, Contact, Person
from tournaments.record.audit import Verb
from web.forms.base import LIST_FILE, DeskForm
from web.forms.entries import NAME_LENGTH, PLAIN
from web.forms.stored_values import Logged, StoredForm

SHOWING: Final = (ClubFeature.SEASONS, ClubFeature.RATINGS)
"""The functions of a club that show members across events."""


class MemberDataForm(StoredForm):
    """What the register stores about a member.

    Consent to be shown is asked for if the club uses a function that shows members, or if the
    member has agreed already, so that it can be withdrawn.
    """

    name = forms.CharField(
        label=pgettext_lazy("person", "Name"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )
    number = forms.IntegerField(
        label=_("Member number"),
        min_value=1,
        max_value=999_999_999,
        required=False,
        help_text=_("Empty: the next free one."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    aliases = forms.CharField(
        label=_("Aliases"),
        max_length=600,
        required=False,
        help_text=_("Other names by which the member is entered, with commas between them."),
        widget=forms.TextInput(PLAIN),
    )
    home = forms.CharField(
        label=_("Home club"),
        max_length=HOME_LENGTH,
        required=False,
        widget=forms.TextInput(PLAIN),
    )
    sex = forms.ChoiceField(
        label=_("Sex"), choices=[("", _("not stated")), *Person.Sex.choices], required=False
    )
    birth_year = forms.IntegerField(
        label=_("Year of birth"),
        required=False,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    phone = forms.CharField(
        label=_("Phone"),
        max_length=Contact._meta.get_field("phone").max_length,
        required=False,
        widget=forms.TextInput({**PLAIN, "inputmode": "tel"}),
    )
    email = forms.EmailField(label=_("E-mail"), required=False)
    note = forms.CharField(
        label=_("Note"),
        max_length=Contact._meta.get_field("note").max_length,
        required=False,
        widget=forms.TextInput(PLAIN),
    )
    shown = forms.BooleanField(
        label=_("Agrees to a public page across events, and to ratings"), required=False
    )

    def __init__(self, *args: Any, club: Club, person: Person | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if person is not None:
            verbs = (Verb.CHANGE_MEMBER, Verb.MERGE_MEMBERS, Verb.SPLIT_MEMBER)
            self.logged = Logged(club, verbs, about=person.uid)
        uses = any(club.uses(feature) for feature in SHOWING)
        if not (uses or self.initial.get("shown")):
            del self.fields["shown"]

    @classmethod
    def initial_of(cls, data: MemberData) -> dict[str, object]:
        """Return the values of the form for a member."""
        values = {name: getattr(data, name) for name in cls.base_fields}
        return {**values, "aliases": "，".join(data.aliases)}

    def data_of_member(self) -> MemberData:
        """Return the member as typed."""
        data = self.cleaned_data
        aliases = tuple(filter(None, files.BETWEEN.split(data["aliases"])))
        return MemberData(**{**data, "aliases": aliases})


QUESTIONS: Final = {
    MemberDoubt.RENAMED: lambda number: ngettext_lazy(
        "%(number)s line has the number of a member with another name. Who is meant?",
        "%(number)s lines have the numbers of members with other names. Who is meant?",
        number,
    ),
    MemberDoubt.RENUMBERED: lambda number: ngettext_lazy(
        "%(number)s line has the name of one member, and another number. Is it the same person?",
        "%(number)s lines have the name of one member each, and another number. "
        "Are they the same persons?",
        number,
    ),
    MemberDoubt.NAMESAKES: lambda number: ngettext_lazy(
        "%(number)s line has a new number and the name of several members. Is it a new member?",
        "%(number)s lines have new numbers and the name of several members. Are they new members?",
        number,
    ),
    MemberDoubt.CONTRADICTED: lambda number: ngettext_lazy(
        "%(number)s line has the name of a member, and another telephone, sex or year of birth. "
        "Is it the same person?",
        "%(number)s lines have the name of a member, and another telephone, sex or year of birth. "
        "Are they the same persons?",
        number,
    ),
}
"""The question about all lines of one kind of doubt."""
ANSWER_WORDS: Final = {
    DoubtAnswer.SAME: _("The same person: update from the list"),
    DoubtAnswer.OTHER: _("Somebody else: a new member"),
    DoubtAnswer.LATER: _("Leave these lines in the box"),
}


class DoubtsForm(DeskForm):
    """Whom the doubtful lines mean: one question for each kind of doubt."""

    def __init__(
        self, *args: Any, lines: Sequence[files.RegisterLine] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        counted = Counter(line.doubt for line in lines or () if line.doubt and not line.problems)
        for doubt in MemberDoubt if lines is None else sorted(counted):
            number = counted[doubt]
            self.fields[doubt.value] = forms.ChoiceField(
                label=QUESTIONS[doubt](number) % {"number": number},
                choices=[(answer.value, ANSWER_WORDS[answer]) for answer in ANSWERS[doubt]],
                widget=forms.RadioSelect,
                required=False,
            )

    def chosen(self) -> dict[str, str]:
        """Return the answers, or the proposal where there is none."""
        proposed = {doubt.value: answer.value for doubt, answer in PROPOSED.items()}
        return proposed | {name: value for name, value in self.cleaned_data.items() if value}

    def answers(self) -> dict[MemberDoubt, DoubtAnswer]:
        """Return the answers by kind of doubt."""
        return {MemberDoubt(name): DoubtAnswer(value) for name, value in self.chosen().items()}


class RegisterFileForm(DeskForm):
    """A workbook or a CSV file with members."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A workbook (.xlsx, .xls, .ods) or a CSV file. Nothing is stored yet."),
        widget=forms.ClearableFileInput(LIST_FILE),
    )

    def book(self) -> Workbook:
        """Return the sheets of the file. Raises Refused where it cannot be read."""
        return read_book(self.cleaned_data["file"].read(MOST_BYTES + 1))


class RegisterTextForm(DeskForm):
    """A list read from a file, as text that can be corrected before it is stored."""

    names = forms.CharField(
        label=_("The list as it will be stored"),
        help_text=_("One member on a line, with tabs between the columns. Then check again."),
        max_length=1_000_000,
        strip=False,
        widget=forms.Textarea({"rows": 12, **PLAIN}),
    )

    def grid(self) -> grids.Grid:
        """Return the rows of the text. Raises Refused where there are none."""
        return grids.read_text(self.cleaned_data["names"])
