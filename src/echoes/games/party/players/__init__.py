"""AI players of a table: companions who choose from what their own seat sees."""
