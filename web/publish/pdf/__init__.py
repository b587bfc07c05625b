"""Rendering of PDFs, and the faces of titles, on pages too: plain values in, bytes out.

Nothing here reads the database or a clock.
"""
