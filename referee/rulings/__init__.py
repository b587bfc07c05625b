"""What a referee decides: rulings on irregularities, penalties, corrections and adjusted scores.

Reports of it belong to `reports`.
"""
