"""The author's desk: scenarios are written, tried, published and taken in; and a dashboard.

Everything here is behind the operator's password: it shows what is secret.
"""
