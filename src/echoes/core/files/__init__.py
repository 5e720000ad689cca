"""Files, folders and settings."""
