"""The first start on a bare machine."""
