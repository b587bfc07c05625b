"""The stores of a mirror: a folder, a bucket, an account of a server.

The files are built in the package above.
"""
