"""What all forms stand on, and the forms that the desk and phones share.

Forms check the shape of what was sent, operations decide the rest; those of one subject of the
desk lie beside its views.
"""
