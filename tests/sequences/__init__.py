"""Random sequences of every operation by every role, in a tournament of two events.

What a single operation does is tested where it stands; here nothing is known beforehand but what
must hold after any of them.
"""
