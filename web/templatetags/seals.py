"""Tags for the seals of persons on pages."""

from __future__ import annotations

from typing import Final

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from clubs.seasons.reading import SeasonPerson
from tournaments.models import Person
from tournaments.results.snapshot import EventSnapshot
from web.publish.seals.bearers import seals_of, seals_of_bearers
from web.publish.seals.club_face import ClubFace
from web.publish.seals.drawing import LEAST_BEYOND

register = template.Library()

SMALL: Final = LEAST_BEYOND
LARGE: Final = 128
_OWN: Final = "own-seal"


@register.simple_tag(takes_context=True)
def entry_seals(context: Context, number: int) -> SafeString:
    """`{% entry_seals each.number %}`: the seals of an entry of the page's event, or the club's
    mark if its name has none.
    """
    snapshot = context.get("snapshot")
    if not isinstance(snapshot, EventSnapshot):
        return SafeString("")
    shown = seals_of(snapshot, number)
    drawn = [(found.svg(SMALL),) for found in shown.seals]
    face = context.get("club_face")
    if shown.by_club and isinstance(face, ClubFace):
        drawn = [(face.mark,)]
    if not drawn:
        return SafeString("")
    return format_html('<span class="row name-seals">{}</span>', format_html_join("", "{}", drawn))


@register.simple_tag
def person_seal(person: Person, face: ClubFace | None) -> SafeString:
    """`{% person_seal person club_face %}`: the large seal of a person, which `own_seal` repeats,
    or the mark of the club.
    """
    shown = seals_of_bearers([(person.name, person.uid)])
    if shown.by_club and face:
        return format_html('<span class="person-mark">{}</span>', face.mark)
    return shown.seals[0].svg(LARGE, key=_OWN) if shown.seals else SafeString("")


@register.simple_tag
def certificate_seal(person: SeasonPerson, face: ClubFace | None) -> SafeString:
    """`{% certificate_seal person club_face as seal %}`: the seal, or the mark of the club."""
    shown = seals_of_bearers([(person.name, person.uid)])
    if shown.by_club and face:
        return face.mark
    return shown.seals[0].svg(SMALL) if shown.seals else SafeString("")


@register.simple_tag
def own_seal(person: Person, face: ClubFace | None) -> SafeString:
    """`{% own_seal person club_face %}`: a small copy of the large seal on the page, or the mark
    of the club.
    """
    shown = seals_of_bearers([(person.name, person.uid)])
    if shown.by_club and face:
        return face.mark
    return shown.seals[0].repeated(SMALL, _OWN) if shown.seals else SafeString("")
