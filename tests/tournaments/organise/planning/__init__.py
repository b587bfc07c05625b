"""Events: planned, changed, divided into stages, finished and repeated."""
