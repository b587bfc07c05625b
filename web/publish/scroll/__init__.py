"""一晚长卷: a finished event as one scroll, laid out once for pages, pictures and papers.

Its content is read in `sharing`; pictures are drawn in `pictures`, papers in `printed`.
"""
