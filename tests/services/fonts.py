"""Chinese that can be read in a browser on a machine without a Chinese font."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from xml.sax.saxutils import escape

PACKAGE = "justmytype_intl_cjk"
SETTINGS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


def environ(folder: Path) -> dict[str, str]:
    """Variables that add the packaged Noto Sans SC to the fonts of the system."""
    spec = importlib.util.find_spec(PACKAGE)
    if not spec or not spec.origin:
        return {}
    fonts = Path(spec.origin).parent / "fonts" / "ofl" / "notosanssc"
    settings = folder / "fonts.conf"
    text = SETTINGS.format(fonts=escape(str(fonts)), cache=escape(str(folder / "font-cache")))
    settings.write_text(text, "utf-8")
    return {"FONTCONFIG_FILE": str(settings)}
