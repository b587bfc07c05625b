"""Whether a reader elsewhere gets the pages of a mirror as pages: asks as a browser does."""

from __future__ import annotations

from http.client import HTTPException
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.codes import WordedCode, worded
from web.publish.mirror.framing import ROOT

PATIENCE: Final = 20
_PAGE: Final = "text/html"


class Advice(WordedCode):
    """What is wrong with how the pages are read, and what is to be done."""

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


def advice(address: str) -> Problem | None:
    """Return what is wrong with how the first page is read at the mirror's address, if anything."""
    page = f"{address}/{ROOT}"
    if not address.startswith(("http://", "https://")):
        return refuse(Advice.NOT_THERE, address=page, why=address)
    try:
        asked = Request(page, headers={"User-Agent": "Mozilla/5.0 huapai"})  # noqa: S310
        with urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
            kind = answer.headers.get_content_type()
            shown = answer.headers.get_content_disposition()
    except HTTPError as error:
        return refuse(Advice.NOT_THERE, address=page, why=str(error.code))
    except (URLError, OSError, HTTPException, ValueError) as error:
        return refuse(Advice.NOT_THERE, address=page, why=str(error))
    if shown == "attachment":
        return refuse(Advice.DOWNLOADED)
    return None if kind == _PAGE else refuse(Advice.WRONG_TYPE, address=page, type=kind)
