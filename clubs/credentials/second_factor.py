"""The second factor: six digits of an app (TOTP), required after the password if switched on.

The shared secret is encrypted with the key of the installation: the database alone cannot produce
codes. It takes effect once its holder has confirmed it by a code.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Final

import pyotp
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.credentials import accounts, club_accounts
from clubs.credentials.slips import LINK, new_link
from tournaments.base.refusals import Refused
from tournaments.models import Club, RecoveryCode, SecondFactor, User
from tournaments.record import club_log
from tournaments.record.audit import SYSTEM, Actor, Repeated, Verb
from tournaments.record.digest import sha256
from tournaments.rights import access, held_offices
from tournaments.system import attempts, sealed_secrets

ISSUER: Final = "华牌 Huapai"
STEP: Final = 30
"""Seconds for which a code is shown."""
DRIFT: Final = 1
"""How many codes before and after the present one count, for a clock that is not quite right."""
CODES: Final = 10
_SALT: Final = "huapai.second_factor"


class _NotConfirmed(Exception):
    """A code was wrong: nothing is changed, and no log says that it was."""


def is_on(account: User) -> bool:
    """Whether an account needs a code after its password."""
    return SecondFactor.objects.filter(user=account, confirmed_at__isnull=False).exists()


def prepare(account: User) -> str:
    """Return the unconfirmed secret of an account, created at the first call.

    Call it only if `sealed_secrets` is available. Empty for an account whose second factor
    is on, because its secret is never shown again.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=account.pk)
        factor = SecondFactor.objects.filter(user=account).first()
        if factor is not None and factor.confirmed_at is not None:
            return ""
        secret = sealed_secrets.unseal(factor.secret, _SALT) if factor else ""
        if not secret:
            secret = pyotp.random_base32()
            SecondFactor.objects.update_or_create(
                user=account, defaults={"secret": sealed_secrets.seal(secret, _SALT)}
            )
    return secret


def pending(account: User) -> str:
    """Return the unconfirmed secret of an account; empty without one."""
    factor = SecondFactor.objects.filter(user=account, confirmed_at=None).first()
    return sealed_secrets.unseal(factor.secret, _SALT) if factor else ""


def address_of(account: User, secret: str) -> str:
    """Return the content of the QR code for the app."""
    return pyotp.TOTP(secret).provisioning_uri(name=account.username, issuer_name=ISSUER)


def confirm(account: User, code: str) -> list[str]:
    """Switch on the second factor by a code of the app, and return the recovery codes.

    They are shown once. Return none, and change nothing, for a wrong code.
    """
    actor = Actor.from_user(account)
    try:
        with accounts.change_in_clubs(account, actor, Verb.SWITCH_ON_SECOND_FACTOR):
            return _confirm(account, code)
    except _NotConfirmed:
        return []


def _confirm(account: User, code: str) -> list[str]:
    factor = SecondFactor.objects.select_for_update().filter(user=account).first()
    if factor is None or factor.confirmed_at is not None or not _take_code(factor, code):
        raise _NotConfirmed
    SecondFactor.objects.filter(pk=factor.pk).update(confirmed_at=timezone.now())
    factor.codes.all().delete()
    codes = [new_link() for _ in range(CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(factor=factor, code_hash=sha256(each)) for each in codes
    )
    return codes


def is_right(account: User, code: str) -> bool:
    """Whether a code of the app or on paper is right; this uses it up."""
    factor = SecondFactor.objects.filter(user=account, confirmed_at__isnull=False).first()
    if factor is None:
        return False
    typed = code.strip().lower().replace(" ", "")
    return _take_paper(factor, typed) if LINK.fullmatch(typed) else _take_code(factor, typed)


def codes_left(account: User) -> int:
    """Return the number of unused codes on paper."""
    return RecoveryCode.objects.filter(factor__user=account, used_at=None).count()


def switch_off(account: User) -> None:
    """Switch off one's own second factor."""
    _switch_off(account, Actor.from_user(account))


def switch_off_at_the_machine(account: User) -> None:
    """Switch off the second factor of an account from the command line of the machine, and log it.

    Earlier wrong codes no longer count.
    """
    _switch_off(account, SYSTEM)
    attempts.clear(subject=account.uid)


def switch_off_for(club: Club, account: User, official: User) -> None:
    """Switch off the second factor of an account of a club whose holder lost phone and codes.

    Repeating it is not logged. Raises Refused for an account with roles elsewhere, and for an
    official who is no longer an owner.
    """
    actor = Actor.from_user(official)
    with suppress(Repeated), club_log.change(club, actor, Verb.SWITCH_OFF_SECOND_FACTOR) as made:
        held_offices.check(made, club, access.OWNERS)
        access.account_in(club, account.uid)
        problem = club_accounts.password_problem(official, account, club)
        if problem is not None:
            raise Refused(problem)
        if not SecondFactor.objects.filter(user=account).delete()[0]:
            raise Repeated
        made.note(account=account.uid)


def _take_code(factor: SecondFactor, code: str) -> bool:
    """Whether a code is right and later than the last one; an UPDATE makes it valid once."""
    secret = sealed_secrets.unseal(factor.secret, _SALT)
    now = int(time.time()) // STEP
    for step in range(now - DRIFT, now + DRIFT + 1):
        is_same = bool(secret) and pyotp.utils.strings_equal(
            code, pyotp.TOTP(secret).at(step * STEP)
        )
        if is_same:
            rows = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step)
            return bool(rows.update(last_step=step))
    return False


def _take_paper(factor: SecondFactor, code: str) -> bool:
    unused = RecoveryCode.objects.filter(Q(used_at=None), factor=factor, code_hash=sha256(code))
    return bool(unused.update(used_at=timezone.now()))


def _switch_off(account: User, actor: Actor) -> None:
    with accounts.change_in_clubs(account, actor, Verb.SWITCH_OFF_SECOND_FACTOR):
        SecondFactor.objects.filter(user=account).delete()
