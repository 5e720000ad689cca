"""Story packs: their form, checks, lint and random walk."""
