"""Rules of stories: who says what, who learns it, and what follows."""
