"""What is said about a source, and whether it holds."""

__version__ = "0.1.0"
