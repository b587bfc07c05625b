"""The messages of a club at the desk: its channels, with a test and a log.

Content and delivery belong to `web.publish.messages` and `clubs.messages`.
"""
