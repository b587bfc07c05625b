"""The requests that `scripts.trace` follows, and the files that they enter."""
