"""The wiring: settings, addresses, web server, worker, and the commands of the whole program.

Rules of games belong to `scoring`, events to `tournaments`, play at the tables to `referee`.
"""
