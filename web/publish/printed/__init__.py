"""The kinds of documents, a module each: what it reads and how it is laid out in rows."""
