"""Leases of tables to devices, when a device was last heard of, and the block on wrong PINs.

The tablet's API belongs to `web.tablet`.
"""
