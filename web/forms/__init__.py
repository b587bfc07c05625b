"""The base of all forms, and the forms that the desk and phones share.

Forms check the shape of what was sent; operations decide the rest. Forms of one subject of the desk
are beside its views.
"""
