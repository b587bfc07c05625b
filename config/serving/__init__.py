"""The running program: supervisor, web server, worker, TLS and the names by which it is reached.

What is kept on the disk belongs to `storage`.
"""
