"""The words everyone speaks; imports nothing of ours and no framework but pydantic."""
