"""Models that play a story: narrator, characters, and what works behind the reader's back."""
