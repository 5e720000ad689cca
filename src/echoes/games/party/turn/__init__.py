"""A message to the table: what it means, what can be done, what follows."""
