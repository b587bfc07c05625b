"""The command that makes the catalogues sees each fault; `manage.py lint` examines the shipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.core.management import CommandError, call_command
from django.utils import translation
from pytest_django import Settings

from config import catalogues, source_packages
from config.catalogues import CatalogueFolder

PYTHON = '''
"""A docstring that says gettext("nothing")."""
from django.utils.translation import gettext, ngettext_lazy, pgettext
from django.utils.translation import gettext_lazy as _

one = gettext("One %(name)s is "
              "here.")
two = ngettext_lazy("%(count)s card", "%(count)s cards", "count")
three = pgettext("seat", "North")
four = _("Four")


class Code(WordedCode):
    TEN = worded("value_of_ten", "Ten")
    MANY = worded_plural("value_of_many", "%(count)s trick", "%(count)s tricks", "count")
    DRAWN = worded_in("value_of_drawn", "match", "drawn")
'''
TEMPLATE = """{% load i18n %}
  {% comment %}{% translate "Not this" %}{% endcomment %}
<p>don't {% translate "Five" %}</p>
    {% translate 'Six' context "month" %}
{% blocktranslate trimmed with name=page.name %}
  Seven
  {{ name }}
{% endblocktranslate %}
{% blocktranslate trimmed count deals=page.deals %}
  {{ deals }} deal{% plural %}
  {{ deals }} deals
{% endblocktranslate %}
{% translate "Eight" as eight %}{{ _("Nine") }}
"""


@pytest.fixture
def program(tmp_path: Path, settings: Settings) -> Path:
    """A program of one module and one page, whose catalogues have been made and filled in."""
    for folder in (*source_packages.TRANSLATED, source_packages.TEMPLATES):
        (tmp_path / folder).mkdir()
    (tmp_path / "config" / "one.py").write_text(PYTHON, "utf-8")
    (tmp_path / "templates" / "one.html").write_text(TEMPLATE, "utf-8")
    settings.BASE_DIR = tmp_path
    settings.LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
    call_command("messages", verbosity=0)
    translate(tmp_path, lambda text: f"译 {text}")
    call_command("messages", verbosity=0)
    return tmp_path


def chinese(root: Path) -> CatalogueFolder:
    return CatalogueFolder(root, "zh_Hans")


def translate(root: Path, into: Callable[[str], str]) -> None:
    """Give every message of the Chinese catalogue a translation."""
    place = chinese(root)
    catalogue = catalogues.merge_catalogue(catalogues.extract_messages(root), place)
    for message in catalogue:
        if isinstance(message.id, str) and message.id:
            message.string = into(message.id)
        elif message.id:
            message.string = (into(message.id[-1]),)
    place.source.write_bytes(catalogues.as_source(catalogue))


def change(root: Path, old: str, new: str) -> None:
    """Edit the Chinese catalogue by hand."""
    source = chinese(root).source
    text = source.read_text("utf-8")
    assert text.count(old) == 1
    source.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("language", "name", "gain"),
    [("zh-hans", "华牌", "抓分方升1级。"), ("en", "Huapai", "The attackers gain 1 level.")],
)
def test_the_program_speaks_the_language_that_is_asked_for(
    language: str, name: str, gain: str
) -> None:
    forms = ("The attackers gain %(levels)s level.", "The attackers gain %(levels)s levels.")
    with translation.override(language):
        assert translation.gettext("Huapai") == name
        assert translation.ngettext(*forms, 1) % {"levels": 1} == gain


def test_messages_are_found_wherever_they_stand(program: Path) -> None:
    catalog = catalogues.extract_messages(program)
    named = {(message.context, message.id) for message in catalog if message.id}
    assert named == {
        (None, "One %(name)s is here."),
        (None, ("%(count)s card", "%(count)s cards")),
        ("seat", "North"),
        (None, "Four"),
        (None, "Ten"),
        (None, ("%(count)s trick", "%(count)s tricks")),
        ("match", "drawn"),
        (None, "Five"),
        ("month", "Six"),
        (None, "Seven %(name)s"),
        (None, ("%(deals)s deal", "%(deals)s deals")),
        (None, "Eight"),
        (None, "Nine"),
    }


def test_what_is_complete_passes(program: Path) -> None:
    call_command("messages", "--check")
    assert "译 Five" in chinese(program).source.read_text("utf-8")


def test_making_them_twice_changes_nothing(program: Path) -> None:
    files = (chinese(program).source, chinese(program).compiled)
    before = [path.read_bytes() for path in files]
    call_command("messages", verbosity=0)
    assert before == [path.read_bytes() for path in files]


def test_they_say_nothing_of_when_where_and_by_whom_they_were_made(program: Path) -> None:
    place = chinese(program)
    for noise in (b"Date", b"Translator", b"Generated-By", b"FIRST AUTHOR", b"Project-Id"):
        assert noise not in place.source.read_bytes()
        assert noise not in place.compiled.read_bytes()
    assert b"one.html:" not in place.source.read_bytes()


def refused(*words: str) -> None:
    """See that the examination fails and names what is wrong."""
    with pytest.raises(CommandError) as failure:
        call_command("messages", "--check")
    for word in words:
        assert word in str(failure.value)


@pytest.mark.full
def test_a_message_that_is_not_in_the_catalogue_is_refused(program: Path) -> None:
    (program / "referee" / "two.py").write_text('a = gettext("A new one")', "utf-8")
    refused("not up to date", "not translated: 'A new one'")


def test_a_message_without_a_translation_is_refused(program: Path) -> None:
    change(program, 'msgstr "译 Five"', 'msgstr ""')
    refused("not translated: 'Five'")


def test_a_plural_without_its_form_is_refused(program: Path) -> None:
    change(program, 'msgstr[0] "译 %(count)s cards"', 'msgstr[0] ""')
    refused("not translated: ('%(count)s card', '%(count)s cards')")


def test_a_fuzzy_translation_is_refused(program: Path) -> None:
    change(program, 'msgid "Five"', '#, fuzzy\nmsgid "Five"')
    refused("fuzzy: 'Five'")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("译 One %(name)s is here.", "译 One %(Name)s is here."),
        ("译 One %(name)s is here.", "译 One is here."),
        ("译 One %(name)s is here.", "译 One %(name)s %(more)s"),
        ("译 One %(name)s is here.", "译 One %(name)d"),
        ("译 One %(name)s is here.", "译 One %(name)s {name}"),
        ("译 %(count)s cards", "译 cards"),
    ],
)
def test_a_translation_with_other_placeholders_is_refused(
    program: Path, right: str, wrong: str
) -> None:
    change(program, f'"{right}"', f'"{wrong}"')
    refused("other placeholders")


def test_a_compiled_catalogue_that_is_old_is_refused(program: Path) -> None:
    change(program, "译 Five", "译 fünf")
    refused(f"{chinese(program).compiled}: not what the catalogue compiles to")


def test_a_language_without_a_catalogue_is_refused(program: Path) -> None:
    shutil.rmtree(program / "locale" / "zh_Hans")
    refused("there is no such file")


def test_a_message_that_is_gone_is_kept_aside_and_not_compiled(program: Path) -> None:
    (program / "templates" / "one.html").write_text("", "utf-8")
    call_command("messages", verbosity=0)
    assert '#~ msgid "Five"' in chinese(program).source.read_text("utf-8")
    assert b"Five" not in chinese(program).compiled.read_bytes()
    call_command("messages", "--check")


def test_a_message_that_comes_back_has_its_translation(program: Path) -> None:
    (program / "templates" / "one.html").write_text("", "utf-8")
    call_command("messages", verbosity=0)
    (program / "templates" / "one.html").write_text(TEMPLATE, "utf-8")
    call_command("messages", verbosity=0)
    call_command("messages", "--check")


def test_english_stands_in_the_source_and_has_no_catalogue(program: Path) -> None:
    assert [path.name for path in (program / "locale").iterdir()] == ["zh_Hans"]


def test_an_empty_program_has_an_empty_catalogue(tmp_path: Path) -> None:
    assert isinstance(catalogues.extract_messages(tmp_path), Catalog)
    assert len(catalogues.extract_messages(tmp_path)) == 0
