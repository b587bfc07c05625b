"""A phone in the hall: whoever holds it has no account and reads what is public."""

from __future__ import annotations

from playwright.sync_api import BrowserContext


class Phone:
    """The page of an event on a phone."""

    def __init__(self, context: BrowserContext, event: str) -> None:
        self.page = context.new_page()
        self.event = event.replace("/desk/events/", "/e/")

    def standings(self) -> list[tuple[int, str, int]]:
        """Return place, name and total of everybody, from the first to the last."""
        self.page.goto(self.event)
        return [
            (
                int(row.locator(".standing-place").inner_text()),
                " ".join(row.locator(".standing-name .person").all_inner_texts()),
                _number(row.locator("summary .points").first.inner_text()),
            )
            for row in self.page.locator("li[id^=row-]").all()
        ]


def _number(text: str) -> int:
    return int(text.strip().replace("−", "-"))
