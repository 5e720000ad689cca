"""Memory at a table: how events are remembered by those who witnessed them."""
