"""Rendering of PDFs: plain values in, bytes out. Nothing here reads the database or a clock."""
