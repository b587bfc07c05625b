"""Shared by all referee packages: authors, refusals, sealed items, log verbs and hot queries.

What only one subject needs stays with it.
"""
