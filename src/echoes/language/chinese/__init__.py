"""Chinese: the reader, its lexicon, and the two forms that it brings a sentence into."""
