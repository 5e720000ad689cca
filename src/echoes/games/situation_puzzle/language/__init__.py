"""How a message is read, one module a language.

Reading decides nothing. It brings a text into a form in which two texts are equal only if
they say the same: same polarity, same doer, same numbers, same time.
"""
