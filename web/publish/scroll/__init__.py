"""The scroll (一晚长卷) of a finished event, laid out once for pages, pictures and documents.

Its content is read in `sharing`; pictures are drawn in `pictures`, documents in `printed`.
"""
