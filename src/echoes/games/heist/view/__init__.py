"""Views of a heist: blocks of the conversation and panels beside it."""
