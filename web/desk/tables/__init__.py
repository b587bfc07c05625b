"""The tables of a tournament and the places of a hall at the desk, with the codes on cards.

What tablets have sent is shown in `web.desk.sheets`.
"""
