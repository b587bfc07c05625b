"""The rules about what people read see each fault."""

from __future__ import annotations

import pytest

from config.linting.texts import HANDS_ON, looked_up_texts, shipped_catalogues, template_words
from tests.config.linting.conftest import Found

MODULE = "tournaments/one.py"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ('_(f"{name} wins")', "only a plain text can be looked up: f'{name} wins'"),
        ("gettext(told)", "only a plain text can be looked up: told"),
        ("translation.gettext_lazy(told)", "only a plain text can be looked up: told"),
        ('ngettext("one", many, 2)', "only a plain text can be looked up: many"),
        ("pgettext(where, 'North')", "only a plain text can be looked up: where"),
        ("npgettext('seat', 'one', many, 2)", "only a plain text can be looked up: many"),
        ('worded("won", told)', "only a plain text can be looked up: told"),
        ('worded_plural("won", "one", many, "n")', "only a plain text can be looked up: many"),
        ('worded_in("won", where, "won")', "only a plain text can be looked up: where"),
        ('worded("won", "%s wins")', "a placeholder has no name: '%s wins'"),
        (
            "from tournaments.codes import worded as w",
            "what is handed to worded as w is in no catalogue",
        ),
        ('_("%s wins")', "a placeholder has no name: '%s wins'"),
        ('_("{} wins")', "a placeholder has no name: '{} wins'"),
        ('_("{0} wins")', "a placeholder has no name: '{0} wins'"),
        (
            "from django.utils.translation import gettext as translated",
            "what is handed to gettext as translated is in no catalogue",
        ),
    ],
)
def test_what_cannot_be_translated_is_found(written: str, sentence: str, found: Found) -> None:
    assert found(looked_up_texts, {MODULE: f"\n{written}\n"}) == [f"{MODULE}:2: {sentence}"]


@pytest.mark.parametrize(
    "written",
    [
        '_("%(name)s wins")',
        'ngettext("%(number)s deal", "%(number)s deals", number)',
        "npgettext('seat', 'one', 'many', number)",
        "from django.utils.translation import gettext_lazy as _",
        "other(told)  # gettext",
        "worded(value, '%(name)s wins')",
    ],
)
def test_what_can_be_translated_is_well(written: str, found: Found) -> None:
    assert found(looked_up_texts, {MODULE: written}) == []


@pytest.mark.parametrize("place", HANDS_ON)
def test_some_modules_hand_on_what_they_are_given(found: Found, place: str) -> None:
    assert found(looked_up_texts, {place: "gettext(told)"}) == []


def test_words_outside_of_every_translation_are_found_in_their_line(found: Found) -> None:
    page = (
        "<!doctype html>\n"
        "{% comment %}\nNobody\nreads\n{% endcomment %}{# nor this #}\n"
        '<p\n class="note">{% translate "Hall" %} {{ name }} &nbsp; 12 </p>\n'
        "{% blocktranslate %}\nSeven\n{% endblocktranslate %}\n"
        "<p>Hall 大厅</p>\n"
        "{% block body_class %}wide{% endblock %}"
    )
    assert found(template_words, {"templates/one.html": page}) == [
        "templates/one.html:11: this word stands outside of every translation: Hall",
        "templates/one.html:11: this word stands outside of every translation: 大厅",
    ]


def test_the_style_guide_has_sample_texts(found: Found) -> None:
    assert (
        found(template_words, {"templates/styleguide/_styleguide_parts.html": "<p>Hall</p>"}) == []
    )


def test_a_catalogue_that_lacks_a_message_is_found(found: Found) -> None:
    catalogue = "locale/zh_Hans/LC_MESSAGES/django.po"
    complaints = found(
        shipped_catalogues,
        {
            MODULE: 'from django.utils.translation import gettext as _\n_("Hall")\n',
            catalogue: 'msgid ""\nmsgstr ""\n"Language: zh_Hans\\n"\n',
        },
    )
    assert f"{catalogue}:1: not translated: 'Hall'" in complaints
    assert f"{catalogue}:1: not what the catalogue compiles to" in complaints
