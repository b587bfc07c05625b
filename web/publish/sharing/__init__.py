"""What is shared of an event: its state, places and highlights in words, for pages and pictures.

How a picture is drawn belongs to `pictures`; what a page shows beyond it to `pages`.
"""
