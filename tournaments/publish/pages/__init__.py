"""What each public page shows, as plain values: read from rows here, drawn by templates alone."""
