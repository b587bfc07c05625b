"""The addresses of the officials' pages, below `desk/referee/`."""

from django.urls import path

from referee import (
    desk,
    desk_calls,
    desk_entry,
    desk_irregularities,
    desk_penalties,
    desk_read_in,
    desk_repairs,
    desk_unbegun,
    desk_versions,
)

urlpatterns = [
    path("<uid:uid>/", desk.overview, name="referee_overview"),
    path("<uid:uid>/calls/", desk_calls.queue, name="referee_calls"),
    path("<uid:uid>/calls/live/", desk_calls.live, name="referee_calls_live"),
    path("<uid:uid>/calls/<uid:call_uid>/", desk_calls.answer, name="referee_call"),
    path(
        "<uid:uid>/irregularities/<uid:irregularity_uid>/",
        desk_irregularities.irregularity,
        name="referee_irregularity",
    ),
    path("<uid:uid>/deals/<uid:deal_uid>/", desk.deal, name="referee_deal"),
    path("<uid:uid>/deals/<uid:deal_uid>/confirm/", desk.confirm, name="referee_confirm"),
    path("<uid:uid>/deals/<uid:deal_uid>/type/", desk_entry.type_sheet, name="referee_type"),
    path("<uid:uid>/deals/<uid:deal_uid>/compare/", desk_versions.compare, name="referee_compare"),
    path("<uid:uid>/records/", desk_versions.lacking, name="referee_records"),
    path("<uid:uid>/deals/<uid:deal_uid>/rule/", desk.rule, name="referee_rule"),
    path("<uid:uid>/deals/<uid:deal_uid>/adjust/", desk.adjust, name="referee_adjust"),
    path("<uid:uid>/deals/<uid:deal_uid>/restore/", desk.restore, name="referee_restore"),
    path("<uid:uid>/deals/<uid:deal_uid>/claim/", desk.decide, name="referee_claim"),
    path("<uid:uid>/deals/<uid:deal_uid>/seats/", desk_repairs.seats, name="referee_seats"),
    path("<uid:uid>/deals/<uid:deal_uid>/move/", desk_repairs.move, name="referee_move"),
    path(
        "<uid:uid>/events/<uid:event_uid>/penalties/", desk_penalties.give, name="referee_penalties"
    ),
    path(
        "<uid:uid>/penalties/<uid:penalty_uid>/take-back/",
        desk_penalties.take_back,
        name="referee_take_back",
    ),
    path(
        "<uid:uid>/rounds/<uid:round_uid>/not-begun/",
        desk_unbegun.not_begun,
        name="referee_not_begun",
    ),
    path("<uid:uid>/read-in/", desk_read_in.read, name="referee_read_in"),
    path("<uid:uid>/kept/<uid:kept_uid>/", desk.kept_text, name="referee_kept"),
    path("<uid:uid>/pins/", desk.look_at_pins, name="referee_pins"),
    path("<uid:uid>/leases/<uid:lease_uid>/release/", desk.release, name="referee_release"),
]
