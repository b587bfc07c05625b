"""Sessions and second factors of accounts."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.base import Row


class AccountSession(Row):
    """A device on which an account is signed in; `created_at` is the time of signing in."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sessions"
    )
    session_key = models.CharField(max_length=40, unique=True, editable=False)
    agent = models.CharField(max_length=300, blank=True, default="", help_text="of its browser")
    seen_at = models.DateTimeField(default=timezone.now)


class SecondFactor(Row):
    """The codes of an app (TOTP) that an account asks for after the password.

    `secret` is encrypted with the key of the installation. A code is valid once: `last_step` is the
    number of the half minute of the last one.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    secret = models.CharField(max_length=255)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.PositiveBigIntegerField(default=0)


class RecoveryCode(Row):
    """A printed code that replaces one of the app, stored as a hash; each is valid once."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="codes")
    code_hash = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True, blank=True)
