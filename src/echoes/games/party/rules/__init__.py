"""The rules of the table: dice, checks, conditions, combat. Code rolls every die and keeps every number."""
