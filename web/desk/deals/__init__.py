"""A deal at the desk: its sheets and results, typing from paper, comparing versions.

What decisions on it share is in `web.desk.decisions`, the fields of sheets in
`web.desk.typed_sheets`.
"""
