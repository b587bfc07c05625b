"""Two sentences in a template: the space between them is one that Chinese does not set."""

from __future__ import annotations

import re

from django.template import engines
from django.utils import translation

from config.source_packages import at_least, templates

# What ends a sentence, with whatever closes around it; a space; what begins the next one.
ENDED = r"(?:[.?!:][”\"]?\" *%\}|[.?!:]”?\{% endblocktranslate %\})"
AROUND = r"(?:</span>)?(?:\{% (?:endif|else|elif[^%]*|if[^%]*) %\})*"
BEGUN = r"(?:\{% (?:endif|if[^%]*) %\})*(?:\{% (?:translate|blocktranslate)|\{\{|<span|<a )"
SPACED = re.compile(f"{ENDED}{AROUND} +{BEGUN}")


def test_no_template_sets_a_space_between_two_sentences() -> None:
    pages = at_least(380, templates())
    texts = {str(path): path.read_text("utf-8") for path in pages}
    spaced = [(name, found[0]) for name, text in texts.items() for found in SPACED.finditer(text)]
    assert spaced == []


def test_the_gap_is_a_space_in_english_and_nothing_in_chinese() -> None:
    template = engines["django"].from_string("一。{% gap %}二。")
    said = {}
    for language in ("en", "zh-hans"):
        with translation.override(language):
            said[language] = template.render()
    assert said == {"en": "一。 二。", "zh-hans": "一。二。"}
