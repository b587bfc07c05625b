"""Clubs and seeding of entries: noted at the desk for all at once, or refused for all."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.tournaments.drawing import codes
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import Round
from tournaments.organise import Seed


def seed(cast: Cast, seeds: dict[int, Seed]) -> list[int]:
    """Seed entries by their numbers; one that is not there has no uid."""
    return organise.seed_entries(cast.event, cast.director, by_uid(cast, seeds))


def by_uid(cast: Cast, seeds: dict[int, Seed]) -> dict[str, Seed]:
    uids = dict(cast.event.entries.values_list("number", "uid"))
    return {uids.get(number, "gone"): given for number, given in seeds.items()}


@pytest.mark.databases
def test_what_is_new_is_noted_and_the_rest_stays(cast: Cast) -> None:
    seeds = {1: Seed(" 城北 ", 2), 2: Seed("", 1), 3: Seed()}
    assert seed(cast, seeds) == [1, 2]
    assert seed(cast, seeds) == []
    entries = cast.event.entries.order_by("number").values_list("club", "seeding")
    assert list(entries[:3]) == [("城北", 2), ("", 1), ("", None)]
    assert verify(cast.tournament) == []


@pytest.mark.databases
def test_two_may_exchange_their_places(cast: Cast) -> None:
    seed(cast, {1: Seed("", 1), 2: Seed("", 2)})
    seed(cast, {1: Seed("", 2), 2: Seed("", 1)})
    assert list(cast.event.entries.order_by("number").values_list("seeding", flat=True)[:2]) == [
        2,
        1,
    ]


def test_everything_wrong_is_said_at_once(cast: Cast) -> None:
    seed(cast, {3: Seed("", 7)})
    seeds = {1: Seed("长" * 61, 7), 2: Seed("", 1001), 99: Seed()}
    with pytest.raises(Refused) as refused:
        seed(cast, seeds)
    assert codes(refused) == [
        Reason.ENTRY_GONE,
        Reason.CLUB_TOO_LONG,
        Reason.SEEDING_OUT_OF_RANGE,
        Reason.SEEDING_TWICE,
    ]
    assert cast.event.entries.get(number=1).club == ""


@pytest.mark.full
def test_a_knockout_that_was_drawn_keeps_its_seeding(cast: Cast) -> None:
    round_ = organise.draw_round(cast.event, cast.director)
    seed(cast, {1: Seed("", 1)})
    Round.objects.filter(pk=round_.pk).update(method="knockout")
    with pytest.raises(Refused) as refused:
        seed(cast, {1: Seed("", 2)})
    assert codes(refused) == [Reason.SEEDING_DRAWN]
    assert seed(cast, {1: Seed("", 1)}) == []


@pytest.mark.full
def test_the_desk_notes_all_with_one_press(client: Client, cast: Cast) -> None:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    where = reverse("desk_seeding", args=[cast.event.uid])
    page: Any = client.get(where)
    sent = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}
    first, second = cast.event.entries.order_by("number").values_list("uid", flat=True)[:2]
    typed = {f"club-{second}": "城南", f"seeding-{second}": "1"}
    answer: Any = client.post(where, sent | typed, follow=True)
    assert "城南" in answer.content.decode()
    answer = client.post(where, sent | {f"seeding-{first}": "1", f"seeding-{second}": "1"})
    assert set(answer.context["form"].errors) == {f"seeding-{first}", f"seeding-{second}"}


@pytest.mark.full
@pytest.mark.parametrize(
    "pasted",
    [
        "2\t城南\t1\n99\t谁\t2",
        "编号,种子,单位\n2,1,城南\n99,2,谁",
        "姓名；单位；种子\n{name}；城南；1\n谁；；",
    ],
)
def test_a_pasted_list_fills_the_fields_and_notes_nothing(
    client: Client, cast: Cast, pasted: str
) -> None:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    second = cast.event.entries.get(number=2)
    name = second.members.get().person.name
    where = reverse("desk_seeding", args=[cast.event.uid])
    answer: Any = client.post(where, {"list": "1", "text": pasted.format(name=name)})
    form = answer.context["form"]
    assert form[f"club-{second.uid}"].value() == "城南"
    assert form[f"seeding-{second.uid}"].value() == 1
    assert len(answer.context["found"].unknown) == 1
    assert not cast.event.entries.exclude(club="").exists()


@pytest.mark.full
def test_a_file_of_clubs_is_read_and_an_empty_list_is_refused(client: Client, cast: Cast) -> None:
    client.force_login(cast.alice)
    where = reverse("desk_seeding", args=[cast.event.uid])
    first = cast.event.entries.get(number=1).uid
    upload = SimpleUploadedFile("clubs.csv", "编号,单位\n1,城北\n".encode("gb18030"))
    answer: Any = client.post(where, {"list": "1", "file": upload})
    assert answer.context["form"][f"club-{first}"].value() == "城北"
    answer = client.post(where, {"list": "1", "text": " "})
    assert answer.context["asked"].errors
