"""The channels of a club: made, changed, switched on and off, removed; and their secrets.

What waits in one is in `outbox`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from clubs.messages import addresses, home, outbox, signatures
from clubs.messages.refusals import ChannelProblem
from clubs.messages.verbs import Verb
from tournaments.base.refusals import Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import ChannelKind, Club, MessageChannel, MessageKind
from tournaments.record import club_log
from tournaments.record.audit import Actor, Repeated
from tournaments.record.club_log import ClubChange
from tournaments.record.once import UNKEYED, Sent
from tournaments.rights import held_offices
from tournaments.rights.roles import OWNERS
from tournaments.system import sealed_secrets

MOST: Final = 20
"""Channels of a club."""
USUAL: Final = (MessageKind.DRAW, MessageKind.CLOSED)
"""The kinds of messages that a new channel sends; the others are switched on one by one."""
_ADDRESS: Final = "huapai.messages.address"
_SECRET: Final = "huapai.messages.secret"  # noqa: S105  the purpose of an encryption


@dataclass(frozen=True, slots=True)
class ChannelWish:
    """A new channel as typed."""

    kind: ChannelKind
    name: str
    address: str
    secret: str = ""
    language: str = "zh-hans"


@dataclass(frozen=True, slots=True)
class ChannelChoices:
    """The kinds of messages that a channel sends, its language, and whether with a picture."""

    wants: Collection[MessageKind]
    language: str
    has_picture: bool


def of_club(club: Club) -> Sequence[MessageChannel]:
    """Return the channels of a club, the oldest first."""
    return list(MessageChannel.objects.filter(club=club).order_by("pk"))


def add(club: Club, actor: Actor, wish: ChannelWish, sent: Sent = UNKEYED) -> MessageChannel:
    """Add a channel, switched off. Raises Refused for an address or a name that cannot be.

    A program gets a secret of its own, which `secret_of` returns.
    """
    address = addresses.read(wish.kind, wish.address, settings.MESSAGES_TO)
    name = _name(wish.name)
    if not sealed_secrets.IS_AVAILABLE:
        raise Refused(refuse(ChannelProblem.NO_SECRETS, line=settings.LINE_FOR_HTTPS))
    is_program = wish.kind == ChannelKind.WEBHOOK
    secret = signatures.new_secret() if is_program else wish.secret.strip()

    def create(made: ClubChange) -> MessageChannel:
        held_offices.check(made, made.club, OWNERS)
        if MessageChannel.objects.filter(club=made.club).count() >= MOST:
            raise Refused(refuse(ChannelProblem.TOO_MANY, most=MOST))
        channel = MessageChannel.objects.create(
            club=made.club,
            kind=wish.kind,
            name=name,
            address=sealed_secrets.seal(address, _ADDRESS),
            ends_with=address[-4:],
            secret=sealed_secrets.seal(secret, _SECRET) if secret else "",
            wants=[kind.value for kind in USUAL],
            language=wish.language,
        )
        made.note(channel=channel.uid, kind=channel.kind)
        return channel

    return sent.once(MessageChannel, club, actor, Verb.ADD_CHANNEL, create)


def change(channel: MessageChannel, actor: Actor, choices: ChannelChoices) -> None:
    """Choose what a channel sends from now on. Raises Refused, as all changes, if it is gone."""
    has_picture = choices.has_picture and channel.kind == ChannelKind.WECOM
    wants = [kind.value for kind in MessageKind if kind in choices.wants]
    _update(channel, actor, wants=wants, language=choices.language, has_picture=has_picture)


def switch_on(channel: MessageChannel, actor: Actor, links_to: str) -> None:
    """Switch a channel on in this installation; `links_to` is our address in its messages."""
    _update(channel, actor, is_on=True, home=home.here(), links_to=links_to)


def switch_off(channel: MessageChannel, actor: Actor) -> None:
    """Switch a channel off; waiting messages are not sent either."""
    _update(channel, actor, is_on=False)


def remove(channel: MessageChannel, actor: Actor) -> None:
    """Remove a channel with its secrets and its log."""
    with club_log.change(channel.club, actor, Verb.REMOVE_CHANNEL) as made:
        row = _still_there(made, channel)
        made.note(channel=row.uid, kind=row.kind)
        row.delete()


def address_of(channel: MessageChannel) -> str:
    """Return the address of a channel for delivery alone; empty where its key is gone."""
    return sealed_secrets.unseal(channel.address, _ADDRESS)


def secret_of(channel: MessageChannel) -> str:
    """Return what a channel signs with; empty without one, and where its key is gone."""
    return sealed_secrets.unseal(channel.secret, _SECRET) if channel.secret else ""


def _name(typed: str) -> str:
    name = tidy(typed)
    if not name:
        raise Refused(refuse(ChannelProblem.NAME_MISSING, field="name"))
    return name


def _still_there(made: ClubChange, channel: MessageChannel) -> MessageChannel:
    """Return a channel as it is stored, once its club is locked.

    Raises Refused if it is gone, and for an account that no longer owns the club.
    """
    held_offices.check(made, channel.club, OWNERS)
    row = MessageChannel.objects.filter(pk=channel.pk).first()
    if row is None:
        raise Refused(refuse(ChannelProblem.GONE))
    return row


def _update(channel: MessageChannel, actor: Actor, **columns: object) -> None:
    """Store columns of a channel; what is stored already is not logged again."""
    shown = {name: value for name, value in columns.items() if name not in ("home", "links_to")}
    with suppress(Repeated), club_log.change(channel.club, actor, Verb.CHANGE_CHANNEL) as made:
        row = _still_there(made, channel)
        if all(getattr(row, name) == value for name, value in columns.items()):
            raise Repeated
        made.note(channel=row.uid, **shown)
        MessageChannel.objects.filter(pk=channel.pk).update(**columns)
        if columns.get("is_on") is False:
            outbox.drop_waiting(channel)
    channel.refresh_from_db()
