"""Pages: the players' page, a game, the library, and the author's page.

Each is HTML from a template, made once when an address is opened.
"""
