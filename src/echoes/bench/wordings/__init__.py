"""The benchmark of free words: what players might say in stories, heists and tables, and what is made of it."""
