"""AI players of stories."""
