"""The play of a deal of 拱猪: turns, legal plays and winners of tricks.

`reports` reads the report of a deal.
"""
