"""The officials' pages of appeals: the list, lodging, one appeal with its steps, and its paper.

What an appeal is and what follows from it is defined in `referee.appeals`.
"""
