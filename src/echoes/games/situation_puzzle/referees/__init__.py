"""Who rules on questions and judges final answers."""
