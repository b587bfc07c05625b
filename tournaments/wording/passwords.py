"""Validators of passwords with the program's own messages, in every language.

The framework's newest message has no Chinese translation, and others read poorly.
"""

from __future__ import annotations

from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    NumericPasswordValidator,
    UserAttributeSimilarityValidator,
)
from django.utils.translation import gettext, ngettext


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


class UnlikeTheAccount(UserAttributeSimilarityValidator):
    """Refuses a password that resembles the name of its account."""

    def get_error_message(self) -> str:
        """Return the message, which does not reveal what the password resembles."""
        return gettext("The password is too much like the user name.")


class Uncommon(CommonPasswordValidator):
    """Refuses a password from the list of common ones."""

    def get_error_message(self) -> str:
        """Return the message for a common password."""
        return gettext("This password is used by many and soon guessed. Choose another.")


class NotOnlyDigits(NumericPasswordValidator):
    """Refuses a password of digits only."""

    def get_error_message(self) -> str:
        """Return the message for a password of digits."""
        return gettext("A password needs something else than digits.")
