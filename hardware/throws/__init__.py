"""Sources of throws."""
