"""The stages of an event at the desk: planned, who goes on, and extra deals between equals.

A round of a stage is in `rounds`.
"""
