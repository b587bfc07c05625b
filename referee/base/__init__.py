"""Shared by all referee packages: what is handed in and by whom, refusals, log verbs, origins.

What only one subject needs stays with it.
"""
