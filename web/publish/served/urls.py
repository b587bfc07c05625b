"""URLs of the public pages and documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.http.response import HttpResponseBase
from django.urls import URLPattern, path

from web.publish import documents
from web.publish.served import documents as views_documents
from web.publish.served import faces, public_page, views
from web.publish.served.language import language

DOCUMENT = "e/<uid:uid>/documents/<slug:kind>/"

ADDRESSES = {
    "home": "",
    "event": "e/<uid:uid>/",
    "embed": "e/<uid:uid>/embed/",
    "round": "e/<uid:uid>/rounds/<number:number>/",
    "round_table": "e/<uid:uid>/rounds/<number:number>/tables/<number:table>/",
    "seats": "e/<uid:uid>/seats/",
    "entry": "e/<uid:uid>/entries/<number:number>/",
    "ranks": "e/<uid:uid>/standings/",
    "hall_seating": "e/<uid:uid>/hall/seating/",
    "hall_standings": "e/<uid:uid>/hall/standings/",
    "hall_overview": "hall/<uid:uid>/",
    **{name: f"e/<uid:uid>/{name}/" for name in documents.pages()},
    "prizes": "e/<uid:uid>/prizes/",
    "winners": "e/<uid:uid>/podium/",
    "hall_winners": "e/<uid:uid>/hall/podium/",
    "share": "e/<uid:uid>/share/",
    "about": "e/<uid:uid>/about/",
    "rules": "e/<uid:uid>/rules/",
    "articles": "e/<uid:uid>/articles/",
    "boards": "e/<uid:uid>/boards/",
    "board": "e/<uid:uid>/boards/<number:of>/<number:number>/",
    "document": f"{DOCUMENT}<digest:digest>/",
    "deal": "d/<uid:uid>/",
    "season": "s/<uid:uid>/",
    "season_person": "s/<uid:uid>/persons/<uid:person>/",
    "season_certificate": "s/<uid:uid>/persons/<uid:person>/certificate/",
    "ratings": "ratings/<uid:uid>/<slug:game>/",
    "person": "persons/<uid:uid>/",
    "person_year": "persons/<uid:uid>/years/<number:year>/",
    "glossary": "games/<slug:game>/glossary/",
}
"""The addresses of the public pages by their names in `public_page.KINDS`."""


def _patterns(name: str, address: str) -> Iterator[URLPattern]:
    """Yield the addresses of a page and of its parts, and of their live parts."""
    kind, given = public_page.KINDS[name], {"name": name}
    show: Callable[..., HttpResponseBase] = views.embed if name == "embed" else views.show
    yield path(address, show, given, name=name)
    if kind.is_live:
        yield path(f"{address}live/", show, {**given, "alone": True}, name=f"{name}_live")
    if kind.has_parts:
        part, given = f"{address}part/<number:part>/", {"name": f"{name}{public_page.PART_OF}"}
        yield path(part, views.show, given, name=f"{name}_part")
        if kind.is_live:
            live = {**given, "alone": True}
            yield path(f"{part}live/", views.show, live, name=f"{name}_part_live")


PICTURES = {
    "event_cover": "e/<uid:uid>/cover.<language:language>.png",
    "event_poster": "e/<uid:uid>/poster.<language:language>.png",
    "event_scroll": "e/<uid:uid>/scroll.<language:language>.svg",
    "entry_picture": "e/<uid:uid>/entries/<number:number>/card.<language:language>.png",
    "deal_picture": "d/<uid:uid>/card.<language:language>.png",
}
"""The addresses of the pictures by their names in `public_picture.KINDS`."""

FEEDS = {
    "standings_file": "e/<uid:uid>/standings.csv",
    "results_file": "e/<uid:uid>/results.csv",
    "news_file": "e/<uid:uid>/news.<language:language>.atom",
    "schedule_file": "tournaments/<uid:uid>/schedule.<language:language>.ics",
}
"""The addresses of files for other programs by their names in `feeds.KINDS`."""

urlpatterns = [
    *(pattern for name, address in ADDRESSES.items() for pattern in _patterns(name, address)),
    *(path(at, views.picture, {"name": name}, name=name) for name, at in PICTURES.items()),
    *(path(at, views.feed, {"name": name}, name=name) for name, at in FEEDS.items()),
    path(
        "s/<uid:uid>/persons/<uid:person>/certificate.pdf",
        views.paper,
        {"name": "season_certificate_pdf"},
        name="season_certificate_pdf",
    ),
    path("e/<uid:uid>/code.svg", views.event_qr, name="event_qr"),
    path("fillings/<uid:uid>/", views.filling, name="filling"),
    path(DOCUMENT, views_documents.order, name="document_order"),
    path("documents/<uid:uid>.pdf", views_documents.pdf, name="document_pdf"),
    path("documents/<uid:uid>/", views_documents.pdf, name="document_file"),
    path("face/<str:digest>.otf", faces.font, name="face"),
    path("face/<str:digest>.css", faces.rule, name="face_rule"),
    path("face/logo/<digest:digest>.webp", faces.logo, name="logo"),
    path("language/<str:code>/", language, name="language"),
]
