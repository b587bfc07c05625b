"""Sheets and what becomes of them: entry, confirmation, objections, two versions of a deal.

Claims, calls and rulings have packages of their own.
"""
