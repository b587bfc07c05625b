"""Reports of a deal of 拱猪: read, checked for every problem, followed, compared and judged.

`settling` computes their points.
"""
