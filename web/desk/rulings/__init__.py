"""The desk's pages of rulings: the form, the list, one ruling with its versions and its paper.

What a ruling is and does is defined in `referee.rulings`.
"""
