"""Paper: plain values in, the bytes of a PDF out. Nothing here reads the database or a clock."""
