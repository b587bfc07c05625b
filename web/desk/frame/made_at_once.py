"""The view of documents that are written during the request and not stored.

Stored documents are ordered and read in `web.desk.documents`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, cast

from csp.decorators import csp_exempt
from django.http import Http404, HttpResponse

from tournaments.models import Role
from tournaments.system import installation
from web.desk.frame.views import DeclaredView, page
from web.forms.requests import DeskRequest
from web.publish import address as our_address
from web.publish.documents import MadeAtOnce
from web.publish.files import file_response


def made_at_once(
    documents: MadeAtOnce[Any] | Mapping[str, MadeAtOnce[Any]],
    fetch: Callable[..., Any],
    *,
    by: Sequence[str] = (),
) -> DeclaredView:
    """Make the view of a document, or of several told apart by the arguments `by` of the address.

    The document shows what `fetch` returns. The view is exempt from the content security policy,
    which would block the browser's PDF viewer.
    """
    listed = {"": documents} if isinstance(documents, MadeAtOnce) else documents

    def fetch_chosen(
        request: DeskRequest, _roles: Collection[Role], **address: Any
    ) -> tuple[MadeAtOnce[Any], Any]:
        document = listed.get(" ".join(address.pop(name) for name in by))
        if document is None:
            raise Http404
        return document, fetch(request, document.for_, **address)

    @csp_exempt()
    @page(fetch_chosen, frozenset[Role]().union(*(each.for_ for each in listed.values())))
    def view(request: DeskRequest, chosen: tuple[MadeAtOnce[Any], Any]) -> HttpResponse:
        document, shown = chosen
        with_address = []
        if document.bears_address:
            with_address.append(our_address.official_address(request))
            installation.note_address(*with_address)
        content = document.write(shown, *with_address)
        name = f"{document.file_name(shown)}.{document.suffix}"
        return file_response(content, name, document.media_type)

    # The exemption keeps what the view declares.
    return cast(DeclaredView, view)
