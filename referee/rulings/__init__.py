"""What a referee decides: rulings on irregularities, penalties, corrections and adjusted scores.

Its words on pages and papers are in `web.publish.rulings`.
"""
