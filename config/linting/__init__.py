"""What `manage.py lint` holds the sources to: tools, and rules that are about their text alone.

What the program does is proved by tests, and so is whatever a room must be imported for.
"""
