"""Text from outside, and text in two languages."""
