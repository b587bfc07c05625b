"""The pages of the desk: each fetches by access, takes a form, calls one operation, answers."""
