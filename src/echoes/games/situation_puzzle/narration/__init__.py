"""The words that accompany a ruling: remarks from templates, and a narrator that is a model.

Neither is ever shown the solution.
"""
