"""The cost of the platform itself: `echoes bench overhead`.

Each module measures one part; `measure.py` holds the bounds.
"""
