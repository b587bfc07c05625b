"""The job queue: work that a worker does later, who does it, and the documents that result."""
