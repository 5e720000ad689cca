"""The embedded referee, which rules by authored rulings and facts and asks no model.

It rules where that is right, asks back where it may be, and otherwise says that it cannot rule.
"""
