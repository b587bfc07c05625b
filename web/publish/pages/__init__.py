"""The contents of the public pages as plain values. Templates only lay them out."""
