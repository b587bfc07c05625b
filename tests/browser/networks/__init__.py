"""The tablet over networks, storage and processes that fail: nothing is lost or comes twice."""
