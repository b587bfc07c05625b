"""The desk of directors and referees: one folder for each subject, with its views and forms.

What an operation does is decided in the rooms below; public pages are in `web.publish`.
"""
