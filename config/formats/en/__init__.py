"""How dates and hours are written in English; other languages do not belong here."""
