"""Public pages with live updates, and documents. What is official is decided below, in `record`."""
