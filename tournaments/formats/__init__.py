"""The choices for an event: templates, compatible options, lists of tie-breaks, prize rules.

What one event has chosen is stored in `models` and read by `results`.
"""
