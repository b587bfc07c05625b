"""What is saved as it stands changes nothing, and says so."""

from __future__ import annotations

import pytest
from django.test import Client

from referee.models import FacedHands
from tests.cast import Cast
from tests.referee.claims.test_hands import claimed, ended
from tests.referee.hall import Hall
from tests.tournaments.organise.drawn.test_two_winners import mitchell_cast
from tests.web.desk.test_stored_values import AT_ONCE, Pages, Tab, owner, shown_in, signed_in
from tournaments.models import ClubFeature, Person

__all__ = ["owner"]

MORE_PAGES: Pages = {
    "desk_club_face": ("ink", "plum", ""),
    "desk_event": ("notice", "七点开赛", ""),
    "desk_entry": ("remark", "左手", ""),
    "desk_member": ("phone", "138 0013 8000", ""),
    "desk_article": ("name", "迟到", ""),
    "referee_claim_policy": ("mode", "disallowed", ""),
}
"""More pages of stored values, with a field and a value for it."""


@pytest.mark.full
@pytest.mark.parametrize("name", [*AT_ONCE, *MORE_PAGES])
def test_what_is_saved_without_a_change_is_not_logged_and_said_to_be_unchanged(
    cast: Cast, owner: Client, name: str
) -> None:
    cast.club.features = [ClubFeature.FEES.value]
    cast.club.save()
    args = _of_page(cast, name)
    field, value, _other = {**AT_ONCE, **MORE_PAGES}[name]
    if name == "desk_seeding":
        field += cast.event.entries.get(number=1).uid
    as_it_is = Tab(owner, name, *args, sends=field)
    if name not in {"desk_fees", "account"}:  # nothing is stored yet, and something is wanted
        _changes_nothing(cast, as_it_is)
    assert as_it_is.send(**{field: value}).status_code == 302
    _changes_nothing(cast, Tab(owner, name, *args, sends=field))
    other = Tab(owner, name, *args, sends=field)
    assert shown_in(other, field) == value


@pytest.mark.full
def test_a_movement_that_stands_is_not_chosen_again(db: None, client: Client) -> None:
    cast = mitchell_cast(9)
    desk = signed_in(client, cast.alice)
    _changes_nothing(cast, Tab(desk, "desk_movement", cast.event.uid, sends="winners"))
    tab = Tab(desk, "desk_movement", cast.event.uid, sends="winners")
    assert tab.send(stay="3").status_code == 302
    _changes_nothing(cast, Tab(desk, "desk_movement", cast.event.uid, sends="winners"))


@pytest.mark.full
def test_hands_that_stand_are_not_written_down_again(cast: Cast, client: Client) -> None:
    hall = Hall.of(cast)
    deal = claimed(hall, ended()).deal
    desk = signed_in(client, cast.bob)
    where = "referee_claim", cast.tournament.uid, deal.uid
    _changes_nothing(cast, Tab(desk, *where, sends="line"))
    assert Tab(desk, *where, sends="line").send(line="红桃从大到小").status_code == 302
    assert FacedHands.objects.count() == 1
    _changes_nothing(cast, Tab(desk, *where, sends="line"))
    assert FacedHands.objects.count() == 1


def _of_page(cast: Cast, name: str) -> tuple[object, ...]:
    person = Person.objects.create(club=cast.club, name="会员", number=7)
    special: dict[str, tuple[object, ...]] = {
        "account": (),
        "desk_tournament_settings": (cast.tournament.uid,),
        "desk_club": (cast.club.uid,),
        "desk_club_face": (cast.club.uid,),
        "desk_club_sites": (cast.club.uid,),
        "desk_entry": (cast.event.uid, 1),
        "desk_member": (cast.club.uid, person.uid),
        "desk_article": (cast.event.uid, "T-03"),
        "referee_claim_policy": (cast.tournament.uid, cast.event.uid),
    }
    return special.get(name, (cast.event.uid,))


def _changes_nothing(cast: Cast, tab: Tab) -> None:
    def logged() -> tuple[int, int]:
        cast.tournament.refresh_from_db()
        cast.club.refresh_from_db()
        return cast.tournament.log_seq, cast.club.log_seq

    before = logged()
    tab.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    answer = tab.send()
    assert answer.status_code == 302
    assert "没有改动。" in tab.client.get(answer["Location"]).content.decode()
    tab.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert logged() == before
