"""The least length of a password, refused in words that exist in every language of the program."""

from __future__ import annotations

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django's own, whose newest wording has not been translated into Chinese by Django."""

    def get_error_message(self) -> str:
        """Return what is said of a password that is too short."""
        words = ngettext(
            "A password needs %(least)s character or more.",
            "A password needs %(least)s characters or more.",
            self.min_length,
        )
        return words % {"least": self.min_length}
