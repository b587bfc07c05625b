"""The forms of channels: a new one, and the choices of an existing one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext_lazy as _

from clubs.messages.addresses import LONGEST
from clubs.messages.channels import ChannelChoices, ChannelWish
from clubs.messages.verbs import Verb
from tournaments.models import ChannelKind, MessageChannel, MessageKind
from web.forms.base import DeskForm
from web.forms.stored_values import Logged, StoredForm

NAME_LENGTH = MessageChannel._meta.get_field("name").max_length


class NewChannelForm(DeskForm):
    """The receiver of the messages, and its address, which is never shown again."""

    kind = forms.ChoiceField(
        label=_("Where the messages go"), choices=ChannelKind.choices, widget=forms.RadioSelect
    )
    name = forms.CharField(label=_("Name, as that of the group"), max_length=NAME_LENGTH)
    address = forms.CharField(
        label=_("Address of the robot or of the program"),
        max_length=LONGEST,
        help_text=_("Whoever has it can write to the group. It is never shown again."),
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "url", "spellcheck": "false"}),
    )
    secret = forms.CharField(
        label=_("Signing secret"),
        max_length=120,
        required=False,
        help_text=_("DingTalk and Feishu, where the robot asks for a signature; else empty."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def wish(self) -> ChannelWish:
        """Return the channel as typed, in the language of the page."""
        typed = self.cleaned_data
        kind, language = ChannelKind(typed["kind"]), get_language() or settings.LANGUAGE_CODE
        return ChannelWish(kind, typed["name"], typed["address"], typed["secret"], language)


class ChannelForm(StoredForm):
    """The kinds of messages of a channel, its language, and whether it sends pictures."""

    wants = forms.MultipleChoiceField(
        label=_("What is sent"),
        choices=[row for row in MessageKind.choices if row[0] != MessageKind.TEST],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never a name. Each message waits 90 seconds, in case it is taken back."),
    )
    language = forms.ChoiceField(label=_("Language of its messages"), choices=settings.LANGUAGES)
    has_picture = forms.BooleanField(
        label=_("With the picture of the standings"),
        required=False,
        help_text=_("After a round and a result. The picture bears the names of the entries."),
    )

    def __init__(self, channel: MessageChannel, data: Any = None) -> None:
        initial = {
            "wants": channel.wants,
            "language": channel.language,
            "has_picture": channel.has_picture,
        }
        super().__init__(data, initial=initial)
        self.logged = Logged(channel.club, (Verb.CHANGE_CHANNEL,))
        if channel.kind != ChannelKind.WECOM:
            del self.fields["has_picture"]

    def value_words(self, name: str, value: Any) -> str:
        """Return the chosen kinds in words, also for none."""
        return super().value_words(name, value) or pgettext("messages", "nothing")

    def choices(self) -> ChannelChoices:
        """Return what was chosen."""
        chosen = self.cleaned_data
        wants = [MessageKind(value) for value in chosen["wants"]]
        has_picture = chosen.get("has_picture", False)
        return ChannelChoices(wants, chosen["language"], has_picture=has_picture)
