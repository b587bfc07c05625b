"""Check that readers elsewhere get the pages of a mirror as pages, by asking as a browser does.

The address was typed by an owner, so it may lead only outside, or where the administrator
allows it; a redirect is reported, not followed.
"""

from __future__ import annotations

from collections.abc import Collection
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from typing import Final
from urllib.parse import SplitResult, urlsplit

from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.codes import WordedCode, worded
from tournaments.system import outside
from tournaments.system.outside import SETTING, LeadsInside, PinnedConnection, UnknownName
from web.publish.mirror.framing import ROOT

PATIENCE: Final = 20
WHOLE_SECONDS: Final = 40
_PAGE: Final = "text/html"


class Advice(WordedCode):
    """Problems in how the pages are served, each with its remedy."""

    DOWNLOADED = worded(
        "mirror_downloaded",
        "The store hands the pages out as downloads. Connect a domain of your own to the bucket "
        "(Tencent COS and Aliyun OSS show no pages under their own domains) and type its address "
        "here.",
    )
    WRONG_TYPE = worded(
        "mirror_wrong_type",
        "At %(address)s the page comes as “%(type)s”, and a browser does not show it. Let the "
        "server send .html as text/html.",
    )
    NOT_THERE = worded(
        "mirror_not_there",
        "At %(address)s there is no page (%(why)s). Check the address, and that everybody may "
        "read the bucket or the folder.",
    )
    REDIRECTED = worded(
        "mirror_redirected",
        "%(address)s redirects to %(to)s. Type the address at which the pages really are.",
    )
    INSIDE = worded(
        "mirror_read_inside",
        "The pages could not be checked: %(host)s is inside a private network. The"
        " administrator of the machine allows it with %(setting)s.",
    )


def advice(address: str, allowed: Collection[str] = ()) -> Problem | None:
    """Return what is wrong with how the mirror's address serves its first page, if anything.

    `allowed` are the inner hosts and networks that the administrator permits.
    """
    page = f"{address}/{ROOT}"
    try:
        return _judged(page, _head_of_answer(urlsplit(page), allowed))
    except LeadsInside as error:
        return refuse(Advice.INSIDE, host=error.host, setting=SETTING)
    except UnknownName:
        return refuse(Advice.NOT_THERE, address=page, why=address)
    except (OSError, HTTPException, ValueError) as error:
        return refuse(Advice.NOT_THERE, address=page, why=str(error) or type(error).__name__)


def _head_of_answer(page: SplitResult, allowed: Collection[str]) -> HTTPResponse:
    """Return the head of the answer. Raises ValueError for an impossible address."""
    if page.scheme not in {"http", "https"}:
        raise ValueError(page.scheme)
    host, is_secure = page.hostname or "", page.scheme == "https"
    port = page.port or (443 if is_secure else 80)
    found = outside.permitted(host, port, allowed)
    connection = PinnedConnection(host, port, found, is_secure=is_secure, seconds=PATIENCE)
    try:
        with outside.ends_in_time(connection, WHOLE_SECONDS):
            connection.request("GET", page.path, headers={"User-Agent": "Mozilla/5.0 huapai"})
            return connection.getresponse()
    finally:
        connection.close()


def _judged(page: str, answer: HTTPResponse) -> Problem | None:
    if 300 <= answer.status < 400:
        to = answer.getheader("Location", "")
        return refuse(Advice.REDIRECTED, address=page, to=to.removesuffix(f"/{ROOT}"))
    if answer.status != HTTPStatus.OK:
        return refuse(Advice.NOT_THERE, address=page, why=str(answer.status))
    if answer.headers.get_content_disposition() == "attachment":
        return refuse(Advice.DOWNLOADED)
    kind = answer.headers.get_content_type()
    return None if kind == _PAGE else refuse(Advice.WRONG_TYPE, address=page, type=kind)
