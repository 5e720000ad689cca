"""Reading of English and Chinese sentences, for any kind of game.

A reader decides nothing. It brings a text into a form in which two texts are equal only if they say the
same: same polarity, same agent, same numbers, same time. `words` holds word vectors.
"""
