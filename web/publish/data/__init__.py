"""Public facts as JSON, read only and without a token, for other programs: `/api/1/`.

Whatever a stranger may not read, and what a tablet sends or fetches, does not belong here.
"""
