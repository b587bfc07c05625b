"""The running program: supervisor, web server, worker, TLS and addresses.

What is kept on the disk belongs to `storage`.
"""
