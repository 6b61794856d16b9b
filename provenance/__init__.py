"""What the bytes are and where they come from. Knows nothing of claims."""
