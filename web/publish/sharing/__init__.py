"""What is shared about an event: its state, places and highlights in words, for pages and pictures.

Pictures are drawn in `pictures`; other contents of pages are in `pages`.
"""
