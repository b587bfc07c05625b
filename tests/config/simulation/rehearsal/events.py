"""The events that are rehearsed: small ones of every form, and large ones at night."""

from __future__ import annotations

from config.simulation.rehearsal.plans import RehearsalPlan

SMALL = {
    "individual": RehearsalPlan(tables=3, rounds=3),
    "individual by standing": RehearsalPlan(tables=2, rounds=3, method="by_standing", seed="s"),
    "individual to a limit": RehearsalPlan(tables=2, rounds=2, template="game_to_1000"),
    "movement": RehearsalPlan(tables=4, rounds=2, method="movement", deals=1),
    "pairs": RehearsalPlan(tables=3, rounds=3, form="pairs"),
    "pairs by matches": RehearsalPlan(
        tables=3, rounds=3, form="pairs", template="pairs_matches", deals=3
    ),
    "pairs, Swiss": RehearsalPlan(tables=3, rounds=3, form="pairs", method="swiss", deals=1),
    "pairs to a level": RehearsalPlan(tables=2, rounds=1, form="pairs", template="pairs_to_level"),
    "changing partners": RehearsalPlan(tables=1, rounds=3, form="partners", deals=1),
    "pairs, Mitchell": RehearsalPlan(
        tables=3, rounds=2, form="pairs", template="pairs_mitchell", deals=1
    ),
    "pairs, two winners": RehearsalPlan(
        tables=4, rounds=3, form="pairs", template="pairs_mitchell", deals=1, winners=2, extra=-1
    ),
    "pairs, web": RehearsalPlan(
        tables=5,
        rounds=2,
        form="pairs",
        template="pairs_mitchell",
        deals=1,
        movement="boards_web",
    ),
    "pairs, levels over boards": RehearsalPlan(
        tables=2, rounds=2, form="pairs", template="pairs_levels_boards", deals=2
    ),
    "pairs, datum": RehearsalPlan(
        tables=3,
        rounds=3,
        form="pairs",
        template="pairs_howell",
        deals=2,
        comparison="datum_imp",
    ),
    "pairs, knockout": RehearsalPlan(tables=2, form="pairs", template="pairs_knockout", deals=1),
    "teams": RehearsalPlan(tables=2, rounds=2, form="teams", deals=2, extra=0),
    "teams, games": RehearsalPlan(
        tables=1, rounds=1, form="teams", template="teams_games", extra=0
    ),
}
LARGE = {
    "individual": RehearsalPlan(tables=21, rounds=4, deals=3),
    "individual by standing": RehearsalPlan(tables=12, rounds=5, method="by_standing"),
    "individual to a limit": RehearsalPlan(tables=8, rounds=3, template="game_to_1000"),
    "movement": RehearsalPlan(tables=4, rounds=5, method="movement", deals=4),
    "pairs": RehearsalPlan(tables=20, rounds=5, form="pairs"),
    "pairs by matches": RehearsalPlan(
        tables=12, rounds=5, form="pairs", template="pairs_matches", deals=4
    ),
    "pairs to a level": RehearsalPlan(tables=6, rounds=4, form="pairs", template="pairs_to_level"),
    "swiss": RehearsalPlan(
        tables=12, rounds=6, form="pairs", template="pairs_matches", method="swiss"
    ),
    "high-high": RehearsalPlan(tables=12, rounds=5, form="pairs", method="high_high"),
    "danish": RehearsalPlan(tables=6, rounds=5, form="pairs", method="danish"),
    "round robin": RehearsalPlan(tables=4, rounds=7, form="pairs", method="round_robin"),
    "round robin of an odd number": RehearsalPlan(
        tables=3, rounds=7, extra=1, form="pairs", method="round_robin"
    ),
    "changing partners": RehearsalPlan(tables=3, rounds=11, form="partners"),
    "Mitchell": RehearsalPlan(tables=7, rounds=7, form="pairs", template="pairs_mitchell"),
    "Mitchell, two winners": RehearsalPlan(
        tables=8, rounds=7, form="pairs", template="pairs_mitchell", winners=2, extra=1
    ),
    "web, two winners": RehearsalPlan(
        tables=12,
        rounds=5,
        form="pairs",
        template="pairs_mitchell",
        movement="boards_web",
        winners=2,
    ),
    "Howell": RehearsalPlan(tables=6, rounds=11, form="pairs", template="pairs_howell"),
    "Howell, datum": RehearsalPlan(
        tables=6, rounds=11, form="pairs", template="pairs_howell", comparison="datum_imp"
    ),
    "groups and knockout": RehearsalPlan(tables=8, form="pairs", template="pairs_groups"),
    "knockout": RehearsalPlan(tables=6, form="pairs", template="pairs_knockout"),
    "knockout, levels": RehearsalPlan(
        tables=8, form="pairs", template="pairs_knockout", game="shengji"
    ),
    "teams": RehearsalPlan(tables=8, rounds=5, form="teams", deals=8),
    "teams, round robin": RehearsalPlan(
        tables=4, rounds=7, form="teams", template="teams_round_robin"
    ),
    "teams, three of an odd number": RehearsalPlan(
        tables=4, rounds=4, form="teams", odd="three_way"
    ),
    "teams, board-a-match": RehearsalPlan(
        tables=5, rounds=4, form="teams", template="teams_board_a_match"
    ),
    "teams, deals": RehearsalPlan(tables=5, rounds=4, form="teams", template="teams_deals"),
    "teams, levels": RehearsalPlan(
        tables=5, rounds=4, form="teams", template="teams_deals", game="shengji"
    ),
    "pairs, levels, Mitchell": RehearsalPlan(
        tables=7, rounds=7, form="pairs", template="pairs_levels_boards"
    ),
    "pairs, levels, Howell": RehearsalPlan(
        tables=4, rounds=7, form="pairs", template="pairs_levels_boards", method="howell"
    ),
    "teams, levels over boards": RehearsalPlan(
        tables=5, rounds=4, form="teams", template="teams_levels_boards", deals=8
    ),
    "teams, a game": RehearsalPlan(tables=5, rounds=3, form="teams", template="teams_game"),
    "teams, games": RehearsalPlan(tables=5, rounds=3, form="teams", template="teams_games"),
    "teams, games of levels": RehearsalPlan(
        tables=3, rounds=2, form="teams", template="teams_level_games"
    ),
    "teams, groups and knockout": RehearsalPlan(tables=4, form="teams", template="teams_groups"),
    "teams, knockout": RehearsalPlan(tables=6, form="teams", template="teams_knockout"),
}
SAMPLE = {"pairs, levels over boards", "teams"}
"""One of each game; what is broken goes through parts of others."""
