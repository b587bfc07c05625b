"""The rounds of an event at the desk: drawn, published, watched, closed; awards beside play.

Stages and extra deals are in `stages`.
"""
