"""Sessions: made, listed, read, forked, compared and deleted."""
