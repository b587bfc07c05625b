"""HTTPS of an installation: its own certificate authority, and TLS in front of the web server."""
