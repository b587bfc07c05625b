"""The verbs of the channels of messages in the log of a club."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Verb(models.TextChoices):
    """The name of a change by which a club says where its messages go."""

    ADD_CHANNEL = "add_message_channel", _("a message channel was added")
    CHANGE_CHANNEL = "change_message_channel", _("a message channel was changed")
    REMOVE_CHANNEL = "remove_message_channel", _("a message channel was removed")
