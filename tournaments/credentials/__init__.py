"""What lets somebody in: accounts, PINs, captains' and players' links, and limits of attempts.

Who may see what belongs to `access`.
"""
