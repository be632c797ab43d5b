"""The manual: chapters in German and English, written out of the program's own sentences and tables."""
