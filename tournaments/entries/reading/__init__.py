"""Parsing of lists: workbooks, tables and pasted lines become entries, questions and reasons.

Nothing here is stored and the database is not queried. Names are matched to the register in
`members`; the reasons are worded in `reasons`.
"""
