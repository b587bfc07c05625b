"""HTTPS of an installation itself: an authority of its own, and the door before the web server."""
