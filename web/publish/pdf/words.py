"""The words of font problems, which keep documents from being made."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments import wording
from web.publish.pdf.typefaces import FontProblem

FONT_PROBLEMS: wording.Words = {
    FontProblem.FONT_MISSING: _(
        "No font with Chinese characters was found. Whoever runs this program can install it anew, "
        "or name a TrueType font in the setting FONT_PATH."
    ),
    FontProblem.FONT_UNREADABLE: _("The setting FONT_PATH names a font that cannot be read."),
    FontProblem.FONT_WITHOUT_OUTLINES: _(
        "The font that the setting FONT_PATH names has no TrueType outlines; another is needed."
    ),
}
LEXICON: Final = wording.Lexicon({FontProblem: FONT_PROBLEMS})
