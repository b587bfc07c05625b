"""The hours of a hall by 24 hours, as on its clocks, and months by name.

With "p.m." every sentence that ends in an hour had two stops; of 11/10/2026 nobody knows whether
it is in October or in November.
"""

from __future__ import annotations

from typing import Final

TIME_FORMAT: Final = "H:i"
DATETIME_FORMAT: Final = "N j, Y, H:i"
SHORT_DATE_FORMAT: Final = "M j, Y"
SHORT_DATETIME_FORMAT: Final = "M j, Y H:i"
