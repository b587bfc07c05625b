"""The views of the desk: each fetches by `access`, takes a form, calls one operation, answers.

What an operation does is decided in `organise`.
"""
