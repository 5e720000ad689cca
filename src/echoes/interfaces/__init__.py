"""Show events to people."""
