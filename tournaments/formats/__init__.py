"""What an event may be: templates, what fits together, lists of tie-breaks, rules of prizes.

What one event has chosen is stored in `models` and read by `results`.
"""
