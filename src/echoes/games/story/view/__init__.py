"""Views of a story: blocks of the conversation, panels beside it."""
