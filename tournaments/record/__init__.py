"""The only writers of official data: the audited change, the ledger, the log and their triggers.

Verifying what was written belongs to `checks`.
"""
