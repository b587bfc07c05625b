"""Files that other programs poll: standings and results with stable heads, a schedule, news.

Downloads for people, in their own language, are in `exports`.
"""
