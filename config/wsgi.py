"""The WSGI application, by the name under which Django and other servers look for it."""

from config.serving.application import application

__all__ = ["application"]
