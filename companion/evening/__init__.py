"""An evening at the table: who plays, by which rules, one game after the other, the score."""
