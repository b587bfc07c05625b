"""The words and links of a message, in the active language; never the name of a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from referee.appeals import texts
from referee.base import case_numbers
from referee.models import Appeal, AppealState, RulingCase
from tournaments.models import Event, Message, MessageKind
from web.publish import address
from web.publish.messages import public_links

OF_ROUNDS: Final = (MessageKind.DRAW, MessageKind.RULING, MessageKind.APPEAL)
"""Subjects that link to the page of their round; all others link to that of the event."""
NUMBERED: Final = (MessageKind.RULING, MessageKind.APPEAL)


@dataclass(frozen=True, slots=True)
class MessageText:
    """A message in words; `number` is that of a ruling or an appeal, as it is printed."""

    text: str
    link: str
    number: str = ""


def numbers_of(messages: Sequence[Message]) -> Mapping[str, str]:
    """Return the printed numbers of the rulings and appeals that messages are about, by uid."""
    uids = {kind: [row.subject for row in messages if row.kind == kind] for kind in NUMBERED}
    cases = RulingCase.objects.filter(uid__in=uids[MessageKind.RULING])
    appeals = Appeal.objects.filter(uid__in=uids[MessageKind.APPEAL])
    return {
        **{case.uid: case_numbers.number_text(case) for case in cases},
        **{appeal.uid: texts.number_text(appeal) for appeal in appeals},
    }


def read(message: Message, numbers: Mapping[str, str]) -> MessageText:
    """Return the words of a message of an event, or of a test; `numbers` are from `numbers_of`."""
    number = numbers[message.subject] if message.kind in NUMBERED else ""
    text = _text(message, number)
    if message.corrects:
        text = gettext("Correction: %(text)s") % {"text": text}
    return MessageText(text, _link(message), number)


def title(event: Event) -> str:
    """Return the title above the messages of an event."""
    values = {"event": event.name, "tournament": event.tournament.name}
    return gettext("[%(event)s] %(tournament)s") % values


def together(messages: Sequence[Message]) -> str:
    """Return the messages of one round as one text."""
    numbers = numbers_of(messages)
    read_ = [read(message, numbers) for message in messages]
    event = messages[0].event
    links = dict.fromkeys(each.link for each in read_ if each.link)
    return "\n".join([*([title(event)] if event else []), *(each.text for each in read_), *links])


def _text(message: Message, number: str) -> str:
    values = {"number": number or message.subject}
    is_held = bool(message.version)
    match message.kind:
        case MessageKind.DRAW:
            return _draw_text(is_held) % values
        case MessageKind.CLOSED:
            return gettext("Round %(number)s is finished.") % values
        case MessageKind.OFFICIAL:
            return _official_text(message.version)
        case MessageKind.RULING:
            return _ruling_text(message, is_held) % values
        case MessageKind.APPEAL:
            return _appeal_text(message.version) % values
    return gettext("This is a test. Messages of the club will come here.")


def _draw_text(is_held: bool) -> str:
    if is_held:
        return gettext("Round %(number)s: the draw is published.")
    return gettext("The draw of round %(number)s is withdrawn: do not take the seats named above.")


def _official_text(version: str) -> str:
    if not version:
        return gettext("The official result is taken back; the event goes on.")
    if version == "1":
        return gettext("The official result is published.")
    return gettext("The official result is published, version %(version)s.") % {"version": version}


def _ruling_text(message: Message, is_held: bool) -> str:
    if not is_held:
        return gettext("Ruling %(number)s is taken back.")
    if message.corrects:
        return gettext("Ruling %(number)s was changed.")
    return gettext("Ruling %(number)s is published.")


def _appeal_text(state: str) -> str:
    match state:
        case AppealState.LODGED:
            return gettext("Appeal %(number)s has been lodged.")
        case AppealState.REJECTED:
            return gettext("Appeal %(number)s is rejected.")
        case AppealState.DECIDED:
            return gettext("Appeal %(number)s is decided.")
    return gettext("Appeal %(number)s is withdrawn.")


def _link(message: Message) -> str:
    """Return the link to the subject's page: in the mirror if it is there, else in the hall."""
    event, channel = message.event, message.channel
    name, args = _page_of(message)
    if event is not None and (mirrored := address.of_mirror(event, name, *args)):
        return mirrored
    start = public_links.base(otherwise=channel.links_to)
    return start + reverse(name, args=args) if start else ""


def _page_of(message: Message) -> tuple[str, tuple[str | int, ...]]:
    event = message.event
    if event is None:
        return "home", ()
    if message.round is not None and message.kind in OF_ROUNDS and message.version:
        return "round", (event.uid, message.round.number)
    return "event", (event.uid,)
