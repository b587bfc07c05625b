"""Public pages with live updates, and documents. What is official is decided in
`tournaments.record`.
"""
