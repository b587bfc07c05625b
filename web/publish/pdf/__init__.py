"""Rendering of PDFs, and the faces that titles are set in, on pages too: plain values in, bytes out.

Nothing here reads the database or a clock.
"""
