"""What a measurement says: rows of a data file, and figures worked out of them. Pure."""
