"""Calls of the referee (呼叫裁判): made at a table, answered by officials, read by both.

Objections to a sheet, which are stored as calls, are made in `sheets.seat_answers`.
"""
