"""The referee that is a language model: prompts, reply schemas, and precedents of the session.

The model fills in closed forms; code turns them into rulings.
"""
