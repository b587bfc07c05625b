"""The content of a club's messages, the changes that trigger them, and the job that sends them.

Channels, times and retries belong to `clubs.messages`.
"""
