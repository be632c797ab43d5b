"""What stands on the board, given what was seen and what can have happened."""
