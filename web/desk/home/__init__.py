"""The first page of the desk and that of a tournament: the next steps, and what is waiting.

Tournaments are created and their officials appointed here. The page of an event is in `rounds`, a
new event in `events`.
"""
