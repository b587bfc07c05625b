"""What is written over several lines and shown without a blank."""

from __future__ import annotations

import pytest
from django.template import Context, Template


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<p>{% inline %}\n  {{ name }}\n  {{ name }}\n{% endinline %}</p>", "<p>甲甲</p>"),
        ("{% inline %}\n  {{ name }} · \n  <b>{{ name }}</b>\n{% endinline %}", "甲 ·<b>甲</b>"),
        ("{% inline %}\n{{ name }} {{ name }}\n{% endinline %}", "甲 甲"),
        (
            "{% inline %}\n{% if name %}\n  {{ name }}\n{% else %}–{% endif %}\n{% endinline %}",
            "甲",
        ),
    ],
)
def test_line_breaks_leave_no_blank_and_blanks_within_a_line_stay(written: str, shown: str) -> None:
    assert Template(written).render(Context({"name": "甲"})) == shown


def test_one_blank_stays_between_the_attributes_of_an_element() -> None:
    written = (
        '{% inline %}\n<a class="one"\n   href="/{{ name }}/"\n'
        "   hidden>\n  {{ name }}\n</a>\n{% endinline %}"
    )

    shown = Template(written).render(Context({"name": "甲"}))

    assert shown == '<a class="one" href="/甲/" hidden>甲</a>'
