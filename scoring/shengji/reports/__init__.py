"""Reports of a deal of 升级: read, checked for every problem, and compared.

`settling` computes their points.
"""
