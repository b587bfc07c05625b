"""The officials' pages of appeals: lodging one, the list, one with its steps, its paper.

What an appeal is and what follows from it is the affair of `referee.appeals`.
"""
