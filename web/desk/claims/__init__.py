"""The officials' pages of a claim: what lay on the table, the evidence, the decision, the policy.

What a claim is and what its states are is the affair of `referee.claims`.
"""
