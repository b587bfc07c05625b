"""一晚长卷: a finished event as one scroll, laid out once for pages, pictures and papers.

What it says is read in `sharing`; how a picture is drawn belongs to `pictures`, how a paper is to
`printed`.
"""
