"""API of the tablet: JSON under a lease, one shape for every refusal.

Rules of sheets, claims and calls belong to their packages.
"""
