"""Models at a table: one sees everything and decides in closed forms, one speaks and sees less."""
