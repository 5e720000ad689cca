"""AI players of heists."""
