"""Sheets and what becomes of them: entry, confirmation, objections, versions; what tables play.

Claims, calls and rulings have packages of their own.
"""
