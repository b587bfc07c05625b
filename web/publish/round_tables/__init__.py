"""The tables of a round as pages and the desk show them: who sits there, and who is missing.

What a table came to is in `results`; pages of rounds are in `publish.pages`.
"""
