"""The addresses of the officials' pages, below `desk/referee/`."""

from django.urls import path

from web.desk.adjusted import exposures as exposure_views
from web.desk.adjusted import fouled as fouled_views
from web.desk.adjusted import views as adjusted_views
from web.desk.appeals import lodge_views
from web.desk.appeals import views as appeal_views
from web.desk.arrivals import views as arrival_views
from web.desk.calls import views as call_views
from web.desk.claims import reopening
from web.desk.claims import views as claim_views
from web.desk.deals import typing as entry_views
from web.desk.deals import versions as version_views
from web.desk.deals import views as deal_views
from web.desk.repairs import tables as table_repair_views
from web.desk.repairs import views as repair_views
from web.desk.rulings import irregularities as ruling_views
from web.desk.rulings import lists as case_lists
from web.desk.rulings import penalties as penalty_views
from web.desk.rulings import suspensions as suspension_views
from web.desk.rulings import views as case_views
from web.desk.sheets import views as overview_views

urlpatterns = [
    path("<uid:uid>/", overview_views.overview, name="referee_overview"),
    path("<uid:uid>/calls/", call_views.queue, name="referee_calls"),
    path("<uid:uid>/calls/live/", call_views.live, name="referee_calls_live"),
    path("<uid:uid>/calls/<uid:call_uid>/", call_views.answer, name="referee_call"),
    path(
        "<uid:uid>/irregularities/<uid:irregularity_uid>/",
        ruling_views.irregularity,
        name="referee_irregularity",
    ),
    path(
        "<uid:uid>/irregularities/<uid:irregularity_uid>/exposure/",
        exposure_views.decide,
        name="referee_exposure",
    ),
    path("<uid:uid>/deals/<uid:deal_uid>/", deal_views.deal, name="referee_deal"),
    path("<uid:uid>/deals/<uid:deal_uid>/felt/", deal_views.felt, name="referee_deal_felt"),
    path("<uid:uid>/deals/<uid:deal_uid>/confirm/", deal_views.confirm, name="referee_confirm"),
    path("<uid:uid>/deals/<uid:deal_uid>/type/", entry_views.type_sheet, name="referee_type"),
    path("<uid:uid>/deals/<uid:deal_uid>/compare/", version_views.compare, name="referee_compare"),
    path("<uid:uid>/records/", version_views.lacking, name="referee_records"),
    path("<uid:uid>/deals/<uid:deal_uid>/rule/", deal_views.rule, name="referee_rule"),
    path("<uid:uid>/deals/<uid:deal_uid>/adjust/", adjusted_views.adjust, name="referee_adjust"),
    path("<uid:uid>/deals/<uid:deal_uid>/fouled/", fouled_views.fouled, name="referee_fouled"),
    path("<uid:uid>/deals/<uid:deal_uid>/restore/", deal_views.restore, name="referee_restore"),
    path("<uid:uid>/deals/<uid:deal_uid>/claim/", claim_views.claim, name="referee_claim"),
    path(
        "<uid:uid>/deals/<uid:deal_uid>/claim/hands/",
        claim_views.face_hands,
        name="referee_claim_hands",
    ),
    path(
        "<uid:uid>/deals/<uid:deal_uid>/claim/search/",
        claim_views.search,
        name="referee_claim_search",
    ),
    path(
        "<uid:uid>/deals/<uid:deal_uid>/claim/reopen/",
        reopening.reopen,
        name="referee_claim_reopen",
    ),
    path(
        "<uid:uid>/deals/<uid:deal_uid>/claim/keep/",
        reopening.keep,
        name="referee_claim_keep",
    ),
    path(
        "<uid:uid>/deals/<uid:deal_uid>/claim/play-on/",
        claim_views.play_on,
        name="referee_claim_play_on",
    ),
    path(
        "<uid:uid>/events/<uid:event_uid>/claims/",
        claim_views.policy,
        name="referee_claim_policy",
    ),
    path("<uid:uid>/deals/<uid:deal_uid>/seats/", repair_views.seats, name="referee_seats"),
    path(
        "<uid:uid>/deals/<uid:deal_uid>/tables/", table_repair_views.tables, name="referee_tables"
    ),
    path("<uid:uid>/deals/<uid:deal_uid>/move/", repair_views.move, name="referee_move"),
    path(
        "<uid:uid>/events/<uid:event_uid>/penalties/", penalty_views.give, name="referee_penalties"
    ),
    path(
        "<uid:uid>/penalties/<uid:penalty_uid>/take-back/",
        penalty_views.take_back,
        name="referee_take_back",
    ),
    path(
        "<uid:uid>/rounds/<uid:round_uid>/not-begun/",
        ruling_views.not_begun,
        name="referee_not_begun",
    ),
    path("<uid:uid>/rulings/", case_lists.rulings, name="referee_rulings"),
    path(
        "<uid:uid>/events/<uid:event_uid>/rulings/new/", case_views.create, name="referee_rule_case"
    ),
    path(
        "<uid:uid>/events/<uid:event_uid>/suspensions/",
        suspension_views.suspensions,
        name="referee_suspensions",
    ),
    path("<uid:uid>/rulings/<uid:case_uid>/", case_views.ruling, name="referee_ruling"),
    path("<uid:uid>/rulings/<uid:case_uid>/anew/", case_views.revise, name="referee_rule_anew"),
    path(
        "<uid:uid>/rulings/<uid:case_uid>/word/",
        case_views.confirm_or_reject,
        name="referee_ruling_word",
    ),
    path("<uid:uid>/rulings/<uid:case_uid>/paper/", case_views.paper, name="referee_ruling_paper"),
    path(
        "<uid:uid>/decisions/<uid:decision_uid>/slip/",
        case_lists.slip,
        name="referee_decision_slip",
    ),
    path("<uid:uid>/appeals/", appeal_views.appeals, name="referee_appeals"),
    path(
        "<uid:uid>/events/<uid:event_uid>/appeals/",
        lodge_views.lodge,
        name="referee_appeal_lodge",
    ),
    path("<uid:uid>/appeals/<uid:appeal_uid>/", appeal_views.appeal, name="referee_appeal"),
    path(
        "<uid:uid>/appeals/<uid:appeal_uid>/paper/",
        appeal_views.appeal_paper,
        name="referee_appeal_paper",
    ),
    path(
        "<uid:uid>/rounds/<uid:round_uid>/arrivals/",
        arrival_views.arrivals_of_round,
        name="referee_arrivals",
    ),
    path("<uid:uid>/read-in/", overview_views.read_in_items, name="referee_read_in"),
    path("<uid:uid>/kept/<uid:kept_uid>/", overview_views.kept_text, name="referee_kept"),
    path("<uid:uid>/pins/", overview_views.look_at_pins, name="referee_pins"),
    path(
        "<uid:uid>/leases/<uid:lease_uid>/release/", overview_views.release, name="referee_release"
    ),
]
