"""The checks of `manage.py lint`: tools, and rules about the text of the sources alone.

Behaviour is proved by tests, as is everything for which a room has to be imported.
"""
