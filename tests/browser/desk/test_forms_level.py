"""Forms of the desk: boxes beside each other, their labels, and a button, stand on one line."""

from __future__ import annotations

from typing import Final

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
SIZES: Final = ((390, 844), (820, 1180), (1366, 768))
FORMS: Final = ("desk_registration", "desk_regulations", "desk_settings", "desk_entries")
ASTRAY: Final = """() => {
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
  const box = (each) => each.getBoundingClientRect();
  const boxes = ".fields > .field > :is(input, select), .field-line :is(input, select, button)";
  const group = (each) => each.closest(".fields, .field-line");
  const all = [...document.querySelectorAll(boxes)].filter((each) => each.checkVisibility());
  const astray = [];
  for (const [place, one] of all.entries()) {
    const next = all[place + 1];
    if (!next || group(next) !== group(one)) continue;
    const [here, there] = [box(one), box(next)];
    // The next box is beside this one, if their cells share some height.
    const beside = there.left >= here.right && there.top < here.bottom + 60;
    if (!beside) continue;
    if (Math.abs(here.bottom - there.bottom) > 1) astray.push(`${one.name} ${next.name}`);
    const [label, other] = [one, next].map((each) => each.labels?.[0]);
    if (label?.closest(".fields-level") && other && Math.abs(box(label).top - box(other).top) > 1)
      astray.push(`${label.textContent.trim()} ${other.textContent.trim()}`);
  }
  return {astray, seen: all.length};
}"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble()


@pytest.mark.full
def test_what_stands_beside_each_other_is_level_at_every_width(page: Page, cast: Cast) -> None:
    event = cast.event.uid
    addresses = [reverse(name, args=[event]) for name in FORMS]
    addresses.append(reverse("desk_entry", args=[event, 1]))
    found = []
    for address in addresses:
        page.goto(address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            boxes = page.evaluate(ASTRAY)
            assert boxes["seen"], address
            found += [(address, width, each) for each in boxes["astray"]]
    assert found == []
