"""The stages of an event at the desk: planning, who qualifies, and extra deals between equals.

Rounds of a stage are in `web.desk.rounds`.
"""
