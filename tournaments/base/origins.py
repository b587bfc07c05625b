"""Origins of other sites, as typed by a person and as a browser names them in a policy (RFC
6454).
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

USUAL_PORTS: Final = {"http": 80, "https": 443}
_LABEL: Final = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_HOST: Final = re.compile(rf"(?=.{{1,253}}$){_LABEL}(\.{_LABEL})*")


def origin_of(typed: str) -> str | None:
    """Return the origin of a typed address, with its scheme; None if it has a path or anything
    else.

    Hosts consist of letters, digits and hyphens, so that the result is always one word of a header.

    >>> origin_of("https://Club.example/"), origin_of("https://俱乐部.example:443")
    ('https://club.example', 'https://xn--fjq92bt21k.example')
    >>> origin_of("http://192.0.2.7:8080"), origin_of("club.example"), origin_of("https://*; x")
    ('http://192.0.2.7:8080', None, None)
    """
    try:
        parts = urlsplit(typed.strip())
        port, host = parts.port, (parts.hostname or "").encode("idna").decode()
    except ValueError:
        return None
    is_bare = parts.path in {"", "/"} and not (parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in USUAL_PORTS or not is_bare or not _HOST.fullmatch(host):
        return None
    shown = "" if port in {None, USUAL_PORTS[parts.scheme]} else f":{port}"
    return f"{parts.scheme}://{host}{shown}"
