"""The modules of the tablet's page, each tried by itself in one page that stays open."""
