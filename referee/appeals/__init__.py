"""Appeals 申诉: who may lodge one, until when, the committee, its decision and what follows.

What is appealed against is made in `rulings`; when a result is official is the affair of
`tournaments.official`.
"""
