"""What a referee decides: rulings on irregularities, penalties, corrections and adjusted scores.

What is told of it is in `web.publish.rulings`.
"""
