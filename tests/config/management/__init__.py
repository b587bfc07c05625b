"""Tests of `config.management`."""
