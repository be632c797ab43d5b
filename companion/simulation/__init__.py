"""A simulated table: seeded people who play, what their hands do at every moment, and the picture of it."""
