"""The frame of the desk's views: who comes in, by which method, what is said, where it leads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import BaseStorage
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Role, User
from tournaments.rights import access
from web.desk.frame.views import UNSAID, Declared, DeclaredView, act, page

Asked = list[tuple[frozenset[Role], dict[str, Any]]]


class Kept(BaseStorage):
    """Messages that are kept with the request alone."""

    def _get(self, *_args: Any, **_kwargs: Any) -> tuple[list[Any], bool]:
        return [], True

    def _store(self, messages: list[Any], *_args: Any, **_kwargs: Any) -> list[Any]:
        return messages


def sent(
    view: DeclaredView, method: str = "POST", *, signed_in: bool = True, typed: Any = None
) -> Any:
    """Send a request to a view at the address of an event; the messages stand on the answer."""
    make = RequestFactory()
    request: Any = make.post("/here/", typed) if typed else make.generic(method, "/here/")
    request.user = User(username="alice", pk=1) if signed_in else AnonymousUser()
    request._messages = Kept(request)
    answer: Any = view(request, uid="0123456789ab")
    answer.said = [(message.level_tag, str(message)) for message in get_messages(request)]
    return answer


def fetch_into(asked: Asked) -> Callable[..., str]:
    """Return a fetch that notes by which roles it was asked, and for what."""

    def fetch(_request: HttpRequest, roles: Any, **address: Any) -> str:
        asked.append((frozenset(roles), address))
        return "thing"

    return fetch


def there(_thing: str) -> HttpResponse:
    return HttpResponse(status=302, headers={"Location": "/there/"})


def test_an_act_is_done_for_who_is_signed_in_and_sends_a_form() -> None:
    asked: Asked = []
    view = act(fetch_into(asked), access.CHIEFS, back=there)(lambda _request, _thing: UNSAID)
    assert sent(view, "GET").status_code == 405
    assert sent(view, signed_in=False).status_code == 403
    assert asked == []
    assert sent(view)["Location"] == "/there/"
    assert asked == [(access.CHIEFS, {"uid": "0123456789ab"})]


@pytest.mark.parametrize(("outcome", "said"), [(None, "Done."), ("Otherwise.", "Otherwise.")])
def test_an_act_says_that_it_is_done_unless_its_view_says_something_else(
    outcome: str | None, said: str
) -> None:
    view = act(fetch_into([]), access.CHIEFS, back=there, done="Done.")(lambda *_args: outcome)
    assert sent(view).said == [("success", said)]


def test_an_act_that_is_refused_tells_every_problem_and_leads_back() -> None:
    def press(_request: HttpRequest, _thing: str) -> None:
        raise Refused(refuse(Reason.STAGE_OPEN, number=1), refuse(Reason.STAGE_OPEN, number=2))

    answer = sent(act(fetch_into([]), access.CHIEFS, back=there, done="Done.")(press))
    assert answer["Location"] == "/there/"
    assert [level for level, _words in answer.said] == ["error", "error"]


TYPED: Final = {"reason": "ill", "remark": "坐轮椅", "code": "abc123", "fee": "3000 CNY"}
TOLD: Final = [("info", "您写的是：ill"), ("info", "您写的是：坐轮椅")]


@pytest.mark.parametrize("by", ["refusal", "form"])
def test_what_was_typed_in_a_form_that_is_refused_and_gone_is_told(by: str) -> None:
    def press(request: HttpRequest, _thing: str) -> str:
        if by == "refusal":
            raise Refused(refuse(Reason.STAGE_OPEN, number=1))
        messages.error(request, "no")
        return UNSAID

    said = sent(act(fetch_into([]), access.CHIEFS, back=there)(press), typed=TYPED).said
    assert said[0][0] == "error"
    assert said[1:] == TOLD


@pytest.mark.parametrize("of", ["a done form", "a form that is shown again"])
def test_what_was_typed_is_not_told_of(of: str) -> None:
    def press(request: HttpRequest, _thing: str) -> HttpResponse | None:
        if of == "a done form":
            return None
        messages.error(request, "no")
        return HttpResponse("again")

    view = act(fetch_into([]), access.CHIEFS, back=there, done="Done.")(press)
    assert "info" not in dict(sent(view, typed=TYPED).said)


def test_an_act_leads_to_a_page_with_the_same_arguments_or_answers_itself() -> None:
    view = act(fetch_into([]), access.CHIEFS, back="desk_event")(lambda *_args: UNSAID)
    assert sent(view)["Location"] == "/desk/events/0123456789ab/"
    own = act(fetch_into([]), access.CHIEFS)(lambda *_args: HttpResponse("wrong"))
    assert sent(own).content == b"wrong"
    nowhere = act(fetch_into([]), access.CHIEFS)(lambda *_args: None)
    with pytest.raises(ValueError, match="has no page to return to"):
        sent(nowhere)


def test_a_page_is_read_by_some_and_changed_by_others_and_never_kept() -> None:
    asked: Asked = []
    framed = page(fetch_into(asked), access.DESK, change=access.DIRECTORS)
    view = framed(lambda _request, thing: HttpResponse(thing))
    assert "no-store" in sent(view, "GET")["Cache-Control"]
    sent(view)
    assert [roles for roles, _address in asked] == [access.DESK, access.DIRECTORS]


def test_a_browser_keeps_what_answers_a_form_for_whoever_goes_back_and_nothing_else() -> None:
    def shown(request: HttpRequest, _thing: str) -> HttpResponse:
        return HttpResponse(request.method)

    def framed(**more: Any) -> DeclaredView:
        return page(fetch_into([]), access.DESK, change=access.DIRECTORS, **more)(shown)

    kept = sent(framed())["Cache-Control"]
    assert "no-store" not in kept
    assert "private" in kept
    assert "no-cache" in kept
    assert "no-store" in sent(framed(), "GET")["Cache-Control"]
    assert "no-store" in sent(framed(shows_codes=True))["Cache-Control"]
    assert "no-store" in sent(framed(shows_contacts=True))["Cache-Control"]
    wrong = act(fetch_into([]), access.CHIEFS)(lambda *_args: HttpResponse("wrong"))
    assert "no-store" not in sent(wrong)["Cache-Control"]
    for other in (there("thing"), HttpResponse(b"%PDF", content_type="application/pdf")):
        done = act(fetch_into([]), access.CHIEFS)(lambda *_args, made=other: made)
        assert "no-store" in sent(done)["Cache-Control"]


def test_a_page_without_roles_for_a_change_takes_no_form() -> None:
    view = page(fetch_into([]), access.DESK)(lambda _request, thing: HttpResponse(thing))
    assert sent(view, "HEAD").status_code == 200
    assert sent(view).status_code == 405


def test_a_view_declares_its_roles() -> None:
    shown = page(fetch_into([]), access.DESK, change=access.CHIEFS)(lambda *_args: HttpResponse())
    done = act(fetch_into([]), access.OWNERS)(lambda *_args: HttpResponse())
    assert shown.declared == Declared(access.DESK, access.CHIEFS)
    assert done.declared == Declared(frozenset(), access.OWNERS)


@pytest.mark.parametrize(("back", "leads"), [(there, "/there/"), (None, "/here/")])
def test_a_page_tells_a_refusal_that_its_view_does_not_show(back: Any, leads: str) -> None:
    @page(fetch_into([]), access.OWNERS, "none.html", change=access.OWNERS, back=back)
    def view(_request: HttpRequest, _thing: str) -> str:
        raise Refused(refuse(Reason.SAVED_MEANWHILE))

    answer = sent(view)
    assert (answer.status_code, answer["Location"]) == (302, leads)
    assert [level for level, _text in answer.said] == ["error"]
    with pytest.raises(Refused):
        sent(view, "GET")
