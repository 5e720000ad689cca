"""What the platform costs."""
