"""What a club's messages say and lead to, which deeds they tell of, and the job that sends them.

To whom they go, when, and how often is tried belongs to `clubs.messages`.
"""
