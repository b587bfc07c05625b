"""URLs of entering without an official: the public form, the page of a request, the kiosk."""

from django.urls import path

from web.tablet.door import entering, kiosks

urlpatterns = [
    path("e/<uid:uid>/enter/", entering.enter, name="enter"),
    path("r/<str:link>/", entering.entry_request, name="entry_request"),
    path("r/<str:link>/act/", entering.entry_request_act, name="entry_request_act"),
    path("k/<str:link>/", kiosks.kiosk, name="kiosk"),
    path("k/<str:link>/list/", kiosks.kiosk, {"alone": True}, name="kiosk_list"),
    path("k/<str:link>/check-in/", kiosks.kiosk_check_in, name="kiosk_check_in"),
    path("k/<str:link>/undo/", kiosks.kiosk_undo, name="kiosk_undo"),
]
