"""What is known of English and Chinese, whatever the game: so far, which words are near in meaning."""
