"""Where a mirror lies: a folder, a bucket, an account of a server.

What is put there is made above.
"""
