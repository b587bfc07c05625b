"""Regulations (规程) and articles (罚则表) of an event at the desk, and a club's own rules.

Their meaning is defined in `tournaments.regulations`.
"""
