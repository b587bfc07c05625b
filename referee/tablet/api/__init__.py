"""What a tablet speaks with the server: JSON under a lease, one shape for every refusal."""
