"""What all subjects of the referee rest on: authors, confirmers, refusals, seals and verbs.

What only one subject needs stays with it.
"""
