"""Measuring how well pictures are read (`make accuracy`, `make bench`); not part of the product at the table."""
