"""Operation: costs, traces, maintenance, archives, and moving to another storage."""
