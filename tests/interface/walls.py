"""A wall of seats by surname in the place of that of the style guide, and its measures."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import translation

from web.publish.pages.seats import SeatInitial, SeatLine
from web.publish.pages.walls import wall_seats

BY_NAME = """(markup) => {
  const screens = document.querySelectorAll(".hall-screen"), foot = document.querySelector(
    ".hall-live > .hall-foot");
  screens.forEach((screen) => screen.hidden = true);
  document.querySelector(".hall-by-name").outerHTML = markup;
  const shown = document.querySelector(".hall-by-name");
  document.querySelectorAll(".hall-by-name ~ .hall-by-name").forEach((other) => other.remove());
  const cells = [...shown.querySelectorAll("tbody th, tbody td, .hall-name")];
  const rows = [...shown.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect());
  return {
    size: Math.min(...cells.map((cell) => parseFloat(getComputedStyle(cell).fontSize))),
    cut: cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent),
    over: shown.getBoundingClientRect().bottom - foot.getBoundingClientRect().top,
    below: foot.getBoundingClientRect().bottom - innerHeight,
    columns: new Set(rows.map((row) => Math.round(row.left))).size,
    heights: rows.map((row) => row.height),
    told: [...shown.querySelectorAll("td:first-child")].flatMap((cell, at) =>
      cell.textContent && getComputedStyle(cell).visibility === "visible" ? [at] : []),
  };
}"""
"""Shows the markup; tells sizes and rows, and which lines tell their initial."""


def by_name(lines: tuple[SeatLine, ...], language: str = "zh-hans") -> str:
    with translation.override(language):
        wall = wall_seats.arrange([SeatInitial("B", lines[:20]), SeatInitial("C", lines[20:])])
        return render_to_string("publish/hall/_hall_by_name.html", {"wall": wall})
