"""The desk in a browser: what waits, what is decided, and who may."""
