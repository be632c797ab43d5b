"""Everything the companion says, in German and English."""
