"""The desk of directors and referees: one folder a subject, each with its views and forms.

What an operation does is decided below; what strangers see is in `web.publish`.
"""
