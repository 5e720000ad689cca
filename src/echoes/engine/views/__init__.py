"""Views of sessions for a seat, and figures of scenarios."""
