"""The rounds of an event at the desk: drawing, publishing, watching, closing; and awards.

Stages and extra deals are in `stages`.
"""
