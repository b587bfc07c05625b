"""The running program: supervisor, web server, worker, TLS and addresses.

Files on the disk belong to `storage`.
"""
