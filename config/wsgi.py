"""The WSGI application, under the name expected by Django and other servers."""

from config.serving.application import application

__all__ = ["application"]
