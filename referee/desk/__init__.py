"""The referees' desk (裁判台): its pages, and the forms in which a paper sheet is typed.

Pages of the director belong to `tournaments.views`.
"""
