"""The officials' pages of a claim: the cards on the table, the evidence, the decision, the policy.

Claims and their states are defined in `referee.claims`.
"""
