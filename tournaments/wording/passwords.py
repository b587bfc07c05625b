"""A validator of the length of passwords whose message is translated into every language."""

from __future__ import annotations

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django's validator with our message: Django's newest one has no Chinese translation."""

    def get_error_message(self) -> str:
        """Return the message for a password that is too short."""
        words = ngettext(
            "A password needs %(least)s character or more.",
            "A password needs %(least)s characters or more.",
            self.min_length,
        )
        return words % {"least": self.min_length}
