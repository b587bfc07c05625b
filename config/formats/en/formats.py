"""The hours of a hall by 24 hours, as on its clocks.

With "p.m." every sentence that ends in an hour had two stops.
"""

from __future__ import annotations

from typing import Final

TIME_FORMAT: Final = "H:i"
DATETIME_FORMAT: Final = "N j, Y, H:i"
SHORT_DATETIME_FORMAT: Final = "m/d/Y H:i"
