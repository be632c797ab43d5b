"""The games that were written down: opened, summed up, listed, searched, counted, kept safe."""
