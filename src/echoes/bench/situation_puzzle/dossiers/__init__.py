"""Long mysteries made from structured facts, with questions whose evidence is known."""
