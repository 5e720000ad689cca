"""The look of a table, as blocks and panels."""
