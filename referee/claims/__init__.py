"""Claims (声称) of the rest of a deal: who accepts them, and what the referee decides.

The rules of a claim belong to the games in `scoring`.
"""
