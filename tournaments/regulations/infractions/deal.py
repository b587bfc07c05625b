"""洗牌、发牌与张数: how the cards come into the hands, and how many."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.regulations.infractions.values import (
    Authority,
    Infraction,
    Level,
    Scope,
    Step,
    Terms,
    Window,
    by_column,
    everywhere,
)

BEGIN_AGAIN: Final = _("Dealt again if noticed before the second card of the deal; else it stands.")

DEAL: Final = (
    Infraction(
        "D-01",
        _("Shuffled or cut by the wrong player"),
        everywhere(Level.RECT),
        remedy=BEGIN_AGAIN,
    ),
    Infraction(
        "D-02",
        _("Wrong player drew first"),
        by_column(individual=Terms(Level.RECT)),
        remedy=BEGIN_AGAIN,
    ),
    Infraction(
        "D-03",
        _("Faces of cards shown while shuffling"),
        everywhere(Level.RECT, Step(2, Level.L1)),
        remedy=_("The cards are shuffled again."),
    ),
    Infraction(
        "D-04",
        _("Too many or too few cards, found before the first lead"),
        everywhere(Level.RECT, Step(3, Level.L3)),
        window=Window.STAGE,
        remedy=_(
            "The short hand draws unseen from the long one if all agree, else the deal is dealt "
            "again. Over boards whoever did not count gets L3."
        ),
    ),
    Infraction(
        "D-05",
        _("Too many or too few cards, found after the first lead"),
        by_column(
            Terms(Level.L4, (Step(2, Level.L5),)),
            Terms(Level.L5, (Step(2, Level.L5),)),
            Terms(Level.L4, (Step(2, Level.L5),)),
        ),
        needs_facts=True,
        remedy=_(
            "The deal is void and dealt again; over boards average minus and average plus. The "
            "side at fault is penalised."
        ),
    ),
    Infraction(
        "D-06",
        _("Drawing a card out of turn"),
        by_column(
            individual=Terms(Level.L0, (Step(3, Level.L3),)),
            levels=Terms(Level.L0, (Step(3, Level.L4),)),
        ),
        window=Window.GAME,
        remedy=_(
            "The card goes back. If it is among the hand already, the rightful player draws any "
            "card of it."
        ),
    ),
    Infraction(
        "D-07",
        _("A card turned up in dealing"),
        everywhere(Level.RECT),
        remedy=_(
            "Dealt again if it is a card that scores or may be exposed, a joker or a card of the "
            "level; else the deal goes on."
        ),
    ),
    Infraction(
        "D-08",
        _("Wrong board played, or hands in wrong seats"),
        by_column(sides=Terms(Level.L3, (Step(2, Level.L5),))),
        needs_facts=True,
        remedy=_("Average minus for the side at fault, average plus for the other."),
    ),
    Infraction(
        "D-09",
        _("Cards put back into the wrong pocket"),
        by_column(sides=Terms(Level.L4, (Step(2, Level.L5),))),
        needs_facts=True,
        remedy=_("Tables that played other cards are scored apart."),
    ),
    Infraction(
        "D-10",
        _("Manipulated shuffle"),
        everywhere(Level.L9),
        who=Authority.CHIEF_AND_ORGANISER,
        window=Window.YEAR,
        counts=Scope.PERSON,
        needs_facts=True,
    ),
)
