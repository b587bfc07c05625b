"""What a deal of 拱猪 that is written in part can still come to, and tables of it for devices."""
