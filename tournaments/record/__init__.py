"""The only writers of official data: the audited change, the ledger, the log and what guards them.

The proof of what was written belongs to `checks`.
"""
