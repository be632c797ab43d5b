"""Things to print."""
