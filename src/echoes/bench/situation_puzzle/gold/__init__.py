"""Gold sets: reading and checking them, and the plan of a run against one."""
