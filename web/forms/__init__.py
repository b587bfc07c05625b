"""The forms of the desk. They check the shape of what was sent; the operations decide the rest."""
