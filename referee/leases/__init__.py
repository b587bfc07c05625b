"""Tables on loan to devices: the lease, when a device was heard, and PINs shut after wrong ones.

The tablet's API belongs to `tablet`.
"""
