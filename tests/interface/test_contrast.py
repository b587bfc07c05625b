"""Every word can be read on what it stands on, in both schemes and with both decks."""

from __future__ import annotations

import colorsys
from collections.abc import Iterable
from itertools import combinations

import pytest

from tests.interface.stylesheet import colour, contrast, distance, inks, tokens
from tournaments.models import ClubInk

GROUNDS = ("--paper", "--surface", "--sunk")
MEANINGS = ("--waiting", "--done", "--dispute", "--offline")
SUITS = ("--spade", "--heart", "--diamond", "--club")

WORDS = [
    *((word, ground) for word in ("--ink", "--muted", "--accent") for ground in GROUNDS),
    *((word, "--accent-wash") for word in ("--ink", "--muted", "--accent", "--accent-deep")),
    ("--on-accent", "--accent"),
    ("--on-accent", "--accent-deep"),
    ("--on-dispute", "--dispute-deep"),
    ("--accent-deep", "--paper"),
    ("--accent-deep", "--sunk"),
    *((meaning, f"{meaning}-wash") for meaning in MEANINGS),
    *((meaning, ground) for meaning in MEANINGS for ground in GROUNDS),
    *(("--ink", f"{meaning}-wash") for meaning in MEANINGS),
    *((suit, ground) for suit in SUITS for ground in ("--card-face", "--accent-wash", *GROUNDS)),
    ("--muted", "--card-face"),
    *((f"--ivory-{suit}", "--ivory") for suit in ("spade", "heart", "diamond", "club", "muted")),
    *((word, felt) for word in ("--on-felt", "--felt-muted") for felt in ("--felt", "--felt-deep")),
    *(("--on-medal", medal) for medal in ("--gold", "--silver", "--bronze")),
    ("--on-seal", "--seal"),
]
TAKEN = ("--seal", "--felt", "--accent", "--waiting", "--done", "--dispute", "--offline")
"""What an ink of a club may not be taken for."""
CONTROLS = [
    *(("--edge", ground) for ground in (*GROUNDS, "--card-face")),
    *(("--seal", ground) for ground in ("--paper", "--surface")),
]

schemes = pytest.mark.parametrize("scheme", ["light", "dark"])


def too_faint(
    pairs: Iterable[tuple[str, str]], colours: dict[str, str], least: float
) -> dict[tuple[str, str], float]:
    """Return the contrast of every pair that has less than it needs."""
    found = {
        (word, ground): contrast(colour(word, colours), colour(ground, colours))
        for word, ground in pairs
    }
    assert found
    return {pair: value for pair, value in found.items() if value < least}


@schemes
def test_words_stand_out_from_their_ground(scheme: str) -> None:
    assert too_faint(WORDS, tokens(scheme), 4.5) == {}


@schemes
def test_the_two_colour_deck_stands_out_as_well(scheme: str) -> None:
    colours = tokens(scheme, two_colours=True)
    of_ivory = [(suit.replace("--", "--ivory-"), "--ivory") for suit in SUITS]
    on_cards = [(suit, "--card-face") for suit in SUITS]
    assert too_faint([*on_cards, *of_ivory], colours, 4.5) == {}


@schemes
def test_the_border_of_a_control_is_seen(scheme: str) -> None:
    assert too_faint(CONTROLS, tokens(scheme), 3) == {}


@schemes
def test_four_suits_have_four_colours_and_two_have_two(scheme: str) -> None:
    four, two = tokens(scheme), tokens(scheme, two_colours=True)
    assert len({colour(suit, four) for suit in SUITS}) == 4
    assert len({colour(suit, two) for suit in SUITS}) == 2


@schemes
def test_the_eight_inks_of_clubs_are_read_as_words_and_seen_as_lines(scheme: str) -> None:
    chosen = inks(scheme)
    assert list(chosen) == ClubInk.values
    assert len(chosen) == 8
    # As a word on each ground, and as a mark that leaves out its sign: more than a line needs.
    assert (
        too_faint(
            [(ink, ground) for ink in chosen for ground in GROUNDS], chosen | tokens(scheme), 4.5
        )
        == {}
    )


@schemes
def test_no_ink_of_a_club_is_taken_for_a_state_the_seal_or_the_felt(scheme: str) -> None:
    chosen, colours = inks(scheme), tokens(scheme)
    taken = {colour(name, colours) for name in TAKEN}
    assert min(distance(ink, other) for ink in chosen.values() for other in taken) > 20
    assert min(distance(*pair) for pair in combinations(chosen.values(), 2)) > 12


@schemes
def test_the_seal_is_vermilion_with_ivory_words(scheme: str) -> None:
    """Never salmon with black, which it had become in the dark."""
    colours = tokens(scheme)
    seal, words = colour("--seal", colours), colour("--on-seal", colours)
    assert contrast(words, "#000000") > contrast("#ffffff", "#000000") * 0.8
    red, green, blue = (int(seal[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, light, strength = colorsys.rgb_to_hls(red, green, blue)
    assert 5 <= hue * 360 <= 20
    assert 0.35 <= light <= 0.5
    assert strength >= 0.6


def test_contrast_is_measured_as_the_standard_defines_it() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
