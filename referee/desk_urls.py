"""The addresses of the officials' pages, below `desk/referee/`."""

from django.urls import path

from referee import desk

urlpatterns = [
    path("<uid:uid>/", desk.overview, name="referee_overview"),
    path("<uid:uid>/deals/<uid:deal_uid>/", desk.deal, name="referee_deal"),
    path("<uid:uid>/deals/<uid:deal_uid>/confirm/", desk.confirm, name="referee_confirm"),
    path("<uid:uid>/kept/<uid:kept_uid>/", desk.kept_text, name="referee_kept"),
    path("<uid:uid>/leases/<uid:lease_uid>/release/", desk.release, name="referee_release"),
]
