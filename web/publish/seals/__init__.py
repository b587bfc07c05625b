"""印谱: the square seal of everybody, drawn from the name. Never round, never where somebody signs.

The seal of what is official is no seal of a person, and is a part of the pages.
"""
