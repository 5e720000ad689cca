"""English: the reader, its lexicon and morphology, and the two forms that it brings a sentence into."""
