"""A game that was written down, for people to keep: a sheet, a table, moving pictures, a page with plots."""
