"""Public facts as JSON, read only and without a token, for other programs: `/api/1/`.

Data that strangers may not read, and what a tablet sends or fetches, do not belong here.
"""
