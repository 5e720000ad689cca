"""The answer to one message of a story."""
