"""The job queue: background work, its workers, and the documents that result."""
